import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { searchCases } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { writeLargeOffice } from './write-office.ts'

let portal: TestApp
let folder: string
beforeAll(async () => {
  portal = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'portale-large-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const query = async (text: string) => (await portal.database.pool.query(text)).rows

test('an invented office is right by the check, and moves in with all that cases have', async () => {
  const cases = 80
  await writeLargeOffice(folder, { cases, years: 12, fileEvery: 10, today: portal.clock.now() })
  expect((await portal.services.transfer.check(folder)).errors).toEqual([])
  const run = await portal.services.transfer.importNow(folder, await portal.idOf('manager'))
  expect(run).toMatchObject({ state: 'done', outcome: { refused: [] } })
  const [counts] = await query(`select count(*)::int as cases, count(distinct status)::int as statuses,
    count(distinct protocol_year)::int as years, count(distinct field_id)::int as fields,
    bool_and(status <> 'closed' or closed_at is not null) as are_closed,
    (select count(*)::int from natural_persons) as people, (select count(*)::int from case_messages) as messages,
    (select count(*)::int from case_comments) as comments, (select count(distinct case_id)::int from attachments) as files,
    (select count(distinct case_id)::int from case_events) as with_history, (select count(*)::int from case_statistics) as counted
    from cases`)
  expect(counts).toMatchObject({ cases, are_closed: true, with_history: cases, counted: cases })
  const least = { statuses: 4, years: 6, fields: 6, people: 5, messages: 10, comments: 2, files: 4 }
  for (const [what, count] of Object.entries(least)) expect(counts[what], what).toBeGreaterThanOrEqual(count)
  const manager = await portal.as('manager')
  const { count } = await manager.call(searchCases, { wire: { filtri: { resoconto_fatti: 'casa' } } })
  expect(count).toBeGreaterThan(0)
})
