import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/engines.ts'
import type { Database } from './database.ts'
import { byId, byInstant, byText, defineList } from './list.ts'
import type { Db } from './transaction.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

interface EnrolmentFilters {
  readonly body?: string
}

const enrolments = sql<{ id: number; body: string; since: Date }>`(values
  (1, 'Zoè', timestamptz '2026-03-01'), (2, 'ancora', '2026-02-01'), (3, 'Àncora', '2026-01-01'),
  (4, 'Éric', '2026-04-01'), (5, 'ancora', '2026-02-01'))`.as<'enrolments'>(sql`enrolments (id, body, since)`)

// The worked example: a list with two sorts and a text filter.
const listEnrolments = defineList({
  rows: (db: Db, { body = '' }: EnrolmentFilters) =>
    db
      .selectFrom(enrolments)
      .select(['enrolments.id', 'enrolments.body', 'enrolments.since'])
      .where('enrolments.body', 'ilike', `%${body}%`),
  order: byId('enrolments.id'),
  sortNames: { body: 'denominazione', since: 'dal' },
  sorts: {
    body: byText('enrolments.body', 'enrolments.id'),
    since: byInstant('enrolments.since', 'enrolments.id'),
  },
})

const order = (column: string, direction: 'asc' | 'desc') => [{ column, direction }]
const idsOf = async (request: object, filters: EnrolmentFilters = {}) =>
  (await listEnrolments(database.db, request, filters)).rows.map(({ id }) => id)

test('a list is in its own order, newest first, and in the orders that it offers', async () => {
  expect(await idsOf({})).toEqual([5, 4, 3, 2, 1])
  expect(await idsOf({ orderings: order('denominazione', 'asc') })).toEqual([2, 5, 3, 4, 1])
  expect(await idsOf({ orderings: order('dal', 'desc') })).toEqual([4, 1, 5, 2, 3])
})

test('a list is filtered and counted', async () => {
  expect(await listEnrolments(database.db, { to: 1 }, { body: 'ANC' })).toMatchObject({ count: 2, rows: [{ id: 5 }] })
})

const searchEnrolments = defineList({
  rows: (db: Db, { body = '' }: EnrolmentFilters) =>
    db
      .selectFrom(enrolments)
      .select(['enrolments.id', 'enrolments.body', 'enrolments.since'])
      .where('enrolments.body', 'ilike', `%${body}%`),
  search: {
    isOne: ({ body }) => body !== undefined,
    all: (db) => db.selectFrom(enrolments).select(['id', 'body', 'since']),
  },
  order: byId('enrolments.id'),
  sortNames: { body: 'denominazione', since: 'dal' },
  sorts: {
    body: byText('enrolments.body', 'enrolments.id'),
    since: byInstant('enrolments.since', 'enrolments.id'),
  },
})

const orders = [undefined, 'denominazione', 'dal'].flatMap((column) =>
  (['asc', 'desc'] as const).map((way) => ({ name: `${column ?? 'its own order'}, ${way}`, column, way })),
)
test.each(orders)('a search by one statement has the pages and the count of two, by $name', async ({ column, way }) => {
  const orderings = column === undefined ? undefined : order(column, way)
  for (const filters of [{ body: 'c' }, { body: 'nothing' }]) {
    const read = (list: typeof listEnrolments, page: object) => list(database.db, { orderings, ...page }, filters)
    const { lastKey } = await read(listEnrolments, { to: 2 })
    for (const page of [
      { to: 2 },
      { from: 2, to: 3 },
      { from: 9, to: 10 },
      { to: 2, after: lastKey },
      { to: 2, before: lastKey },
    ])
      expect(await read(searchEnrolments, page)).toEqual(await read(listEnrolments, page))
  }
})

test.each(['denominazione', 'dal'])('a list sorted by %s is read forward and backward by key', async (column) => {
  const orderings = order(column, 'asc')
  const first = await listEnrolments(database.db, { orderings, to: 2 }, {})
  const second = await listEnrolments(database.db, { orderings, to: 2, after: first.lastKey }, {})
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual((await idsOf({ orderings })).slice(0, 4))
  expect((await listEnrolments(database.db, { orderings, to: 2, before: second.firstKey }, {})).rows).toEqual(
    first.rows,
  )
})

test.each<[object, string]>([
  [{ orderings: order('constructor', 'asc') }, 'ordinamenti'],
  [{ after: '0' }, 'dopo'],
  [{ before: '2147483648' }, 'prima'],
  [{ orderings: order('dal', 'asc'), after: '-999999999999999-1' }, 'dopo'],
  [{ orderings: order('dal', 'asc'), after: '1-2147483648' }, 'dopo'],
])('a list refuses %j', async (request, path) => {
  await expect(idsOf(request)).rejects.toMatchObject({ details: { fieldErrors: [{ path }] } })
})
