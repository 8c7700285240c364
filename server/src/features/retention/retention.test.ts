import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { getRetention, type RetentionRuleName, type Role, retentionRuleNames, roleCodes } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { columnName } from '#platform/protection/sealed-table.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { associationReportOnWire, reportOnWire } from '../../../test/make.ts'
import { protectedTables } from '../../wiring/protected-tables.ts'
import { instantBefore, retentionTable } from './retention.rules.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portale-keep-'))
const keep = { casesYears: 10, mailsDays: 30, receivedMailsDays: 90, filesHours: 24, jobsHours: 24 }
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { DATA_DIR: dataDir } })
})
afterAll(() => portal.close())

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows
const runAll = () => portal.services.retention.run()
const send = async (body = reportOnWire()) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', body)).body.result.id_segnalazione as number

/** A closed case whose time is over, or not by `spare` milliseconds. */
async function closedCase(body = reportOnWire(), spare = -1): Promise<number> {
  const id = await send(body)
  const closedAt = new Date(beforeOf('closedCases').getTime() + spare)
  await query("update cases set status = 'closed', closed_at = $1 where id = $2", [closedAt, id])
  return id
}

const beforeOf = (rule: RetentionRuleName) => instantBefore(portal.clock.now(), retentionTable[rule].after(keep))
const overview = async (rule: RetentionRuleName) =>
  (await portal.services.retention.overview()).find(({ name }) => name === rule)

describe('a rule', () => {
  beforeEach(async () => {
    await runAll()
  })

  const mail = `insert into mails (id, recipient, subject, body, queued_at, sent_at) values (nextval('mails_id_seq'), '', '', ''`
  const inserts: Partial<Record<RetentionRuleName, string>> = {
    endedSessions: `insert into sessions (id_hash, user_id, selected_role, sign_in, browser, network, created_at, expires_at,
      claims) select 'h' || random(), min(id), 'manager', 'demo', '', '', $1, $1, '' from users`,
    requestCounts: "insert into request_counts values ('report', 'n' || random(), $1, 1)",
    repeatedAnswers:
      "insert into idempotent_answers (key_hash, body_hash, created_at) values ('k' || random(), 'b', $1)",
    lapsedChallenges: `insert into captcha_challenges (visitor_hash, answer, has_image, has_audio, expires_at)
      values ('v' || random(), '123456', true, false, $1)`,
    sentTexts: 'insert into sent_texts values ((random() * 1e15)::bigint, $1)',
    sentMails: `${mail}, $1::timestamptz - interval '1 year', $1)`,
    finishedJobs: `insert into pgboss.job (name, state, completed_on) values ('cases.fold', 'completed', $1)`,
    finishedBatches: "insert into runs (kind, state, started_at, finished_at) values ('export', 'done', $1, $1)",
    unnamedRecords: 'insert into natural_persons (created_by, changed_at) select min(id), $1 from users',
    waitingRequests: `insert into rights_requests (kind, reason, requested_by, requested_at)
      select 'export', '', min(id), $1 from users`,
    decidedRequests: `insert into rights_requests (kind, status, reason, requested_by, requested_at, decided_by, decided_at)
      select 'export', 'refused', '', min(id), $1, max(id), $1 from users`,
  }

  test.each(Object.entries(inserts) as [RetentionRuleName, string][])(
    '%s takes what is over, and nothing a moment younger',
    async (rule, insert) => {
      const before = beforeOf(rule)
      await query(insert, [before])
      expect(await overview(rule)).toMatchObject({ due: 0 })
      await query(insert, [new Date(before.getTime() - 1)])
      expect(await overview(rule)).toMatchObject({ due: 1, oldest: new Date(before.getTime() - 1) })
      expect(await runAll()).toMatchObject({ [rule]: 1 })
      expect(await overview(rule)).toMatchObject({ due: 0, lastRun: { count: 1, startedAt: portal.clock.now() } })
    },
  )

  test('goes on until nothing is due, however many there are', async () => {
    const insert = `insert into request_counts select 'report', 'n' || n, $1, 1 from generate_series(1, 350) as n`
    await query(insert, [new Date(beforeOf('requestCounts').getTime() - 1)])
    expect(await runAll()).toMatchObject({ requestCounts: 350 })
  })

  test('takes jobs that the queue has archived, and none that still waits', async () => {
    const over = new Date(beforeOf('finishedJobs').getTime() - 1)
    await query("insert into pgboss.job (name, state, completed_on) values ('cases.fold', 'completed', $1)", [over])
    await query(`insert into pgboss.archive select *, $1 from pgboss.job where state = 'completed'`, [over])
    await query("delete from pgboss.job where state = 'completed'")
    await query(`insert into pgboss.job (name, state, created_on) values ('cases.fold', 'created', $1)`, [over])
    expect(await runAll()).toMatchObject({ finishedJobs: 1 })
    expect(await query("select state from pgboss.job where name = 'cases.fold'")).toContainEqual({ state: 'created' })
    await query("delete from pgboss.job where name = 'cases.fold'")
  })

  test('deletes an undeliverable mail two weeks later than a sent one', async () => {
    const insert = `${mail}, $1, null)`
    const day = 24 * 60 * 60 * 1000
    await query(insert, [new Date(beforeOf('sentMails').getTime() - 14 * day)])
    expect(await overview('sentMails')).toMatchObject({ due: 0 })
    await query(insert, [new Date(beforeOf('sentMails').getTime() - 14 * day - 1)])
    expect(await runAll()).toMatchObject({ sentMails: 1 })
  })

  test('deletes unclaimed files with their bytes', async () => {
    const file = { name: 'prova.pdf', mediaType: 'application/pdf', purpose: 'upload', madeBy: null } as const
    const bytes = () => Readable.from([Buffer.from('%PDF-')])
    const kept = await portal.services.files.keep(file, bytes())
    await portal.services.files.claim(portal.services.db, kept.id)
    const lost = await portal.services.files.keep(file, bytes())
    const now = portal.clock.now()
    portal.clock.advance(24 * 60 * 60)
    expect(await overview('expiredFiles')).toMatchObject({ due: 0 })
    portal.clock.advance(1)
    expect(await runAll()).toMatchObject({ expiredFiles: 1 })
    portal.clock.set(now)
    await expect(portal.services.files.open(lost.id)).rejects.toMatchObject({ code: 'not_found' })
    const { record, stream } = await portal.services.files.open(kept.id)
    expect([record.name, Buffer.concat(await stream.toArray()).toString()]).toEqual(['prova.pdf', '%PDF-'])
  })

  test('takes the mails that the demonstration keeps as files, by their age', async () => {
    const folder = join(dataDir, 'outbox')
    await mkdir(folder, { recursive: true })
    const over = new Date(beforeOf('outboxFiles').getTime() - 1000)
    for (const name of ['000001.eml.sealed', '000002.eml.sealed', '000003.eml.sealed.part', 'appunti.txt'])
      await writeFile(join(folder, name), 'x')
    for (const name of ['000001.eml.sealed', '000003.eml.sealed.part', 'appunti.txt'])
      await utimes(join(folder, name), over, over)
    await utimes(join(folder, '000002.eml.sealed'), portal.clock.now(), portal.clock.now())
    expect(await overview('outboxFiles')).toMatchObject({ due: 2, oldest: over })
    expect(await runAll()).toMatchObject({ outboxFiles: 2 })
    expect((await readdir(folder)).sort()).toEqual(['000002.eml.sealed', 'appunti.txt'])
  })

  test('that fails does not keep the others from their turn', async () => {
    await query("insert into request_counts values ('report', 'n', $1, 1)", [new Date(0)])
    await query('alter table idempotent_answers rename to away')
    await expect(runAll()).rejects.toThrow('did not come to its end: repeatedAnswers')
    await query('alter table away rename to idempotent_answers')
    expect(await overview('requestCounts')).toMatchObject({ due: 0, lastRun: { count: 1 } })
    expect((await overview('repeatedAnswers'))?.lastRun?.finishedAt).toBeUndefined()
    await runAll()
    expect((await overview('repeatedAnswers'))?.lastRun?.finishedAt).toEqual(portal.clock.now())
  })
})

describe('a case whose time is over', () => {
  const sealedColumns = protectedTables.find(({ table }) => table === 'reports')?.sealed.map(columnName) ?? []

  test('keeps no identifying data', async () => {
    const id = await closedCase(associationReportOnWire())
    expect(await runAll()).toMatchObject({ closedCases: 1 })
    const [row] = await query('select * from reports where case_id = $1', [id])
    expect(sealedColumns.filter((column) => row[column] !== null)).toEqual([])
    expect(await query('select * from report_tokens where id = $1', [id])).toEqual([])
    const [record] = await query('select status, pseudonymised_at, version from cases where id = $1', [id])
    expect(record).toEqual({ status: 'closed', pseudonymised_at: portal.clock.now(), version: 2 })
  })

  test('keeps age band and month of the event, and can still be read', async () => {
    const id = await closedCase(reportOnWire({ data_evento: '2016-03-17T00:00:00.000Z' }))
    await runAll()
    const [row] = await query(
      'select age_band, event_date, nation, region, province, profile from reports where case_id = $1',
      [id],
    )
    expect(row).toEqual({
      age_band: '25-34',
      event_date: '2016-03-01',
      nation: 105,
      region: 12,
      province: 58,
      profile: 1,
    })
    const manager = await portal.as('manager')
    const { status, body } = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body.result)).not.toMatch(/Niccol|Angelo|example/)
    // The first of the month would be a day that nobody reported.
    expect(body.result.data_evento).toBeUndefined()
  })

  test('counts the age on the day of the report where the event is not known, and none without a birth date', async () => {
    const unknown = { data_evento: null, flag_data_evento_sconosciuta: 1 }
    const known = await closedCase(reportOnWire(unknown))
    const anonymous = await closedCase(reportOnWire({ ...unknown, flag_anonimo: 1 }))
    await runAll()
    const rows = await query('select age_band, event_date from reports where case_id = any($1) order by case_id', [
      [known, anonymous],
    ])
    expect(rows).toEqual([
      { age_band: '35-44', event_date: null },
      { age_band: null, event_date: null },
    ])
  })

  test('is one that is closed, and whose time is over to the second', async () => {
    const young = await closedCase(reportOnWire(), 0)
    const reopened = await closedCase()
    await query("update cases set status = 'reopened' where id = $1", [reopened])
    await runAll()
    const left = await query('select id from cases where id = any($1) and pseudonymised_at is null order by id', [
      [young, reopened],
    ])
    expect(left.map(({ id }) => id)).toEqual([young, reopened])
  })

  test('loses what the office wrote to end it after its persons were erased, and nothing of the statistics', async () => {
    const id = await closedCase()
    await runAll()
    const kept = () => query('select age_band, event_date from reports where case_id = $1', [id])
    const before = await kept()
    await query("update cases set status = 'open', closed_at = null where id = $1", [id])
    const manager = await portal.as('manager')
    const ended = await manager.raw('POST', '/v1/segnalazioni/annulla', {
      id_segnalazione: id,
      versione: 2,
      motivo: 'Lo ha chiesto Mario Rossi.',
    })
    expect(ended.status).toBe(200)
    const reasons = () =>
      query('select count(*)::int as count from case_events where case_id = $1 and reason is not null', [id])
    expect(await reasons()).toEqual([{ count: 1 }])
    const over = new Date(beforeOf('closedCases').getTime() - 1)
    await query(
      "update cases set closed_at = $2, pseudonymised_at = $2::timestamptz - interval '1 day' where id = $1",
      [id, over],
    )
    expect(await runAll()).toMatchObject({ closedCases: 1 })
    expect(await reasons()).toEqual([{ count: 0 }])
    expect(await runAll()).toMatchObject({ closedCases: 0 })
    expect(await kept()).toEqual(before)
  })

  test('is pseudonymised although one of its values cannot be decrypted', async () => {
    const id = await closedCase()
    await query(
      'update reports set birth_date = set_byte(birth_date, 20, get_byte(birth_date, 20) # 1) where case_id = $1',
      [id],
    )
    expect(await runAll()).toMatchObject({ closedCases: 1 })
    expect(await query('select birth_date, age_band from reports where case_id = $1', [id])).toEqual([
      { birth_date: null, age_band: null },
    ])
  })

  test('leaves every count of the statistics as it was', async () => {
    const people = [
      {},
      { id_segnalante: 2 },
      { flag_anonimo: 1 },
      { id_segnalante: 3, data_evento: '2015-01-31T00:00:00.000Z' },
    ]
    for (const changes of people) await closedCase(reportOnWire(changes))
    await closedCase(associationReportOnWire())
    const counts = async (ageBand: string) => ({
      byStatus: await query('select status, count(*) from cases group by 1 order by 1'),
      byColumns: await query(`
        select profile, nation, region, province, organisation_region, language, anonymous, event_date_unknown,
          date_trunc('month', event_date)::text as month, count(*)
        from reports group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9`),
      byAge: await query(`select ${ageBand} as band, count(*) from reports group by 1 order by 1`),
    })
    // The expected age bands, computed from the plain dates as statistics do before pseudonymisation.
    const bands = await plannedBands()
    const before = await counts(`coalesce(age_band, (${bands})::jsonb ->> case_id::text)`)
    expect(await runAll()).toMatchObject({ closedCases: 5 })
    expect(await counts(`coalesce(age_band, (${bands})::jsonb ->> case_id::text)`)).toEqual(before)
    const [{ missing }] = await query(`
      select count(*)::int as missing from reports join cases on cases.id = case_id
      where pseudonymised_at is not null and age_band is distinct from coalesce(age_band, (${bands})::jsonb ->> case_id::text)`)
    expect(missing).toBe(0)
  })

  async function plannedBands(): Promise<string> {
    const ids = await query('select case_id, event_date from reports where birth_date is not null')
    const bands: Record<string, string> = {}
    for (const { case_id } of ids) {
      const { birthDate, eventDate } = await portal.storedReport(case_id)
      const day = eventDate ?? '2026-11-20'
      if (birthDate) bands[case_id] = ageBandByHand(birthDate, day)
    }
    return `'${JSON.stringify(bands)}'`
  }

  /** The same by the calendar of JavaScript, for comparison. */
  function ageBandByHand(birthDate: string, day: string): string {
    const years = [65, 55, 45, 35, 25, 18, 14, 0]
    const birthday = (age: number) => `${Number(birthDate.slice(0, 4)) + age}${birthDate.slice(4)}`
    const start = years.find((age) => birthday(age) <= day) ?? 0
    const end = years[years.indexOf(start) - 1]
    return end ? `${start}-${end - 1}` : `${start}+`
  }
})

describe('a run that is broken off', () => {
  test('leaves every case either unchanged or finished, and the next start continues the same run', async () => {
    const ids: number[] = []
    for (let index = 0; index < 230; index++) ids.push(await closedCase())
    const { pool } = portal.database
    const done = async () =>
      (
        await query('select count(*)::int as n from cases where id = any($1) and pseudonymised_at is not null', [ids])
      )[0].n
    // The second hundred meets an error after half of its rows, whatever their order: a sequence counts what is rolled back too.
    await pool.query('create sequence cases_tried')
    await pool.query(`create function fail_once() returns trigger language plpgsql as $$
      begin if nextval('cases_tried') = 150 then raise 'killed'; end if; return new; end $$`)
    await pool.query('create trigger fail_once before update on reports for each row execute function fail_once()')
    await expect(runAll()).rejects.toThrow()
    expect(await done()).toBe(100)
    const torn = await query(
      `select case_id from reports join cases on cases.id = case_id
       where case_id = any($1) and (pseudonymised_at is null) <> (first_name is not null)
         or case_id = any($1) and (pseudonymised_at is null) <> exists (select from report_tokens where id = case_id)`,
      [ids],
    )
    expect(torn).toEqual([])
    await pool.query('drop function fail_once() cascade')
    await pool.query('drop sequence cases_tried')
    expect(await runAll()).toMatchObject({ closedCases: 230 })
    expect(await done()).toBe(230)
    expect(await overview('closedCases')).toMatchObject({ due: 0, lastRun: { count: 230 } })
  }, 60_000)

  test('is taken up when the server starts again', async () => {
    const id = await closedCase()
    await query("insert into runs (kind, subject, started_at) values ('retention', 'closedCases', $1)", [
      portal.clock.now(),
    ])
    const jobs = () => query("select data from pgboss.job where name = 'runs.work'")
    await portal.services.runs.resume()
    const [job] = await jobs()
    await portal.services.runs.work(job.data)
    expect(await query('select id from cases where id = $1 and pseudonymised_at is not null', [id])).toEqual([{ id }])
    await query("delete from pgboss.job where name = 'runs.work'")
    await portal.services.runs.resume()
    expect(await jobs()).toEqual([])
  })
})

test('each run tells the audit log which cases it pseudonymised, and which rules let something go, by name alone', async () => {
  await runAll()
  const [{ last }] = await query('select coalesce(max(id), 0) as last from audit_entries')
  const id = await closedCase()
  await query("insert into request_counts values ('report', 'audit', $1, 1)", [new Date(0)])
  await runAll()
  const entries = await query(
    `select user_id, record_kind, record_ids, changed_fields from audit_entries
     where id > $1 and action = 'retention_applied' order by id`,
    [last],
  )
  const runs = await query("select id, subject as rule from runs where kind = 'retention' order by id")
  const runOf = (name: string) =>
    runs
      .filter(({ rule }) => rule === name)
      .map((run) => String(run.id))
      .slice(-1)
  expect(entries).toEqual([
    {
      user_id: null,
      record_kind: 'retention',
      record_ids: runOf('requestCounts'),
      changed_fields: ['requestCounts'],
    },
    {
      user_id: null,
      record_kind: 'case',
      record_ids: [String(id)],
      changed_fields: expect.arrayContaining(['firstName', 'message']),
    },
    { user_id: null, record_kind: 'retention', record_ids: runOf('closedCases'), changed_fields: ['closedCases'] },
  ])
})

describe('the screen', () => {
  test('shows every rule with its time, what is due and the last run, and counting changes nothing', async () => {
    await closedCase()
    const manager = await portal.as('manager')
    const before = await query(
      'select (select count(*) from runs) as runs, (select count(*) from cases where pseudonymised_at is null) as cases',
    )
    const { rules } = await manager.call(getRetention)
    expect(rules.map(({ name }) => name)).toEqual(Object.keys(retentionRuleNames))
    expect(rules.find(({ name }) => name === 'closedCases')).toMatchObject({ amount: 10, unit: 'years', due: 1 })
    const after = await query(
      'select (select count(*) from runs) as runs, (select count(*) from cases where pseudonymised_at is null) as cases',
    )
    expect(after).toEqual(before)
  })

  test.each(Object.keys(roleCodes) as Role[])('is for RUP alone: %s', async (role) => {
    const { status } = await (await portal.as(role)).raw('GET', '/v1/conservazione')
    expect(status).toBe(role === 'manager' ? 200 : 403)
  })
})

describe('every protected table', () => {
  test.each(protectedTables.map((table) => [table.table, table] as const))(
    '%s says how its rows end',
    async (_name, table) => {
      const { ends } = table
      if ('stay' in ends) expect(ends.stay.length).toBeGreaterThan(10)
      else if ('byRule' in ends) expect(retentionRuleNames).toHaveProperty(ends.byRule)
      else {
        const columns = await query(
          'select column_name as name, is_nullable from information_schema.columns where table_name = $1',
          [columnName(table.table)],
        )
        expect(columns.map(({ name }) => name)).toContain(columnName(ends.withCase))
        const emptied = [...table.sealed, ...Object.values(table.unique ?? {})].map(columnName)
        expect(columns.filter(({ name, is_nullable }) => emptied.includes(name) && is_nullable === 'NO')).toEqual([])
      }
    },
  )
})
