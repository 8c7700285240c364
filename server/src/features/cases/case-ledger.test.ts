import { afterAll, beforeAll, expect, test } from 'vitest'
import { noCount, readCounts } from '#platform/database/counts.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { makeCase } from '../../../test/make-case.ts'
import { foldLedger } from './case-upkeep.store.ts'
import { countCases } from './finding/find-cases.ts'

let portal: TestApp
let operator: number
let id: number
beforeAll(async () => {
  portal = await startTestApp()
  operator = await portal.idOf('operatorTwo')
  id = await makeCase(portal)
  await makeCase(portal, { assignedTo: operator, status: 'inWorkTwo' })
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const known = 'status, is_out_of_remit, assigned_to, unread, awaits_letter'
const counted = (what: string, from: string) =>
  query(`select ${known}, ${what}::int as count from ${from} group by ${known} having ${what} <> 0 order by ${known}`)

const message = (writtenBy: number | null, readAt: string | null) =>
  query('insert into case_messages (case_id, sent_at, written_by, read_at) values ($1, now(), $2, $3)', [
    id,
    writtenBy,
    readAt,
  ])
const change = (assignment: string, value: unknown) =>
  query(`update cases set ${assignment} where id = $1`, [id, value])

// biome-ignore format: a table
const changes: readonly (readonly [what: string, unread: number, run: () => Promise<unknown>])[] = [
  ['a message of the reporter',                1, () => message(null, null)],
  ['another one',                              2, () => message(null, null)],
  ['a message of the office',                  2, () => message(operator, null)],
  ['a message that was read as it came',       2, () => message(null, '2026-11-20')],
  ['an operator',                              2, () => change('assigned_to = $2', operator)],
  ['a status',                                 2, () => change('status = $2', 'inWorkTwo')],
  ['the relevance that puts it out of remit',  2, () => change('relevance_id = $2', 2)],
  ['a sum of all that is counted',             2, () => foldLedger(portal.database.db)],
  ['a field that is not counted',              2, () => change('outcome_id = $2', 3)],
  ['the relevance that puts it back',          2, () => change('relevance_id = $2', 1)],
  ['a message that the office reads',          0, () => query('update case_messages set read_at = now() where written_by is null and read_at is null')],
  ['a message that the reporter reads',        0, () => query('update case_messages set read_at = now() where read_at is null')],
  ['a message after all were read',            1, () => message(null, null)],
  ['messages that are deleted',                0, () => query('delete from case_messages where case_id = $1', [id])],
  ['no operator',                              0, () => change('assigned_to = $2', null)],
  ['a letter to the complainant',              0, () => change('awaits_letter = $2', false)],
]

test('stored counts and unread messages stay exact after each change', async () => {
  for (const [what, unread, run] of changes) {
    await run()
    expect(await counted('sum(delta)', 'case_count_entries'), what).toEqual(await counted('count(*)', 'cases'))
    expect(await query('select unread from cases where id = $1', [id]), what).toEqual([{ unread }])
  }
})

test('are read by status, and of an operator or of nobody', async () => {
  const { db } = portal.database
  const counts = {
    all: countCases({ statuses: ['open', 'inWorkTwo'] }),
    ofOperator: countCases({ statuses: ['inWorkTwo'], assignedTo: operator }),
    ofNobody: countCases({ statuses: ['open', 'inWorkTwo'], assignedTo: null }),
    none: noCount,
  }
  expect(await readCounts(db, counts)).toEqual({ all: 2, ofOperator: 1, ofNobody: 1, none: 0 })
  await query('insert into case_messages (case_id, sent_at) select id, now() from cases where assigned_to = $1', [
    operator,
  ])
  const unread = await query('select sum(delta * unread)::int as n from case_count_entries where assigned_to = $1', [
    operator,
  ])
  expect(unread).toEqual([{ n: 1 }])
})

test('are summed only where a case changed, into one entry for each kind of case', async () => {
  const { db } = portal.database
  await foldLedger(db)
  const folded = await query('select ctid, * from case_count_entries order by ctid')
  await foldLedger(db)
  expect(await query('select ctid, * from case_count_entries order by ctid')).toEqual(folded)
  expect(await query(`select ${known} from case_count_entries group by ${known} having count(*) > 1`)).toEqual([])
})
