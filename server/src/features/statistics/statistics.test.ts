import {
  type CaseIndicator,
  type CaseStatistics,
  getCaseStatistics,
  getRegisterStatistics,
  type RegisterIndicator,
  type RegisterStatistics,
  startCaseStatistics,
  startRegisterStatistics,
} from '@portal/contract'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { applicationOnWire, makeAssociation } from '../../../test/make-association.ts'
import { makeCase } from '../../../test/make-case.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows

async function read(wire: object = {}, caller = manager): Promise<CaseStatistics> {
  const { id } = await caller.call(startCaseStatistics, { wire })
  const statistics = await caller.call(getCaseStatistics, { wire: { numero_univoco: id } })
  if (!statistics) throw new Error('The statistics are not ready.')
  return statistics
}
const indicatorIn = ({ result }: CaseStatistics, name: CaseIndicator) => {
  const found = result.indicators.find(({ indicator }) => indicator === name)
  if (!found) throw new Error(`${name} is missing.`)
  return found
}
const linesOf = (statistics: CaseStatistics, name: CaseIndicator) =>
  indicatorIn(statistics, name).entries.map(({ label, count }) => `${label}: ${count}`)

describe('the statistics of cases', () => {
  test('of no case have every status and band, and no entry of a list', async () => {
    const statistics = await read({ filtri: { data_creazione_a: '1900-01-01T00:00:00.000Z' } })
    expect(statistics.result.total).toBe(0)
    expect(linesOf(statistics, 'statuses')).toHaveLength(8)
    expect(linesOf(statistics, 'takeDays')).toEqual([
      ...['Lo stesso giorno: 0', 'Da 1 a 2 giorni: 0', 'Da 3 a 7 giorni: 0', 'Da 8 a 14 giorni: 0'],
      ...['Da 15 a 30 giorni: 0', '31 giorni o più: 0'],
    ])
    for (const name of ['grounds', 'regions', 'months', 'operators'] as const)
      expect(linesOf(statistics, name)).toEqual([])
    expect(indicatorIn(statistics, 'closeDays')).toEqual({
      indicator: 'closeDays',
      entries: expect.anything(),
      missing: 0,
    })
  })

  test('are in Italian words: the most frequent first, sub-grounds with their ground, months without a gap', async () => {
    const columns = (grounds: object[], month: string) => ({
      grounds: JSON.stringify(grounds),
      hashtags: JSON.stringify([{ hashtagId: 901 }]),
      is_virtual: true,
      created_at: new Date(`${month}-10T10:00:00Z`),
    })
    const lines = [{ groundId: 2, subGroundId: 201 }, { groundId: 1 }]
    await makeCase(portal, { columns: columns(lines, '2026-03'), assignedTo: await portal.idOf('operatorTwo') })
    await makeCase(portal, { columns: columns([{ groundId: 2 }, { groundId: 2, subGroundId: 201 }], '2026-06') })
    const statistics = await read({ filtri: { hashtags: [901] } })
    const [first] = await query(`select labels from reference_items where list = 'ground' and id = 2`)
    expect(indicatorIn(statistics, 'grounds').entries).toEqual([
      { key: '2', label: first.labels.it, parent: undefined, count: 2, share: 1 },
      expect.objectContaining({ key: '1', count: 1, share: 0.5 }),
    ])
    expect(indicatorIn(statistics, 'subGrounds').entries).toEqual([
      expect.objectContaining({ key: '201', parent: '2', count: 2, share: 1 }),
    ])
    expect(linesOf(statistics, 'months')).toEqual([
      'marzo 2026: 1',
      'aprile 2026: 0',
      'maggio 2026: 0',
      'giugno 2026: 1',
    ])
    expect(linesOf(statistics, 'places')).toEqual(['Virtuale: 2', 'Fisico: 0'])
    expect(indicatorIn(statistics, 'operators')).toMatchObject({
      entries: [{ label: expect.stringMatching(/^\p{L}+ \p{L}+$/u), count: 1 }],
      missing: 1,
    })
  })

  test('count the days until an operator took a case for the first time, and until its closing', async () => {
    const change = '/v1/segnalazioni/cambia-stato-segnalazione'
    const filtri = { hashtags: [902] }
    const columns = { hashtags: JSON.stringify([{ hashtagId: 902 }]) }
    const start = portal.clock.now()
    const id = await makeCase(portal, { columns })
    const act = async (caller: Caller, azione: string, more: object = {}) => {
      const [{ version }] = await query('select version from cases where id = $1', [id])
      const body = { id_segnalazione: id, versione: version, azione, ...more }
      expect((await caller.raw('POST', change, body)).status).toBe(200)
    }
    expect(indicatorIn(await read({ filtri }), 'takeDays')).toMatchObject({ missing: 1 })

    portal.clock.set(new Date(start.getTime() + 4 * 86_400_000))
    await act(await portal.as('operatorTwo'), 'prendi_in_carico')
    portal.clock.set(new Date(start.getTime() + 40 * 86_400_000))
    await act(await portal.as('manager'), 'restituisci', { motivo: 'Serve altro.' })
    await act(await portal.as('manager'), 'assegna_op2', { id_operatore: await portal.idOf('operatorTwo') })
    await act(await portal.as('manager'), 'chiudi', { id_esito_finale: 3, id_azioni_svolte: 1 })
    const statistics = await read({ filtri }, await portal.as('manager'))
    expect(indicatorIn(statistics, 'takeDays')).toMatchObject({ missing: 0, median: 4, mean: 4 })
    expect(indicatorIn(statistics, 'closeDays')).toMatchObject({ missing: 0, median: 40, mean: 40 })
    expect(linesOf(statistics, 'closeDays')).toContain('Da 31 a 60 giorni: 1')
    portal.clock.set(start)
    manager = await portal.as('manager')
  })

  test('apply filters on names, of which the stored result and the audit log have nothing', async () => {
    const [{ id: before }] = await query('select coalesce(max(id), 0) as id from audit_entries')
    const filtri = { nominativo: 'Quattrocchi', statoSegnalazione: [1] }
    expect((await read({ filtri, confronto: { canale: [2] } })).result.total).toBe(0)
    const entries = await query(
      `select action, outcome, record_kind, record_ids, changed_fields from audit_entries where id > $1`,
      [before],
    )
    expect(entries).toEqual([
      {
        action: 'case_statistics_read',
        outcome: 'done',
        record_kind: 'case',
        record_ids: [],
        changed_fields: ['statoSegnalazione', 'nominativo', 'canale'],
      },
    ])
    const stored = JSON.stringify(await query('select * from statistics_results'))
    expect(stored).not.toContain('Quattrocchi')
  })

  test('do not name operators in the stored result', async () => {
    const id = await portal.idOf('operatorTwo')
    await makeCase(portal, { status: 'inWorkTwo', assignedTo: id })
    const { entries } = indicatorIn(await read(), 'operators')
    const [, surname = ''] = /^(\S+)/.exec(entries.find(({ key }) => key === String(id))?.label ?? '') ?? []
    expect(surname.length).toBeGreaterThan(1)
    expect(JSON.stringify(await query('select result from statistics_results'))).not.toContain(surname)
  })

  test('refuse a filter that is too short, as the list does', async () => {
    const reply = await manager.raw('POST', '/v1/statistiche/start-segnalazioni', { filtri: { nominativo: 'x' } })
    expect([reply.status, reply.body.errorCode]).toEqual([400, 'dati_non_validi'])
  })

  test('are the same after the personal data of the cases was erased', async () => {
    const before = (await read()).result
    await query('update cases set pseudonymised_at = now()')
    expect((await read()).result).toEqual(before)
  })
})

describe('the statistics of the register', () => {
  beforeAll(async () => {
    await query('delete from association_people')
    await query('delete from associations')
    const { anagrafica } = applicationOnWire([])
    const inRegion = (id_regione: number, ...grounds: number[]) => ({
      anagrafica: { ...anagrafica, id_regione },
      listaPersonaGiuridicaSottoGround: grounds.map((id_ground, index) => ({
        id_ground,
        priorita: index === 0 ? 0 : 1,
      })),
    })
    const requestedAt = new Date('2026-01-05T10:00:00Z')
    await makeAssociation(portal, {
      wire: inRegion(5, 1, 2),
      columns: { requestedAt: new Date('2026-03-05T10:00:00Z') },
    })
    await makeAssociation(portal, {
      status: 'enrolled',
      wire: inRegion(5, 1),
      columns: { requestedAt, enrolledOn: '2026-01-15' },
    })
    await makeAssociation(portal, {
      status: 'rejected',
      wire: inRegion(12, 3),
      columns: { requestedAt, closedOn: '2026-02-04' },
    })
  })

  async function readRegister(wire: object = {}, role: 'registerAdmin' | 'manager' = 'registerAdmin') {
    const caller = await portal.as(role)
    const { id } = await caller.call(startRegisterStatistics, { wire })
    return (await caller.call(getRegisterStatistics, { wire: { numero_univoco: id } })) as RegisterStatistics
  }
  const countsOf = ({ result }: RegisterStatistics, name: RegisterIndicator) =>
    Object.fromEntries(
      (result.indicators.find(({ indicator }) => indicator === name)?.entries ?? [])
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => [key, count]),
    )

  test('count associations by status, region, ground, month, and days until the decision', async () => {
    for (const role of ['registerAdmin', 'manager'] as const) {
      const statistics = await readRegister({}, role)
      expect(statistics.result.total).toBe(3)
      expect(countsOf(statistics, 'statuses')).toEqual({ 1: 1, 5: 1, 8: 1 })
      expect(countsOf(statistics, 'regions')).toEqual({ 5: 2, 12: 1 })
      expect(countsOf(statistics, 'grounds')).toEqual({ 1: 2, 2: 1, 3: 1 })
      expect(countsOf(statistics, 'months')).toEqual({ '2026-01': 2, '2026-03': 1 })
      expect(countsOf(statistics, 'decideDays')).toEqual({ '8-30': 2 })
      expect(statistics.result.indicators.at(-1)).toMatchObject({ missing: 1, median: 20, mean: 20 })
    }
  })

  test('apply the filters of its lists, and compare', async () => {
    const { result, comparison } = await readRegister({ filtri: { regione: [5] }, confronto: { stato_richiesta: [8] } })
    expect([result.total, comparison?.total]).toEqual([2, 1])
  })
})

test('retention deletes results after a day', async () => {
  await query('delete from statistics_results')
  await read()
  portal.clock.advance(25 * 3600)
  await portal.services.retention.run('nightly')
  expect(await query('select id from statistics_results')).toEqual([])
})

describe('the workbook of statistics', () => {
  const fileOf = (id: number, caller: Caller) =>
    caller.raw('POST', '/v1/report/get-statistiche', { numero_univoco: id })

  test('has the numbers of the screen, and the name of the office', async () => {
    // Earlier tests move the clock beyond a session.
    const caller = await portal.as('manager')
    await makeCase(portal, { status: 'open' })
    const { id, result } = await read({}, caller)
    const { body } = await caller.raw('POST', '/v1/report/start-statistiche', { numero_univoco: id })
    expect(body.result).toEqual({ numero_univoco: id })
    const { status, headers, body: bytes } = await fileOf(id, caller)
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('- Statistiche.xlsx"')])
    const { sheets } = await readXlsx(bytes)
    const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows ?? []
    const statuses = result.indicators.find(({ indicator }) => indicator === 'statuses')
    expect(rowsOf('Stato').slice(1)).toEqual([
      ...(statuses?.entries ?? []).map(({ label, count }) => [label, count, expect.any(Number)]),
      ['Non indicato', 0, 0],
    ])
  })

  test('of chosen cases counts those that the caller may read', async () => {
    const caller = await portal.as('manager')
    const ids = [await makeCase(portal, { status: 'open' }), await makeCase(portal, { status: 'open' })]
    const start = (body: object, by = caller) => by.raw('POST', '/v1/report/start-statistiche', body)
    const { body } = await start({ idsList: [...ids, 999_999] })
    expect(body.result).toEqual({ numero_univoco: expect.any(Number), ids_esclusi: [999_999] })
    expect((await start({ idsList: ids })).body.result.ids_esclusi).toBeUndefined()
    const statistics = await caller.call(getCaseStatistics, { wire: body.result })
    expect(statistics?.result.total).toBe(2)
    expect((await start({ idsList: ids }, await portal.as('registerAdmin'))).status).toBe(403)
    expect((await start({})).body.result.errori).toMatchObject([{ campo: 'idsList' }])
    expect((await start({ idsList: ids, numero_univoco: 1 })).status).toBe(400)
  })

  test('is of the user who requested the statistics, in a role that sees them', async () => {
    const { id } = await read({}, await portal.as('manager'))
    expect((await fileOf(id, await portal.as('operatorTwo'))).status).toBe(404)
    const registerAdmin = await portal.as('registerAdmin')
    expect((await fileOf(id, registerAdmin)).status).toBe(404)
    const started = await registerAdmin.call(startRegisterStatistics, { wire: {} })
    expect((await fileOf(started.id, registerAdmin)).status).toBe(200)
  })
})
