import { caseStatusIds, pendingStatuses } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { openEngineBefore } from '../../../test/engine-before.ts'
import { dimensions, maintainedSql } from './cases.facets.ts'

describe('the database', () => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await startTestApp()
  })
  afterAll(() => portal.close())
  const query = async (sql: string, name: string) => (await portal.database.pool.query(sql, [name])).rows

  test.each(maintainedSql)(
    'has $function as the table prints it, for a migration that must create it',
    async (printed) => {
      expect(await query('select prosrc as body from pg_proc where proname = $1', printed.function)).toEqual([
        { body: printed.body },
      ])
    },
  )

  test.each(maintainedSql)(
    'runs $trigger where a column of the table is written, which a migration must name',
    async (printed) => {
      const rows = await query(
        'select event_object_column as column from information_schema.triggered_update_columns where trigger_name = $1',
        printed.trigger,
      )
      expect(rows.map(({ column }) => column).sort()).toEqual([...printed.columns].sort())
    },
  )

  test('keeps the facets of a case among those of pending ones until it is closed, and once it is open again', async () => {
    const { pool } = portal.database
    const { rows } =
      await pool.query(`insert into cases (protocol_year, protocol_number, created_at, reporter_type_id, language_id, channel_id)
      values (2026, 4, now(), 1, 1, 2) returning id`)
    for (const status of [...Object.keys(caseStatusIds), 'reopened']) {
      const closedAt = status === 'closed' ? new Date() : null
      await pool.query('update cases set status = $2, closed_at = $3 where id = $1', [rows[0].id, status, closedAt])
      const found = await pool.query('select is_pending from present_facets where id = $1', [rows[0].id])
      expect(found.rows, status).toEqual([{ is_pending: pendingStatuses.some((one) => one === status) }])
    }
  })
})

test('no two dimensions have one number', () => {
  const numbers = Object.values(dimensions)
  expect(new Set(numbers).size).toBe(numbers.length)
})

describe('migration 0050', () => {
  let engine: Awaited<ReturnType<typeof openEngineBefore>>
  /** The facets of the version before, by the id of the case. */
  let before: object[]

  /** Cases of the version before: with many facets, with few, open or closed, out of remit, and with a copy that is stale. */
  beforeAll(async () => {
    engine = await openEngineBefore('0050-facets-of-a-case.sql')
    await engine.exec(`
      insert into cases (protocol_year, protocol_number, created_at, reporter_type_id, language_id, channel_id, status, relevance_id,
          is_virtual, minors_count, contexts, grounds, victim_citizenships, offender_citizenships, hashtags)
        values
          (2026, 1, now(), 1, 1, 2, 'open', null, true, 2,
            '[{"contextId": 7}, {"contextId": 7}, {"contextId": 3}]', '[{"groundId": 2, "subGroundId": 201}, {"groundId": 4}]',
            '[{"citizenshipId": 105}]', '[{"citizenshipId": 105}, {"citizenshipId": 9}]', '[]'),
          (2026, 2, now(), 2, 6, 3, 'closed', 2, false, null, null, null, null, null, null),
          (2026, 3, now(), 4, 1, 1, 'inWorkTwo', 1, null, null, '[]', '[]', null, null, '[{"hashtagId": 5}, {"hashtagId": null}]');
      insert into reports (case_id, received_at) select id, now() from cases;
      insert into report_tokens (id, tokens) select id, '{1,2}' from cases;
      update cases set mode_id = 4 where id = 3`)
    before = await engine.query(`select id, ${sorted('facets')} from cases order by id`)
    await engine.migrate()
  }, 120_000)
  afterAll(() => engine.close())

  const sorted = (facets: string) => `array(select unnest(${facets}) order by 1) as facets`

  test('the upgrade keeps the facets, the places in the lists, and what was not indexed', async () => {
    expect(await engine.query(`select id, ${sorted('facets')} from present_facets order by id`)).toEqual(before)
    expect(await engine.query('select id from changed_facets')).toEqual([{ id: 3 }])
    expect(await engine.query('select id, list_rank, is_out_of_remit from present_facets order by id')).toEqual([
      { id: 1, list_rank: 1, is_out_of_remit: false },
      { id: 2, list_rank: 0, is_out_of_remit: true },
      { id: 3, list_rank: 0, is_out_of_remit: false },
    ])
  })

  test('the new function computes the facets that the old one did', async () => {
    expect(await engine.query(`select id, ${sorted('facets_of(cases)')} from cases order by id`)).toEqual(before)
  })

  test('a changed status and a changed relevance move a case in the lists', async () => {
    await engine.exec(
      "update cases set status = 'toAssign' where id = 1; update cases set relevance_id = 4 where id = 3",
    )
    expect(
      await engine.query('select id, list_rank, is_out_of_remit from present_facets where id <> 2 order by id'),
    ).toEqual([
      { id: 1, list_rank: 0, is_out_of_remit: false },
      { id: 3, list_rank: 0, is_out_of_remit: true },
    ])
  })

  test('a new case has its facets at once', async () => {
    await engine.exec(`insert into cases (protocol_year, protocol_number, created_at, reporter_type_id, language_id, channel_id)
      values (2026, 4, now(), 1, 1, 2)`)
    const [row] = await engine.query(
      'select list_rank, facets = facets_of(cases) as same from case_facets join cases using (id, list_rank) where id = 4',
    )
    expect(row).toEqual({ list_rank: 1, same: true })
  })
})
