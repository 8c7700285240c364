import { type CaseFilters, caseSorts, officeZone, pendingStatuses } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageRequest } from '#platform/database/page.ts'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { insertManyCases, madeUpCases, manyNames, manyWords } from '../../../../test/many-cases.ts'
import { latenessDates } from '../case-terms.rules.ts'
import { listScope } from '../cases.rules.ts'
import { createExpiringMap } from '../expiring-map.ts'
import { type CaseOrder, officeOrder, ordersOf } from './case-order.ts'
import { type LargeLists, type PageLocation, type PageNeeds, readCasePage, timeAboveCap } from './case-page.store.ts'
import { idsInOrder, isAlongIndex } from './case-page-sql.ts'
import { planQuery } from './case-plan.ts'
import { searchTokens } from './search-tokens.ts'

let portal: TestApp
let people: number[]
beforeAll(async () => {
  portal = await startTestApp()
  people = [await portal.idOf('operatorOne'), await portal.idOf('operatorTwo')]
  await insertManyCases(portal, madeUpCases(1200, people, portal.clock.now()))
}, 60_000)
afterAll(() => portal.close())

/** Filters of each kind: none, without an index, with an index, and several with an index. */
const sorts: readonly (readonly [what: string, filters: () => CaseFilters])[] = [
  ['nothing', () => ({})],
  ['a status', () => ({ statuses: ['closed'] })],
  ['several statuses of an operator', () => ({ statuses: ['closed', 'open'], user: { ids: people } })],
  ['what is late', () => ({ isLate: true })],
  ['a range of days', () => ({ createdTo: '2026-06-01' })],
  ['facets', () => ({ grounds: [1, 2, 3], isVirtual: true })],
  ['a word', () => ({ narrative: manyWords[0] })],
  ['days of the event', () => ({ eventFrom: '2025-06-01' })],
  ['a word and a facet', () => ({ narrative: manyWords[1], grounds: [1, 2, 3, 4] })],
  ['a name and days of the event', () => ({ person: manyNames[0], eventFrom: '2025-06-01' })],
  ['messages not read', () => ({ hasUnread: true })],
  ['messages not read, and facets', () => ({ hasUnread: true, channels: [1, 2, 3, 4, 5, 6] })],
  ['what waits', () => ({ statuses: ['toAssign', 'reopened'] })],
  ['what nobody works on', () => ({ statuses: ['open', 'inWorkOne'], isUnassigned: true })],
  ['what an operator has to do', () => ({ statuses: [...pendingStatuses], user: { ids: people.slice(0, 1) } })],
  ['what is late of an operator', () => ({ isLate: true, user: { ids: people.slice(0, 1) } })],
  ['what is to be closed', () => ({ isClosingProposed: true })],
  ['who is to be informed', () => ({ isToInform: true })],
  ['where they live, and facets', () => ({ nations: [101, 102, 103, 104], channels: [1, 2, 3, 4, 5, 6] })],
]

async function listOf(filters: CaseFilters) {
  const { db, vault } = portal.services
  const late = latenessDates(
    { takeDays: 7, closeDays: 90, letterDays: 30, letterDayKind: 'calendar' as const },
    '2026-11-20',
  )
  const tokens = searchTokens(vault, filters)
  const { statuses, user } = filters
  const query = { filters, statuses, tokens, operatorIds: user?.ids, late, tag: officeZone }
  return { scope: everyCase(), query, plan: await planQuery(db, query) }
}

function everyCase() {
  const scope = listScope('all', 'manager', 0)
  if (!scope) throw new Error('A manager sees every case.')
  return scope
}

async function orderBy(column: keyof typeof caseSorts | undefined): Promise<CaseOrder> {
  if (!column) return officeOrder
  const request = { orderings: [{ column: caseSorts[column], direction: 'asc' as const }] }
  const terms = { takeDays: 7, closeDays: 90, letterDays: 30, letterDayKind: 'calendar' as const }
  const [order] = await ordersOf(request, {}, { vault: portal.services.vault, terms, idsInOrder: async () => [] })
  return order
}

async function pageOf(
  filters: CaseFilters,
  column: keyof typeof caseSorts | undefined,
  page: PageRequest,
  options: Omit<PageNeeds, 'db'> & Pick<CaseOrder, 'maxCases'> = {},
) {
  const { maxCases, ...needs } = options
  const order = { ...(await orderBy(column)), ...(maxCases !== undefined && { maxCases }) }
  const found = await readCasePage({ db: portal.services.db, ...needs }, { ...(await listOf(filters)), order }, page)
  if (!found) throw new Error('The list is too long for its order.')
  const { rows, ...place } = found
  if (rows) expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(place.ids))
  return place
}

// With so low a cap every list counts as large.
const scans = {
  'the window of the next cases': { exactCount: 4, margin: 0, windowSize: 5000 },
  'all matching cases': { exactCount: 4, margin: 0, windowSize: 1 },
}

describe.each(sorts)('the page of a list of more cases than are counted, by %s', (_what, filters) => {
  test.each(Object.entries(scans))('is found among %s as it is where all are counted', async (_where, scanLimits) => {
    for (const column of [undefined, 'createdAt', 'protocolNumber'] as const) {
      const first = await pageOf(filters(), column, { range: { from: 1, to: 40 } })
      expect(first.count).toBeGreaterThan(15)
      const list = { ...(await listOf(filters())), order: await orderBy(column) }
      const count = isAlongIndex(list) && list.plan.isCounted ? first.count : 5
      const pages: PageRequest[] = [{ range: { from: 1, to: 10 } }, { range: { from: 8, to: 15 } }]
      for (const page of pages) {
        const found = await pageOf(filters(), column, page, { scanLimits })
        expect(found).toEqual({ count, ids: first.ids.slice(page.range.from - 1, page.range.to) })
      }
    }
  })

  test('is the same cases in the same order as SQL for exports finds', async () => {
    for (const column of [undefined, 'createdAt', 'due'] as const) {
      const { ids } = await pageOf(filters(), column, { range: { from: 1, to: 100_000 }, isExact: true })
      const list = { ...(await listOf(filters())), order: await orderBy(column) }
      const { rows } = await idsInOrder(list).execute(portal.services.db)
      expect(rows.map(({ id }) => id)).toEqual(ids)
    }
  })

  test.each(Object.entries(scans))('goes on and back by key among %s', async (_where, scanLimits) => {
    const { ids } = await pageOf(filters(), undefined, { range: { from: 1, to: 15 } })
    const { rows } = await portal.database.pool.query('select list_rank, id from cases where id = any($1)', [
      [ids[4], ids[10]],
    ])
    const placeOf = (id: number | undefined) => {
      const row = rows.find((one) => one.id === id)
      return [row.list_rank, row.id]
    }
    const range = { from: 1, to: 5 }
    const next = await pageOf(filters(), undefined, { range, after: placeOf(ids[4]) }, { scanLimits })
    expect(next.ids).toEqual(ids.slice(5, 10))
    const back = await pageOf(filters(), undefined, { range, before: placeOf(ids[10]) }, { scanLimits })
    expect(back.ids).toEqual(ids.slice(5, 10))
  })
})

describe('a list that was found to be long', () => {
  const page: PageRequest = { range: { from: 1, to: 10 } }
  const known = (largeLists: LargeLists) => ({ scanLimits: scans['the window of the next cases'], largeLists })

  /** A cache, and what was found in it and remembered. */
  function watchedCache() {
    const found: (PageLocation | undefined)[] = []
    const remembered: [PageLocation, number][] = []
    const inner = createExpiringMap<PageLocation>(portal.clock)
    const largeLists: LargeLists = {
      get(list) {
        const location = inner.get(list)
        found.push(location)
        return location
      },
      set(list, location, time) {
        remembered.push([location, time])
        inner.set(list, location, time)
      },
    }
    return { largeLists, found, remembered }
  }

  test('is not counted again, and has the same pages', async () => {
    const { largeLists, found } = watchedCache()
    const filters: CaseFilters = { grounds: [1, 2, 3] }
    const first = await pageOf(filters, undefined, page, known(largeLists))
    expect(await pageOf(filters, undefined, page, known(largeLists))).toEqual(first)
    const sorted = { scanLimits: scans['all matching cases'], largeLists }
    expect(await pageOf({ grounds: [4] }, undefined, page, sorted)).toEqual(
      await pageOf({ grounds: [4] }, undefined, page, sorted),
    )
    expect(found).toEqual([undefined, 'window', undefined, 'apart'])
  })

  test('with more open cases than the window, of which none matches, is found without sorting all', async () => {
    const { pool } = portal.database
    await pool.query(`update cases set hashtags = '[{"hashtagId":77}]'
      where id in (select id from cases where list_rank = 0 and not is_out_of_remit order by id desc limit 30)`)
    const { rows } = await pool.query(
      'select count(*)::int as open from cases where list_rank > 0 and not is_out_of_remit',
    )
    const scanLimits = { exactCount: 4, margin: 0, windowSize: rows[0].open - 20 }
    const { largeLists, found, remembered } = watchedCache()
    const filters: CaseFilters = { hashtags: [77] }
    const { ids } = await pageOf(filters, undefined, { range: { from: 1, to: 20 } })
    for (const [from, to] of [
      [1, 10],
      [6, 15],
    ] as const) {
      const shown = await pageOf(filters, undefined, { range: { from, to } }, { scanLimits, largeLists })
      expect(shown.ids).toEqual(ids.slice(from - 1, to))
    }
    expect([found, remembered.at(-1)?.[0]]).toEqual([[undefined, 'apart'], 'apart'])
  })

  test('and that its order refuses is not counted again before it is refused', async () => {
    const { largeLists, remembered } = watchedCache()
    for (const _time of ['first', 'second'])
      await expect(
        pageOf({ grounds: [1, 2, 3] }, undefined, page, { ...known(largeLists), maxCases: 4 }),
      ).rejects.toThrow('too long')
    expect(remembered).toEqual([['sorted', 60_000]])
  })

  test('between cap and margin has the same pages before and after it is remembered', async () => {
    const scanLimits = { exactCount: 4, margin: 1000, windowSize: 5000 }
    const { largeLists, remembered } = watchedCache()
    const options = { scanLimits, largeLists }
    const counted = await pageOf({ grounds: [1] }, undefined, page, options)
    expect(remembered).toEqual([['window', ((counted.count - 5) / 1000) * 60_000]])
    expect(await pageOf({ grounds: [1] }, undefined, page, options)).toEqual({ count: 1005, ids: counted.ids })
    expect(remembered).toHaveLength(1)
  })

  test.each([
    [10_000, 0],
    [10_001, 0],
    [10_002, 120],
    [10_251, 30_000],
    [10_501, 60_000],
    [90_000, 60_000],
  ])('of %i cases is remembered for a part of a minute', (count, milliseconds) => {
    expect(timeAboveCap(count)).toBe(milliseconds)
  })

  test('is counted where all are asked for, and where it is another list', async () => {
    const largeLists = createExpiringMap<PageLocation>(portal.clock)
    await pageOf({ grounds: [1] }, undefined, page, known(largeLists))
    const exact = await pageOf({ grounds: [1] }, undefined, { ...page, isExact: true }, known(largeLists))
    expect(exact.count).toBeGreaterThan(10)
    const none = await pageOf(
      { grounds: [1], statuses: ['cancelled'], minorsCount: 77 },
      undefined,
      page,
      known(largeLists),
    )
    expect(none).toEqual({ count: 0, ids: [] })
  })
})
