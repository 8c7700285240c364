import {
  type CaseHome,
  type CaseRow,
  caseSorts,
  getCaseHome,
  type HomeBox,
  type HomeTab,
  homeBoxes,
  homeRows,
  type Page,
  type Role,
  searchCases,
  withDefaultStatuses,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { insertManyCases, madeUpCases } from '../../../../test/many-cases.ts'
import { foldLedger } from '../case-upkeep.store.ts'

const roles = Object.keys(homeBoxes) as Role[]

let portal: TestApp
const callers = {} as Record<Role, Caller>
beforeAll(async () => {
  portal = await startTestApp()
  for (const role of roles) callers[role] = await portal.as(role)
}, 60_000)
afterAll(() => portal.close())

const homeOf = (role: Role, tab?: HomeTab, rows?: number): Promise<CaseHome> =>
  callers[role].call(getCaseHome, { query: { tab, rows } })

/** The list behind a tab in order of term, as its link asks for it. */
const listBehind = (caller: Caller, { view, filters }: HomeBox): Promise<Page<CaseRow>> =>
  caller.call(searchCases, {
    query: { view },
    wire: z.encode(searchCases.body, {
      filters: withDefaultStatuses(view, filters),
      orderings: [{ column: caseSorts.due, direction: 'asc' }],
      from: 1,
      to: homeRows.most,
    }) as object,
  })

/** Compares each tab of a role with its list, and the whole queue with all of them; returns the whole queue. */
async function compare(role: Role): Promise<CaseHome> {
  const whole = await homeOf(role)
  const boxes = homeBoxes[role] ?? []
  expect(whole.tabs.map(({ name }) => name)).toEqual(['everything', ...boxes.map(({ name }) => name)])
  const firsts: CaseRow[] = []
  for (const [place, box] of boxes.entries()) {
    const { rows, count, lastKey } = await listBehind(callers[role], box)
    const home = await homeOf(role, box.name)
    expect(home.tabs, box.name).toEqual(whole.tabs)
    expect(home.tabs[place + 1], box.name).toEqual({ name: box.name, count })
    expect(home.ids, box.name).toEqual(rows.map(({ id }) => id))
    expect(home.rows.map(({ row }) => row)).toEqual(rows.slice(0, homeRows.first))
    expect(home.lastKey, box.name).toBe(lastKey)
    firsts.push(...rows)
  }
  const ids = new Map(firsts.map((row) => [row.id, row.dueOn ?? '9999']))
  expect(new Set(whole.ids).size).toBe(whole.ids.length)
  const days = whole.ids.map((id) => ids.get(id))
  expect(days).toEqual([...ids.values()].toSorted().slice(0, homeRows.most))
  return whole
}

describe.each(roles)('the home page of %s', (role) => {
  test('is an empty queue where there are no cases', async () => {
    const { tabs, rows, ids } = await compare(role)
    expect({ rows, ids, counts: tabs.filter(({ count }) => count > 0) }).toEqual({ rows: [], ids: [], counts: [] })
  })

  test('has no tabs of other roles', async () => {
    const foreign = role === 'manager' ? 'mine' : 'toAssign'
    const answer = await callers[role].raw(
      'GET',
      `/v1/segnalazioni/home?scheda=${foreign === 'mine' ? 'in_lavorazione_da_me' : 'da_assegnare'}`,
    )
    expect(answer.status).toBe(403)
  })
})

describe('among many cases', () => {
  beforeAll(async () => {
    const people = await Promise.all(roles.map((role) => portal.idOf(role)))
    await insertManyCases(portal, madeUpCases(1500, people, portal.clock.now()))
  }, 60_000)

  test.each(roles)(
    'the tabs of %s have what their lists have in order of term, all of them each case once',
    async (role) => {
      const { tabs, rows } = await compare(role)
      const [everything, ...parts] = tabs
      expect(rows).toHaveLength(homeRows.first)
      expect(everything?.count).toBeGreaterThan(Math.max(...parts.map(({ count }) => count)))
      expect(everything?.count).toBeLessThan(parts.reduce((sum, { count }) => sum + count, 0))
    },
  )

  test('counts are those of the lists after each change of a case, and after the ledger was summed', async () => {
    const [{ id }] = (await portal.database.pool.query("select id from cases where status = 'inWorkTwo' limit 1")).rows
    const change = (assignment: string) =>
      portal.database.pool.query(`update cases set ${assignment} where id = $1`, [id])
    const changes = {
      'a new day of work': () => change('worked_from = now()'),
      'an old day of work': () => change("worked_from = now() - interval '900 days'"),
      'a status': () => change("status = 'toAssign', assigned_to = null"),
      'another day of the status': () => change("worked_from = now(), status_since = now() - interval '300 days'"),
      'a proposal to close': () => change('closing_proposed_at = now()'),
      'a proposal that is taken back': () => change('closing_proposed_at = null'),
      'an unread message': () => change('unread = 1'),
      'the sum of the ledger': () => foldLedger(portal.services.db),
      'an end': () => change("status = 'closed', closed_at = now()"),
    }
    const boxes = homeBoxes.manager ?? []
    const counts: number[] = []
    for (const run of Object.values(changes)) {
      await run()
      const [, ...tabs] = (await homeOf('manager', undefined, 1)).tabs
      const lists = await Promise.all(boxes.map((box) => listBehind(callers.manager, box)))
      expect(tabs.map(({ count }) => count)).toEqual(lists.map(({ count }) => count))
      counts.push(tabs[0]?.count ?? 0)
    }
    // Late or not late, by the days alone.
    expect(counts.slice(0, 2)).toEqual([(counts[1] ?? 0) - 1, counts[1]])
  })

  test.each(roles)('the audit entry of %s names the cases that are shown, in their order', async (role) => {
    const { rows: shown } = await homeOf(role, undefined, 7)
    const { rows } = await portal.database.pool.query('select record_ids from audit_entries order by id desc limit 1')
    expect(shown).toHaveLength(7)
    expect(rows[0].record_ids.map(Number)).toEqual(shown.map(({ row }) => row.id))
  })
})

describe('of more cases than are counted', () => {
  test('a tab and the queue say that there are more', async () => {
    await portal.database.pool.query(
      `insert into cases (protocol_year, protocol_number, status, created_at, worked_from, reporter_type_id, language_id, channel_id)
       select 1981, n, 'external', now(), $1, 1, 1, 2 from generate_series(1, 10100) as n`,
      [new Date('2026-01-01')],
    )
    const { tabs, ids } = await homeOf('manager', 'late')
    expect(tabs.slice(0, 2)).toEqual([
      { name: 'everything', count: 10_000, countIsMore: true },
      { name: 'late', count: 10_000, countIsMore: true },
    ])
    expect(ids).toHaveLength(homeRows.most)
  }, 60_000)
})
