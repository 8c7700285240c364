import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngineBefore } from '../../../test/engine-before.ts'

const fileIds = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

let engine: Awaited<ReturnType<typeof openEngineBefore>>
const query = (sql: string) => engine.query(sql)

/** A database of the version before, with a run of each kind that is unfinished and one that has ended. */
beforeAll(async () => {
  engine = await openEngineBefore('0030-runs.sql')
  await engine.exec(`
    insert into data_keys (id, master, sealed) values (1, '', '');
    insert into users (id, tax_code, first_name, last_name) values (1, '', '', ''), (2, '', '', '');
    insert into files (id, key_id, content_key, name, media_type, size, stored_name, purpose, made_at)
      values ('${fileIds[0]}', 1, '', '', 'text/csv', 1, 'one', 'upload', now()),
        ('${fileIds[1]}', 1, '', '', 'application/zip', 1, 'two', 'export', now());
    insert into batch_runs (kind, started_by, started_at, finished_at, total, done, damaged, faults, file_id) values
      ('encryption', 1, '2026-01-01', '2026-01-02', 9, 7, 2, null, null),
      ('users', 1, '2026-01-03', '2026-01-03', 1, 0, 0, '[{"row": 2, "field": "cf", "code": "x"}]', null),
      ('encryption', 2, '2026-01-04', null, 9, 5, 2, null, null),
      ('users', 2, '2026-01-05', null, 3, 1, 0, null, '${fileIds[0]}');
    insert into retention_runs (rule, started_at, finished_at, count)
      values ('closedCases', '2026-01-01', '2026-01-01', 4), ('closedCases', '2026-01-02', null, 100);
    insert into rights_requests (kind, status, requested_by, requested_at, decided_by, decided_at, finished_at, faults, file_id) values
      ('export', 'done', 1, '2026-01-01', 2, '2026-01-02', '2026-01-03', 0, '${fileIds[1]}'),
      ('erasure', 'approved', 1, '2026-01-01', 2, '2026-01-02', null, 3, null),
      ('export', 'waiting', 1, '2026-01-01', null, null, null, 0, null)`)
  await engine.migrate()
}, 120_000)
afterAll(() => engine.close())

test('the runs of the version before are carried over, and those that were broken off go on', async () => {
  const columns = 'kind, subject, state, started_by, total, done, skipped, faults'
  expect(await query(`select ${columns} from runs order by kind, started_at`)).toEqual(
    [
      ['account_upload', '', 'done', 1, 1, 0, 0, 0],
      ['account_upload', '', 'running', 2, 3, 1, 0, 0],
      ['encryption', '', 'done', 1, 9, 7, 2, 0],
      ['encryption', '', 'running', 2, 9, 5, 0, 0],
      ['retention', 'closedCases', 'done', null, null, 4, 0, 0],
      ['retention', 'closedCases', 'running', null, null, 100, 0, 0],
      ['rights_erasure', '2', 'running', 2, null, 0, 0, 3],
      ['rights_export', '1', 'done', 2, null, 0, 0, 0],
    ].map((values) => Object.fromEntries(columns.split(', ').map((name, index) => [name, values[index]]))),
  )
})

test('an upload keeps its number, its faults and its file, an archive its file', async () => {
  expect(await query("select id, outcome, input_file_id from runs where kind = 'account_upload' order by id")).toEqual([
    { id: 2, outcome: [{ row: 2, field: 'cf', code: 'x' }], input_file_id: null },
    { id: 4, outcome: null, input_file_id: fileIds[0] },
  ])
  expect(await query("select file_id from runs where kind = 'rights_export'")).toEqual([{ file_id: fileIds[1] }])
})

test('no new run gets a number that an earlier one had', async () => {
  const [{ next } = {}] = await query("select nextval('runs_id_seq')::int as next")
  expect(next).toBe(9)
})
