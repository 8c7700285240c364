import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngineBefore } from '../../../test/engine-before.ts'

let engine: Awaited<ReturnType<typeof openEngineBefore>>

/** A database of the version before: a new case, one that two operators took in turn, a closed one without a history. */
beforeAll(async () => {
  engine = await openEngineBefore('0041-statistics.sql')
  await engine.exec(`
    insert into users (id, tax_code, first_name, last_name) values (1, '', '', ''), (2, '', '', '');
    insert into cases (id, protocol_year, protocol_number, status, created_at, status_since, closed_at, assigned_to,
      reporter_type_id, language_id, channel_id, grounds) overriding system value values
      (1, 2026, 1, 'open',      '2026-01-31T23:30:00Z', '2026-01-31T23:30:00Z', null, null, 1, 1, 2, null),
      (2, 2026, 2, 'inWorkTwo', '2026-01-05T10:00:00Z', '2026-03-01T10:00:00Z', null, 2,    1, 1, 2, '[{"groundId": 3, "subGroundId": 301}, {"groundId": 1}]'),
      (3, 2026, 3, 'closed',    '2026-01-05T10:00:00Z', '2026-01-20T10:00:00Z', '2026-01-20T10:00:00Z', 1, 1, 1, 2, '[]');
    insert into case_events (case_id, kind, at) values
      (2, 'received', '2026-01-05T10:00:00Z'), (2, 'take', '2026-01-08T10:00:00Z'), (2, 'giveBack', '2026-02-20T10:00:00Z'),
      (2, 'assignTwo', '2026-03-01T10:00:00Z')`)
  await engine.migrate()
}, 120_000)
afterAll(() => engine.close())

const rows = (columns: string) => engine.query(`select ${columns} from case_statistics order by case_id`)

test('the cases of the version before are counted with the day on which the first operator took them', async () => {
  expect(await rows('case_id, take_days, close_days')).toEqual([
    { case_id: 1, take_days: null, close_days: null },
    { case_id: 2, take_days: 3, close_days: null },
    { case_id: 3, take_days: 15, close_days: 15 },
  ])
})

test('months are those of the office, and lines without ids are none', async () => {
  expect(await rows("to_char(month, 'YYYY-MM') as month, grounds, sub_grounds")).toEqual([
    { month: '2026-02', grounds: null, sub_grounds: null },
    { month: '2026-01', grounds: '[3, 1]', sub_grounds: '[301]' },
    { month: '2026-01', grounds: null, sub_grounds: null },
  ])
})

test('a later change keeps the first day', async () => {
  await engine.exec(
    `update cases set assigned_to = 1, status_since = '2026-04-01T10:00:00Z', outcome_id = 4 where id = 2`,
  )
  expect((await rows('take_days, outcome_id, assigned_to'))[1]).toEqual({ take_days: 3, outcome_id: 4, assigned_to: 1 })
})
