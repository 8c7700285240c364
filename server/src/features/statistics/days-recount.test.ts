import {
  type CaseEvent,
  caseActionWords,
  caseIndicators,
  getCase,
  getCaseStatistics,
  listCaseEvents,
  startCaseStatistics,
} from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { caseOnWire } from '../../../test/make.ts'
import { drawsFrom } from '../../demo/random.ts'

// Days that begin at 23:00 and at 22:00 of UTC, and the night between the two.
const begin = new Date('2027-03-20T08:00:00Z')
const hourMs = 3_600_000
const roles = ['operatorOne', 'operatorTwo', 'manager'] as const
const draws = drawsFrom(42)

let portal: TestApp
const ids: number[] = []
beforeAll(async () => {
  portal = await startTestApp()
  const operators = { one: await portal.idOf('operatorOne'), two: await portal.idOf('operatorTwo') }
  for (let step = 0; step < 200; step++) {
    portal.clock.set(new Date(begin.getTime() + step * 7 * hourMs))
    if (step < 80 && step % 3 === 0) await enterCase(step)
    else await actOn(draws.pick(ids), operators)
  }
}, 300_000)
afterAll(() => portal.close())

/** A case that arrives now, or that reached the office some days ago otherwise; some are taken at once. */
async function enterCase(step: number) {
  const operator = await portal.as('operatorTwo')
  const receivedOn = new Date(portal.clock.now().getTime() - draws.below(6) * 24 * hourMs)
  const wire = caseOnWire({
    ...(step % 2 === 0 && { data_ricezione: `${receivedOn.toISOString().slice(0, 10)}T00:00:00.000Z` }),
    ...(draws.chance(0.2) && { flag_presa_in_carico: 1 }),
  })
  const { status, body } = await operator.raw('POST', '/v1/segnalazioni/nuova-segnalazione', wire)
  expect([status, body.result.errori]).toEqual([200, undefined])
  ids.push(body.result.id_segnalazione)
}

const words = Object.values(caseActionWords)

/** An action that a drawn role may take on a case now, if there is one. */
async function actOn(id: number, operators: { readonly one: number; readonly two: number }) {
  const caller = await portal.as(draws.pick(roles))
  // Level I does not see the cases of level II.
  const { azioni = {}, versione } = (await caller.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).body.result
  const possible = words.filter((word) => azioni[word] === null && (word !== 'annulla' || draws.chance(0.1)))
  if (possible.length === 0) return
  const azione = possible.includes('chiudi') && draws.chance(0.4) ? 'chiudi' : draws.pick(possible)
  const { status, body } = await caller.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', {
    id_segnalazione: id,
    versione,
    azione,
    id_operatore: azione === 'assegna_op1' ? operators.one : operators.two,
    id_pertinenza: 1,
    id_ground: 1,
    motivo: 'Serve altro.',
    id_esito_finale: 3,
    id_azioni_svolte: 1,
    id_ente_esterno: 1,
    data_assegnazione_esterna: '2027-03-01T00:00:00.000Z',
    protocollo_esterno: 'DPO 1',
    base_giuridica: 'Art. 3',
    flag_risposta_immediata: 1,
  })
  expect([azione, status, body.result.errori]).toEqual([azione, 200, undefined])
}

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
const daysBetween = (from: Date, to: Date) =>
  Math.max(0, Math.round((Date.parse(day.format(to)) - Date.parse(day.format(from))) / 86_400_000))

/** The entries after which a case has an operator. */
const takings: readonly CaseEvent['kind'][] = ['take', 'assignOne', 'assignTwo', 'takeBack']

/** The days of a case as its history says them. */
async function daysByHistory(id: number) {
  const manager = await portal.as('manager')
  const { createdAt, status } = await manager.call(getCase, { params: { id } })
  const { rows } = await manager.call(listCaseEvents, { params: { id }, query: { from: 1, to: 100 } })
  let taken: Date | undefined
  let closed: Date | undefined
  for (const { kind, at } of rows.toReversed()) {
    if (takings.includes(kind)) taken ??= at
    if (kind === 'close') closed = at
  }
  return {
    takeDays: taken && daysBetween(createdAt, taken),
    closeDays: closed && status === 'closed' ? daysBetween(createdAt, closed) : undefined,
  }
}

const bandOf = (days: number, starts: readonly number[]) => starts.findLastIndex((start) => days >= start)

test('the days until cases were taken and closed are those that their histories say', async () => {
  const histories: Awaited<ReturnType<typeof daysByHistory>>[] = []
  for (const id of ids) histories.push(await daysByHistory(id))
  const manager = await portal.as('manager')
  const { id } = await manager.call(startCaseStatistics, { wire: {} })
  const statistics = await manager.call(getCaseStatistics, { wire: { numero_univoco: id } })
  expect(statistics?.result.total).toBe(ids.length)
  for (const indicator of ['takeDays', 'closeDays'] as const) {
    const days = histories.flatMap((one) => one[indicator] ?? []).sort((one, other) => one - other)
    expect(new Set(days).size).toBeGreaterThan(3)
    const starts: readonly number[] = caseIndicators[indicator].bands
    const found = statistics?.result.indicators.find((one) => one.indicator === indicator)
    const middle = [days[Math.floor((days.length - 1) / 2)] ?? 0, days[Math.floor(days.length / 2)] ?? 0]
    expect(found).toMatchObject({
      missing: ids.length - days.length,
      median: ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2,
      mean: Math.round((days.reduce((sum, one) => sum + one, 0) / days.length) * 10) / 10,
    })
    expect(found?.entries.map(({ count }) => count)).toEqual(
      starts.map((_start, band) => days.filter((one) => bandOf(one, starts) === band).length),
    )
  }
})
