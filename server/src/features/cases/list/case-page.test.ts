import { type CaseFilters, officeZone } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageRequest } from '#platform/database/page.ts'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { insertManyCases, madeUpCases, manyNames, manyWords } from '../../../../test/many-cases.ts'
import { lateBefore } from '../case-terms.rules.ts'
import { listScope } from '../cases.rules.ts'
import { lookUp } from './case-conditions.ts'
import { orderOf } from './case-order.ts'
import { type Finding, findPage } from './case-page.store.ts'
import { searchTokens } from './case-search.ts'
import { createLongLists, type LongLists } from './long-lists.ts'

let portal: TestApp
let people: number[]
beforeAll(async () => {
  portal = await startTestApp()
  people = [await portal.idOf('operatorOne'), await portal.idOf('operatorTwo')]
  await insertManyCases(portal, madeUpCases(1200, people, portal.clock.now()))
}, 60_000)
afterAll(() => portal.close())

/** Filters of each sort: none, told row by row, by an index of their own, several of these. */
const sorts: readonly (readonly [what: string, filters: () => CaseFilters])[] = [
  ['nothing', () => ({})],
  ['a status', () => ({ statuses: ['closed'] })],
  ['several statuses of an operator', () => ({ statuses: ['closed', 'open'], user: { ids: people } })],
  ['what is late', () => ({ isLate: true })],
  ['a range of days', () => ({ createdTo: '2026-06-01' })],
  ['facets', () => ({ grounds: [1, 2, 3], isVirtual: true })],
  ['a word', () => ({ narrative: manyWords[0] })],
  ['a word and a facet', () => ({ narrative: manyWords[1], grounds: [1, 2, 3, 4] })],
  ['a name and days of the event', () => ({ person: manyNames[0], eventFrom: '2025-06-01' })],
  ['messages not read', () => ({ hasUnread: true })],
  ['where they live, and facets', () => ({ nations: [101, 102, 103, 104], channels: [1, 2, 3, 4, 5, 6] })],
]

async function pageOf(filters: CaseFilters, column: string | undefined, page: PageRequest, finding?: Finding) {
  const { db, vault } = portal.services
  const scope = listScope('all', 'manager', 0)
  if (!scope) throw new Error('A manager sees every case.')
  const late = lateBefore({ takeDays: 7, closeDays: 90 }, '2026-11-20')
  const tokens = searchTokens(vault, filters)
  const wanted = await lookUp(db, { filters, tokens, operatorIds: filters.user?.ids, late, tag: officeZone })
  const needs = { terms: { takeDays: 7, closeDays: 90 }, idsInOrder: async () => [] }
  const order = await orderOf(column === undefined ? undefined : { column, direction: 'asc' }, needs)
  return findPage(db, { scope, wanted, order }, page, finding)
}

// With so little counted beforehand every list counts as one of very many cases.
const reaches = {
  'the next of the list': { counted: 5, window: 5000 },
  'all of them sorted': { counted: 5, window: 1 },
}

describe.each(sorts)('the page of a list of more cases than are counted, by %s', (_what, filters) => {
  test.each(Object.entries(reaches))('is found among %s as it is where they are counted', async (_where, reach) => {
    for (const column of [undefined, 'data_creazione', 'numero_protocollo']) {
      const first = await pageOf(filters(), column, { range: { from: 1, to: 40 } })
      expect(first.count).toBeGreaterThan(15)
      const pages: PageRequest[] = [{ range: { from: 1, to: 10 } }, { range: { from: 8, to: 15 } }]
      for (const page of pages) {
        const { count, ids } = await pageOf(filters(), column, page, { reach })
        expect({ count, ids }).toEqual({ count: 5, ids: first.ids.slice(page.range.from - 1, page.range.to) })
      }
    }
  })

  test.each(Object.entries(reaches))('goes on and back by key among %s', async (_where, reach) => {
    const { ids } = await pageOf(filters(), undefined, { range: { from: 1, to: 15 } })
    const { rows } = await portal.database.pool.query('select list_rank, id from cases where id = any($1)', [
      [ids[4], ids[10]],
    ])
    const placeOf = (id: number | undefined) => {
      const row = rows.find((one) => one.id === id)
      return [row.list_rank, row.id]
    }
    const range = { from: 1, to: 5 }
    const next = await pageOf(filters(), undefined, { range, after: placeOf(ids[4]) }, { reach })
    expect(next.ids).toEqual(ids.slice(5, 10))
    const back = await pageOf(filters(), undefined, { range, before: placeOf(ids[10]) }, { reach })
    expect(back.ids).toEqual(ids.slice(5, 10))
  })
})

describe('a list that was found to be long', () => {
  const page: PageRequest = { range: { from: 1, to: 10 } }
  const known = (longLists: LongLists) => ({ reach: reaches['the next of the list'], longLists })

  test('is not counted again, and has the same pages', async () => {
    const asked: string[] = []
    const longLists = createLongLists(portal.clock)
    const watched: LongLists = {
      find: (list) => {
        const found = longLists.find(list)
        asked.push(found ?? 'unknown')
        return found
      },
      remember: longLists.remember,
    }
    const filters: CaseFilters = { grounds: [1, 2, 3] }
    const first = await pageOf(filters, undefined, page, known(watched))
    expect(await pageOf(filters, undefined, page, known(watched))).toEqual(first)
    const far = { reach: reaches['all of them sorted'], longLists: watched }
    expect(await pageOf({ grounds: [4] }, undefined, page, far)).toEqual(
      await pageOf({ grounds: [4] }, undefined, page, far),
    )
    expect(asked).toEqual(['unknown', 'near', 'unknown', 'far'])
  })

  test('is counted where all are asked for, and where it is another list', async () => {
    const longLists = createLongLists(portal.clock)
    await pageOf({ grounds: [1] }, undefined, page, known(longLists))
    const exact = await pageOf({ grounds: [1] }, undefined, { ...page, isExact: true }, known(longLists))
    expect(exact.count).toBeGreaterThan(10)
    const none = await pageOf(
      { grounds: [1], statuses: ['cancelled'], minorsCount: 77 },
      undefined,
      page,
      known(longLists),
    )
    expect(none).toEqual({ count: 0, ids: [] })
  })

  test('is forgotten after a minute; the oldest goes where there are too many', () => {
    let now = 0
    const longLists = createLongLists({ ...portal.clock, now: () => new Date(now) })
    longLists.remember('a', 'near')
    now = 59_999
    expect(longLists.find('a')).toBe('near')
    now = 60_000
    expect(longLists.find('a')).toBeUndefined()
    for (let index = 0; index <= 1000; index++) longLists.remember(`list ${index}`, 'far')
    expect(longLists.find('list 0')).toBeUndefined()
    expect(longLists.find('list 1')).toBe('far')
  })
})
