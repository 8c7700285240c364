import { type CaseStatus, getBadges, getCase, listCases, type Role, roleCodes } from '@portal/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { associationReportOnWire, reportOnWire } from '../../../test/make.ts'
import { foldCases } from './cases.service.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const send = async (changes = {}) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire(changes))).body.result
    .id_segnalazione as number
const setStatus = (id: number, status: CaseStatus) =>
  portal.database.pool.query('update cases set status = $1 where id = $2', [status, id])

/** All cases as an oracle would list them. */
async function inListOrder(): Promise<number[]> {
  const { rows } = await portal.database.pool.query<{ id: number; status: CaseStatus }>('select id, status from cases')
  const rank = (status: CaseStatus) => (status === 'open' ? 0 : 1)
  return rows.toSorted((a, b) => rank(a.status) - rank(b.status) || b.id - a.id).map(({ id }) => id)
}

describe('the case list', () => {
  test('shows a report that was just sent at the top', async () => {
    const id = await send()
    const { rows, count } = await manager.call(listCases)
    expect(rows[0]).toMatchObject({ id, status: 'open', languageId: 1, reporterTypeId: 1, channelId: 2 })
    expect(rows[0]?.code).toMatch(/^UNAR-2026-\d{6}$/)
    expect(rows[0]?.protocolNumber).toBe(rows[0]?.code)
    expect(count).toBeGreaterThanOrEqual(1)
  })

  test('sorts Aperto before all others, each group by descending id', async () => {
    for (const status of ['closed', 'inWorkOne', 'open', 'cancelled', 'open', 'reopened'] as const)
      await setStatus(await send(), status)
    const { rows } = await manager.call(listCases, { query: { from: 1, to: 100 } })
    expect(rows.map(({ id }) => id)).toEqual(await inListOrder())
  })

  test('has pages of ten rows by default, and says which rows they are', async () => {
    for (let index = 0; index < 25; index++) await send()
    const page = await manager.call(listCases)
    expect(page.rows).toHaveLength(10)
    expect({ from: page.from, to: page.to }).toEqual({ from: 1, to: 10 })
    const second = await manager.call(listCases, { query: { from: 11, to: 20 } })
    expect(second.rows.map(({ id }) => id)).toEqual((await inListOrder()).slice(10, 20))
  })

  test('pages by key exactly as by row number, for any page size', async () => {
    const all = await inListOrder()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 13 }), async (size) => {
        const met: number[] = []
        let after: string | undefined
        for (;;) {
          const page = await manager.call(listCases, { query: { from: 1, to: size, after } })
          if (page.rows.length === 0) break
          met.push(...page.rows.map(({ id }) => id))
          const back = await manager.call(listCases, { query: { from: 1, to: size, before: page.firstKey } })
          expect(back.rows.map(({ id }) => id)).toEqual(met.slice(0, -page.rows.length).slice(-size))
          after = page.lastKey
        }
        expect(met).toEqual(all)
      }),
      { numRuns: 5 },
    )
  })

  test('has keys that no address bar takes for a number', async () => {
    const { firstKey, lastKey } = await manager.call(listCases)
    for (const key of [firstKey, lastKey]) expect(Number(key)).toBeNaN()
  })

  test('filters by status', async () => {
    const closed = await manager.call(listCases, {
      query: { filters: { statuses: ['closed', 'cancelled'] }, from: 1, to: 100 },
    })
    expect(closed.count).toBe(closed.rows.length)
    expect(new Set(closed.rows.map(({ status }) => status))).toEqual(new Set(['closed', 'cancelled']))
  })

  test('takes empty filters and orderings as none', async () => {
    const all = await manager.call(listCases)
    for (const query of ['filtri={"statoSegnalazione":[]}', 'filtri={}', 'ordinamenti=[]', 'filtri=&ordinamenti=']) {
      const { status, body } = await manager.raw('GET', `/v1/segnalazioni/integrazione-segnalazione-view?${query}`)
      expect({ query, status, count: body.result.count }).toEqual({ query, status: 200, count: all.count })
    }
  })

  test('counts exactly up to 10,000 and says that there are more, or all of them on request', async () => {
    await portal.database.pool.query(`
      insert into cases (protocol_year, protocol_number, status, created_at, reporter_type_id, language_id, channel_id)
      select 1999, n, 'external', now(), 1, 1, 2 from generate_series(1, 10100) as n`)
    const { body } = await manager.raw(
      'GET',
      '/v1/segnalazioni/integrazione-segnalazione-view?filtri={"statoSegnalazione":[5]}',
    )
    expect(body.result).toMatchObject({ count: 10_000, countOltre: true, da: 1, a: 10 })
    const asked = { filters: { statuses: ['external' as const] }, isExact: true }
    const exact = await manager.call(listCases, { query: asked })
    const stored = await portal.database.pool.query(`select count(*)::int from cases where status = 'external'`)
    expect({ count: exact.count, isMore: exact.countIsMore }).toEqual({
      count: stored.rows[0].count,
      isMore: undefined,
    })
    expect(exact.count).toBeGreaterThanOrEqual(10_100)
    const { total } = await manager.call(getBadges)
    expect(total).toBeGreaterThanOrEqual(10_100)
    await portal.database.pool.query('delete from cases where protocol_year = 1999')
  })

  test.each([
    ['more than 100 rows', 'da=1&a=101', 'a', 'pagina_troppo_grande'],
    ['rows that end before they begin', 'da=10&a=9', 'a', 'pagina_non_valida'],
    ['a row number of zero', 'da=0', 'da', 'valore_non_valido'],
    ['a jump beyond row 10,000', 'da=10001&a=10010', 'da', 'pagina_troppo_lontana'],
    ['filters that are no JSON', 'filtri={', 'filtri', 'json_non_valido'],
    [
      'a status that there is not',
      'filtri={"statoSegnalazione":[9]}',
      'filtri.statoSegnalazione.0',
      'valore_non_valido',
    ],
    [
      'a sorting that is not offered',
      'ordinamenti=[{"campo":"nome","verso":"asc"}]',
      'ordinamenti',
      'ordinamento_non_previsto',
    ],
    ['a key that is none', 'dopo=x', 'dopo', 'valore_non_valido'],
    ['a key of an id that cannot be', 'dopo=1-9999999999', 'dopo', 'valore_non_valido'],
  ])('refuses %s by name', async (_what, query, campo, codice) => {
    const { status, body } = await manager.raw('GET', `/v1/segnalazioni/integrazione-segnalazione-view?${query}`)
    expect(status).toBe(400)
    expect(body.result.errori).toEqual([{ campo, codice, messaggio: expect.any(String) }])
  })
})

describe('a case', () => {
  test('is read as it was sent, on the wire that it was sent on', async () => {
    const sent = reportOnWire({ resoconto_fatti: "L'«altro» giorno 🙁\n\ncosì." })
    const id = await send(sent)
    const { body } = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
    expect(body.result).toMatchObject({ ...sent, id_segnalazione: id, id_stato: 1, id_canale: 2, versione: 1 })
    expect((await manager.call(getCase, { params: { id } })).values).toMatchObject({
      firstName: 'Niccolò',
      birthDate: '1990-02-28',
    })
  })

  test('of an association is read with every member that was sent of it and of the person who writes', async () => {
    const report = associationReportOnWire()
    const organisation = report.personaGiuridica as { anagrafica: object }
    const person = report.personaFisica as { anagrafica: object }
    const sent = {
      ...report,
      personaFisica: { ...person, anagrafica: { ...person.anagrafica, recapito_sec: '3337654321' } },
      personaGiuridica: {
        ...organisation,
        anagrafica: {
          ...organisation.anagrafica,
          indirizzo: 'Via Dante 2',
          cap: '20100',
          recapito_sec: '3331234567',
          email: 'info@ponti.example',
        },
      },
    }
    const { body } = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${await send(sent)}`)
    expect(body.result).toMatchObject({ ...sent, flag_associazione: 1 })
  })

  test('that there is not is 404, and an id that is none is 400', async () => {
    expect((await manager.raw('GET', '/v1/segnalazioni/dettaglio/999999')).status).toBe(404)
    const { status, body } = await manager.raw('GET', '/v1/segnalazioni/dettaglio/abc')
    expect({ status, campo: body.result.errori[0].campo }).toEqual({ status: 400, campo: 'id' })
  })
})

describe('who sees which cases', () => {
  const path = '/v1/segnalazioni/integrazione-segnalazione-view'
  const allowed: readonly Role[] = ['manager', 'operatorOne', 'operatorTwo']

  test.each(Object.keys(roleCodes) as Role[])('%s is let in by the table alone', async (role) => {
    const caller = await portal.as(role)
    const expected = allowed.includes(role) ? 200 : 403
    for (const call of [path, '/v1/segnalazioni/numero-casi'])
      expect((await caller.raw('GET', call)).status, call).toBe(expected)
    expect((await caller.raw('GET', `/v1/segnalazioni/dettaglio/${await send()}`)).status).toBe(expected)
  })

  test('a visitor is not signed in', async () => {
    expect((await portal.visitor.raw('GET', path)).status).toBe(401)
  })

  test('level I sees what is open, reopened or at level I, and its own entries', async () => {
    const operator = await portal.as('operatorOne')
    const ownId = await portal.idOf('operatorOne')
    const seen = async (status: CaseStatus, isOwn: boolean) => {
      const id = await send()
      await portal.database.pool.query('update cases set status = $1, created_by = $2 where id = $3', [
        status,
        isOwn ? ownId : null,
        id,
      ])
      return (await operator.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).status
    }
    expect(await seen('open', false)).toBe(200)
    expect(await seen('inWorkOne', false)).toBe(200)
    expect(await seen('reopened', false)).toBe(200)
    expect(await seen('inWorkTwo', false)).toBe(403)
    expect(await seen('closed', false)).toBe(403)
    expect(await seen('closed', true)).toBe(200)
    const { rows } = await operator.call(listCases, {
      query: { from: 1, to: 100, filters: { statuses: ['inWorkTwo'] } },
    })
    expect(rows).toEqual([])
  })
})

describe('badge counters', () => {
  const counts = (caller: Caller) => caller.call(getBadges)

  test('count what waits, and what is assigned to me', async () => {
    const before = await counts(manager)
    const id = await send()
    expect(await counts(manager)).toEqual({ ...before, total: before.total + 1 })
    await portal.database.pool.query("update cases set status = 'inWorkTwo', assigned_to = $1 where id = $2", [
      await portal.idOf('manager'),
      id,
    ])
    expect(await counts(manager)).toEqual({ ...before, assigned: before.assigned + 1, total: before.total + 1 })
    await setStatus(id, 'closed')
    expect(await counts(manager)).toEqual(before)
  })

  test('travel as assegnati and totali', async () => {
    const { body } = await manager.raw('GET', '/v1/segnalazioni/numero-casi')
    expect(Object.keys(body.result).sort()).toEqual([
      'assegnati',
      'avvisi',
      'da_attribuire',
      'posta_da_esaminare',
      'richieste_da_decidere',
      'totali',
    ])
  })

  test('stay exact when the ledger is folded, while others write', async () => {
    const work = Array.from({ length: 20 }, () => send())
    for (let index = 0; index < 5; index++) await foldCases(portal.services.db)
    await Promise.all(work)
    await foldCases(portal.services.db)
    const { rows } = await portal.database.pool.query(
      'select status, count(*)::int as count from cases group by status order by status',
    )
    const kept = await portal.database.pool.query(
      'select status, sum(delta)::int as count from case_count_entries group by status order by status',
    )
    expect(kept.rows).toEqual(rows)
    const { total } = await counts(await portal.as('operatorOne'))
    const seen = rows.filter(({ status }) => ['open', 'inWorkOne', 'reopened'].includes(status))
    expect(total).toBe(seen.reduce((sum, { count }) => sum + count, 0))
  })

  test('do not prolong the session, unlike the list', async () => {
    const caller = await portal.as('operatorTwo')
    const now = portal.clock.now()
    portal.clock.advance(1000)
    await counts(caller)
    portal.clock.advance(801)
    expect((await caller.raw('GET', '/v1/segnalazioni/numero-casi')).status).toBe(401)
    portal.clock.set(now)
  })
})
