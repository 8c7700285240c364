import { type CaseFilters, caseSorts, homeBoxes, pendingStatuses } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PageRequest, pageClause } from '#platform/database/page.ts'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { latenessDates } from '../case-terms.rules.ts'
import { allCases } from '../cases.store.ts'
import { type CaseOrder, officeOrder, ordersOf } from './case-order.ts'
import {
  countedHits,
  countOf,
  idsAlongIndex,
  idsOfAll,
  idsOfNext,
  idsOfOpen,
  keysOf,
  type ListQuery,
  planOf,
  restrictionBy,
  sortedPage,
} from './case-page-sql.ts'
import { planQuery } from './case-plan.ts'
import { readQueue } from './case-queue.store.ts'

const pending = [...pendingStatuses]
const terms = { takeDays: 7, closeDays: 90, letterDays: 30, letterDayKind: 'calendar' as const }
/** As many as a name has, of which only five exist. */
const rareTokens = Array.from({ length: 50 }, (_, index) => String(103_995 + index))

let portal: TestApp
let operator: number
beforeAll(async () => {
  portal = await startTestApp()
  operator = await portal.idOf('operatorTwo')
  await insertPlainCases(20_000)
}, 120_000)
afterAll(() => portal.close())

/**
 * Inserts cases of five years with their reports, without the vault: of each hundred one is open, four are pending, five are out of
 * remit. Search tokens are numbers: 1 is a word of two cases in five, 2 of one in ten, 1000 and above of ten cases each.
 */
async function insertPlainCases(count: number) {
  const { pool } = portal.database
  for (let from = 1; from <= count; from += 5000) {
    await pool.query(
      `with numbers as (
          select n, timestamptz '2026-11-20' - (20000 - n) * interval '2 hours' as at from generate_series($1::int, $1::int + 4999) as n
        ), made as (
          insert into cases (protocol_year, protocol_number, created_at, inserted_at, worked_from, status_since, status, assigned_to,
              relevance_id, closing_proposed_at, awaits_letter, unread, mode_id, outcome_id, place_region, reporter_type_id, language_id, channel_id)
            select 1980, n, at, at, at, at,
              case when n % 100 = 0 then 'open' when n % 100 < 5 then 'inWorkTwo' else 'closed' end,
              case when n % 4 = 0 then $2::int else 1 end,
              case when n % 20 = 3 then 2 else 1 end,
              case when n % 250 = 1 then at end,
              n % 200 = 7,
              case when n % 300 = 2 then 1 else 0 end,
              1 + n % 6, 1 + n * 7 % 17, 1 + n * 11 % 20, 1, 1, 2
            from numbers order by n
            returning id, created_at
        )
        insert into reports (case_id, received_at, event_date, region, province)
          select id, created_at, created_at::date - 30, 1 + id % 20, 1 + id % 100 from made`,
      [from, operator],
    )
    await pool.query(
      `insert into report_tokens (id, tokens)
        select id, array_remove(array[case when id % 5 < 2 then 1 end, case when id % 10 = 7 then 2 end, 1000 + id / 10], null)::bigint[]
          || array(select (100000 + (id * 31 + word * 17) % 4000)::bigint from generate_series(1, 30) as word)
        from cases where protocol_year = 1980 and protocol_number >= $1::int`,
      [from],
    )
  }
  await pool.query('vacuum analyze')
}

/** A list of RUP in the order of the office; `tokens` as the vault would find them. */
async function listOf(
  filters: CaseFilters,
  order: CaseOrder = officeOrder,
  tokens: string[][] = [],
): Promise<ListQuery> {
  const late = latenessDates(terms, '2026-11-20')
  const query = { filters, statuses: filters.statuses, tokens, operatorIds: filters.user?.ids, late, tag: 'DPO' }
  return { scope: { ...allCases, isOutOfRemit: false }, query, plan: await planQuery(portal.services.db, query), order }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The nodes of the plan of a statement, such as 'Index Scan cases_to_do', each once, subplans marked. */
async function explained(text: string, parameters: readonly unknown[]): Promise<string[]> {
  const { rows } = await portal.database.pool.query(`explain (format json) ${text}`, [...parameters])
  const read = (node: PlanNode): string[] => [
    [
      node['Parent Relationship'] === 'SubPlan' && 'SubPlan:',
      node['Node Type'],
      node['Index Name'] ?? node['Relation Name'],
    ]
      .filter(Boolean)
      .join(' '),
    ...(node.Plans ?? []).flatMap(read),
  ]
  return [...new Set(read(rows[0]['QUERY PLAN'][0].Plan))]
}

async function nodesOf(statement: RawBuilder<unknown>): Promise<string[]> {
  const { sql: text, parameters } = statement.compile(portal.services.db)
  return explained(text, parameters)
}

const page: PageRequest = { range: { from: 1, to: 10 } }
const cap = 10_501

/** The statements that read a list. */
const statements = {
  /** The page along an index that holds the cases and few others. */
  'along an index': (list) => idsAlongIndex(list, pageClause(list.order.columns, page, list.order.direction)),
  /** Page and count of all matches, sorted. */
  'of all matches': (list) =>
    sql`${planOf(list.plan)} ${sortedPage(list, pageClause(keysOf(list.order), page, list.order.direction), cap)}`,
  /** The same, counted by the index of search tokens alone. */
  'of hits': (list) => countedHits(list, page, cap),
  /** The page among the next of a large list, row by row. */
  'of the next cases': (list) => idsOfNext(list, page, 5000),
  /** The page among all open cases. */
  'of the open cases': (list) => idsOfOpen(list, page),
  /** The page of a large list, all sorted. */
  'of a whole list': (list) => idsOfAll(list, page),
  'of the count': (list) => sql`select ${countOf(list, cap)}`,
  'of a restriction': (list) => restrictionBy(list.scope, list.plan),
} as const satisfies Record<string, (list: ListQuery) => RawBuilder<unknown> | undefined>

interface Expectation {
  readonly has: readonly string[]
  /** What no node begins with. */
  readonly never: readonly string[]
}

const joins = ['Hash Join', 'Merge Join', 'Nested Loop']
const scansOfCases = ['Seq Scan cases', 'Bitmap Heap Scan cases']

// biome-ignore format: a table
const plans: readonly (readonly [what: string, filters: () => CaseFilters, tokens: string[][], statement: keyof typeof statements, expected: Expectation])[] = [
  ['all',            () => ({}),                                     [],         'of the next cases', { has: ['Index Only Scan cases_in_list_order'], never: ['Sort', 'Seq Scan'] }],
  ['all',            () => ({}),                                     [],         'along an index',    { has: ['Index Only Scan cases_in_list_order'], never: ['Sort', 'Seq Scan'] }],
  ['pending',        () => ({ statuses: pending }),                  [],         'along an index',    { has: ['Index Only Scan cases_to_do'], never: ['Sort'] }],
  ['pending',        () => ({ statuses: pending }),                  [],         'of the count',      { has: [], never: ['Seq Scan cases', 'Index Only Scan cases'] }],
  ['pending of one', () => ({ statuses: pending, user: { ids: [operator] } }), [], 'along an index',  { has: ['Index Only Scan cases_to_do_by_assignee'], never: ['Sort'] }],
  ['late',           () => ({ isLate: true }),                       [],         'of the count',      { has: ['Index Only Scan cases_by_term'], never: scansOfCases }],
  ['unread',         () => ({ hasUnread: true }),                    [],         'along an index',    { has: ['Index Only Scan cases_unread'], never: ['Sort'] }],
  ['to be closed',   () => ({ isClosingProposed: true }),            [],         'along an index',    { has: ['Index Scan cases_closing_proposed'], never: ['Sort'] }],
  ['to be informed', () => ({ isToInform: true }),                   [],         'of all matches',    { has: ['Index Scan cases_awaiting_letter'], never: scansOfCases }],
  ['of an operator', () => ({ statuses: ['closed', 'inWorkTwo'], user: { ids: [operator] } }), [], 'of all matches', { has: ['Index Only Scan cases_by_assignee'], never: scansOfCases }],
  ['created',        () => ({ createdFrom: '2025-01-01', createdTo: '2025-01-31' }), [], 'of all matches', { has: ['Index Only Scan cases_by_creation'], never: scansOfCases }],
  // Facets and the place of a case are in one narrow table: `cases` is not read.
  ['facets',         () => ({ modes: [3], outcomes: [4] }),          [],         'of all matches',    { has: ['Bitmap Index Scan case_facets_by_facet'], never: ['Index Only Scan cases', ...scansOfCases] }],
  ['facets of pending', () => ({ modes: [3], statuses: ['inWorkTwo'] }), [],     'of all matches',    { has: ['Bitmap Index Scan case_facets_pending'], never: scansOfCases }],
  ['facets',         () => ({ modes: [3] }),                         [],         'of the next cases', { has: ['Index Scan case_facets_in_list_order', 'SubPlan: Seq Scan changed_facets'], never: ['Sort', ...joins] }],
  ['facets',         () => ({ modes: [3] }),                         [],         'of the open cases', { has: ['Index Scan case_facets_in_list_order', 'SubPlan: Seq Scan changed_facets'], never: ['Sort', ...joins] }],
  ['an event',       () => ({ eventFrom: '2026-01-01', eventTo: '2026-01-31' }), [], 'of the open cases', { has: ['Index Only Scan cases_in_list_order', 'SubPlan: Index Scan reports_pkey'], never: ['Sort', ...joins] }],
  // A filter on another table is a subplan for each row of the window: as a join PostgreSQL would read all of that table.
  ['an event',       () => ({ eventFrom: '2026-01-01', eventTo: '2026-01-31' }), [], 'of all matches', { has: ['Index Only Scan reports_by_event', 'Index Only Scan cases_place'], never: scansOfCases }],
  ['an event',       () => ({ eventFrom: '2026-01-01', eventTo: '2026-01-31' }), [], 'of the next cases', { has: ['Index Only Scan cases_in_list_order', 'SubPlan: Index Scan reports_pkey'], never: ['Sort', ...joins] }],
  ['an event',       () => ({ eventFrom: '2026-01-01', eventTo: '2026-01-31' }), [], 'of a restriction', { has: ['Index Only Scan reports_by_event'], never: scansOfCases }],
  ['a residence',    () => ({ regions: [5], provinces: [5] }),       [],         'of all matches',    { has: ['Bitmap Index Scan reports_by_residence', 'Bitmap Index Scan reports_by_seat'], never: scansOfCases }],
  ['a number',       () => ({ protocolNumbers: ['UNI/7'] }),         [],         'of all matches',    { has: ['Bitmap Index Scan cases_by_protocol'], never: ['Seq Scan'] }],
  // The years are known before the index is read, or it would be read from its first year to its last.
  ['a number without its year', () => ({ protocolNumbers: ['7'] }),  [],         'of all matches',    { has: ['Bitmap Index Scan cases_protocol_year_protocol_number_key'], never: ['SubPlan:', 'Seq Scan cases'] }],
  ['days of numbers',() => ({ enrolledFrom: '2026-01-01' }),         [],         'of all matches',    { has: ['Index Scan cases_by_protocol_day'], never: ['Seq Scan'] }],
  // Each hit is looked up in the index of places, however many PostgreSQL expects.
  ['a frequent word',() => ({}),                                     [['1']],    'of all matches',    { has: ['Bitmap Index Scan report_tokens_by_token', 'Nested Loop', 'Index Only Scan cases_place'], never: ['Seq Scan', 'Hash Join', 'Merge Join'] }],
  ['a frequent word',() => ({}),                                     [['1']],    'of hits',           { has: ['Bitmap Index Scan report_tokens_by_token'], never: ['Seq Scan report_tokens', ...scansOfCases] }],
  ['a frequent word',() => ({}),                                     [['1']],    'of the next cases', { has: ['Index Only Scan cases_in_list_order', 'SubPlan: Index Scan report_tokens_pkey'], never: ['Sort', ...joins] }],
  ['a rare word',    () => ({}),                                     [['1005']], 'of a whole list',   { has: ['Bitmap Index Scan report_tokens_by_token'], never: ['Seq Scan report_tokens', ...scansOfCases] }],
  ['a rare name',    () => ({}),                                     [rareTokens], 'of all matches',  { has: ['Bitmap Index Scan report_tokens_by_token'], never: ['Seq Scan'] }],
  // One index intersects both; two would be read whole.
  ['a word with a facet', () => ({ modes: [3] }),                    [['1']],    'of all matches',    { has: ['Bitmap Index Scan report_tokens_by_token'], never: ['Bitmap Index Scan case_facets', 'Seq Scan report_tokens', ...scansOfCases] }],
  ['a word with a facet', () => ({ modes: [3] }),                    [['1']],    'of the next cases', { has: ['SubPlan: Index Scan report_tokens_pkey', 'SubPlan: Index Scan case_facets_pkey'], never: ['Sort', ...joins] }],
]

const expectPlan = (nodes: readonly string[], { has, never }: Expectation) => {
  expect(nodes).toEqual(expect.arrayContaining([...has]))
  expect(nodes.filter((node) => never.some((unwanted) => node.startsWith(unwanted)))).toEqual([])
}

// The embedded engine is another version of PostgreSQL, with other costs.
describe.skipIf(inject('testEngine') === 'embedded')('the plan of a list', () => {
  test.each(plans)('by %s reads its index: %#', async (_what, filters, tokens, statement, expected) => {
    const list = await listOf(filters(), officeOrder, tokens)
    const built: RawBuilder<unknown> | undefined = statements[statement](list)
    if (!built) throw new Error(`The list has no statement ${statement}.`)
    expectPlan(await nodesOf(built), expected)
  })

  test.each([
    ['createdAt', 'Index Only Scan cases_by_creation'],
    ['insertedAt', 'Index Only Scan cases_by_insertion'],
    ['protocolNumber', 'Index Scan cases_protocol_year_protocol_number_key'],
  ] as const)('sorted by %s reads the index of that order', async (column, index) => {
    const needs = { vault: portal.services.vault, terms, idsInOrder: async () => [] }
    const [order] = await ordersOf({ orderings: [{ column: caseSorts[column], direction: 'asc' }] }, {}, needs)
    const list = await listOf({}, order)
    expectPlan(await nodesOf(idsOfNext(list, page, 5000)), { has: [index], never: ['Sort', 'Seq Scan'] })
  })

  test('without the price of tokens reads the tokens of all cases for a name that hardly any has', async () => {
    const list = await listOf({}, officeOrder, [rareTokens])
    const { sql: text, parameters } = statements['of all matches'](list).compile(portal.services.db)
    const cheap = text.replace(/ and \(id > 0 or id > all \(\$\d+::int\[\]\)\)/, ' and $2::text is not null')
    expect(cheap).not.toBe(text)
    expect(await explained(cheap, parameters)).toContain('Seq Scan report_tokens')
  })

  test('of the queue of the home page reads an index for each part', async () => {
    const boxes = homeBoxes.manager ?? []
    const lists = await Promise.all(
      boxes.map(({ filters }) => listOf({ ...filters, statuses: filters.statuses ?? pending })),
    )
    const parts = lists.map(({ scope, query }) => ({ scope, query }))
    const shape = { parts, part: undefined, ids: 100, rows: 25, terms }
    const { sql: text, parameters } = readQueue.filled(portal.services.db, { mark: '', uncounted: '{}' }, shape)
    const nodes = await explained(text, parameters)
    expectPlan(nodes, {
      has: ['Index Only Scan cases_by_term', 'Index Only Scan cases_by_wait', 'Index Scan reports_pkey'],
      never: ['Seq Scan cases', 'Seq Scan reports'],
    })
  })
})
