import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { s3Store } from '#platform/files/s3-store.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { startBucketServer } from '../../test/bucket-server.ts'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { findPostgresBinaries, startPostgres } from '../../test/postgres-server.ts'
import { isLongSeries } from '../../test/series.ts'
import { places } from '../demo/places.ts'
import { officeDefaults } from '../wiring/office-defaults.ts'
import { fillDatabase, fillInstallation } from './demo.ts'

const masterKey = Buffer.alloc(32, 7).toString('base64')

const count = isLongSeries ? 40 : 24

let portal: TestApp
let before: unknown
beforeAll(async () => {
  portal = await startTestApp()
  before = await demoPeople()
  const env = { DATA_DIR: portal.dataDir, MASTER_KEY: masterKey, AUTH_MOCK: 'on' }
  const report = await fillDatabase(portal.database, readSettings(env, officeDefaults), {
    cases: count,
    associations: 25,
  })
  expect(report).toMatchObject({
    code: 0,
    lines: [expect.stringContaining(`${count} invented cases and 26 associations`), expect.anything()],
  })
  // The other tests use today.
  portal.clock.set(new Date())
}, 120_000)
afterAll(() => portal.close())

const demoPeople = async () => (await portal.visitor.raw('GET', '/v1/mock')).body.result
const query = async (text: string) => (await portal.database.pool.query(text)).rows

test('the office has cases in several statuses, with people, texts, messages, files and history', async () => {
  const rows = await query('select status, count(*)::int as count from cases group by status')
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(count)
  expect(rows.length).toBeGreaterThan(3)
  const manager = await portal.as('manager')
  const { body } = await manager.raw('GET', '/v1/segnalazioni/integrazione-segnalazione-view?a=100')
  const { id_segnalazione: id } = body.result.listaView.at(-1)
  const detail = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
  expect(detail.body.result.resoconto_fatti).toEqual(expect.stringMatching(/\S{3}/))
  const [counts] = await query(`select
    (select count(*)::int from case_messages) as messages, (select count(*)::int from attachments) as files,
    (select count(*)::int from case_events) as events, (select count(*)::int from notices where read_at is null) as unread`)
  expect(counts.messages).toBeGreaterThan(count / 4)
  expect(counts.files).toBeGreaterThan(count / 8)
  expect(counts.events).toBeGreaterThan(count * 3)
})

test('the registry has people and bodies, some of them linked to cases', async () => {
  const [counts] = await query(`select (select count(*)::int from natural_persons) as people,
    (select count(*)::int from legal_persons) as bodies`)
  expect(counts.people).toBeGreaterThanOrEqual(58)
  expect(counts.bodies).toBe(15)
})

test('the register has associations in every status, with documents, histories and letters', async () => {
  const statuses = await query('select status, count(*)::int as count from associations group by status')
  expect(statuses).toHaveLength(9)
  const [counts] = await query(`select
    (select count(*)::int from associations a where not exists (select from association_events where association_id = a.id)) as mute,
    (select count(*)::int from associations a where (select count(distinct association_document) from attachments
      where association_id = a.id and association_replaced_at is null) < 7) as incomplete,
    (select count(*)::int from association_letters where sent_at is null) as unsent,
    (select count(distinct kind)::int from association_letters) as kinds`)
  expect(counts).toEqual({ mute: 0, incomplete: 0, unsent: 0, kinds: 14 })
})

test('the demo contact may renew one association and must complete another', async () => {
  const member = await portal.as('associationMember')
  const { body } = await member.raw('GET', '/v1/associazioni/proprie')
  const own: Record<string, unknown>[] = body.result
  expect(own).toHaveLength(2)
  const [bridges, other] = [own.find((one) => one.ragione_sociale === 'Ponti e Porte'), own.find((one) => one.noteMail)]
  expect(bridges).toMatchObject({ id_stato_persona_giuridica: 5, rinnovo: null })
  expect(bridges?.listaAllegatoPersonaGiuridica).toHaveLength(7)
  expect(other).toMatchObject({ id_stato_persona_giuridica: 3 })
})

test('two added accounts own cases; the list of demonstration accounts is unchanged', async () => {
  const rows = await query(`select count(distinct user_id)::int as owners from user_roles
    join users on users.id = user_id join cases on assigned_to = users.id where not is_demo`)
  expect(rows).toEqual([{ owners: 2 }])
  expect(await demoPeople()).toEqual(before)
})

test('the audit log has each event on its day, and verifies', async () => {
  const [entries] = await query(`select count(*)::int as count, min(at) < now() - interval '300 days' as is_old
    from audit_entries where action = 'case_status_changed'`)
  expect(entries).toMatchObject({ is_old: true })
  expect(entries.count).toBeGreaterThan(count)
  await portal.services.chainer.run()
  const { body } = await (await portal.as('manager')).raw('GET', '/v1/audit/verifica')
  expect(body).toMatchObject({ success: true, result: { integro: 1 } })
})

test('no mail of the past is queued', async () => {
  expect(await query('select from mails')).toEqual([])
})

test('an office with cases is not filled again', async () => {
  const settings = readSettings({ MASTER_KEY: masterKey }, officeDefaults)
  const again = await fillDatabase(portal.database, settings)
  expect(again).toEqual({ code: 1, lines: [expect.stringContaining('npm run demo -- --reset')] })
  await portal.database.pool.query('delete from demo_marks')
  const inUse = await fillDatabase(portal.database, settings)
  expect(inUse).toEqual({ code: 1, lines: [expect.stringContaining('cases of its own')] })
  expect(await query('select count(*)::int as count from cases')).toEqual([{ count }])
})

test('every place of a sample case is in the reference lists', async () => {
  for (const [, { name, city, province, region, postalCode }] of places) {
    const rows = await query(`select municipalities.name, province_id, region_id from municipalities
      join provinces on provinces.id = province_id where municipalities.id = ${city} and valid_until is null`)
    expect(rows, name).toEqual([
      { name: expect.stringContaining(name.split(' ')[0] ?? ''), province_id: province, region_id: region },
    ])
    expect(postalCode).toMatch(/^\d{5}$/)
  }
})

test('production and an office without demonstration accounts are refused', async () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://portale.example',
    MASTER_KEY: masterKey,
    DATA_DIR: join(tmpdir(), 'portale-not-there'),
  }
  const refused = await fillInstallation(readSettings(production, officeDefaults), { isReset: true })
  expect(refused).toEqual({ code: 1, lines: [expect.stringContaining('refused in production')] })
  const withoutPeople = readSettings({ AUTH_MOCK: 'off', DATA_DIR: production.DATA_DIR }, officeDefaults)
  expect(await fillInstallation(withoutPeople, { isReset: false })).toMatchObject({ code: 1 })
  expect(existsSync(production.DATA_DIR)).toBe(false)
})

describe.skipIf(!process.env.CI && findPostgresBinaries() === undefined)(
  'on PostgreSQL, with tables of another role',
  () => {
    test('a demonstration is recreated, unless a server uses it; other installations are refused', {
      timeout: 120_000,
    }, async () => {
      const postgres = await startPostgres()
      if (!postgres) throw new Error('PostgreSQL is not installed.')
      const folder = mkdtempSync(join(tmpdir(), 'portale-demo-'))
      const bucket = await startBucketServer(folder)
      onTestFinished(async () => {
        await bucket.stop()
        await postgres.stop()
        rmSync(folder, { recursive: true })
      })
      const admin = new pg.Client({ connectionString: postgres.url })
      await admin.connect()
      await admin.query('create role portal_owner login; create role portal_app login')
      await admin.query('create database portal owner portal_owner')
      await admin.end()
      const as = (role: string) => postgres.urlOf(role, 'portal')
      const settings = readSettings(
        {
          DATA_DIR: folder,
          MASTER_KEY: masterKey,
          AUTH_MOCK: 'on',
          LOG_LEVEL: 'silent',
          DATABASE_URL: as('portal_app'),
          DATABASE_OWNER_URL: as('portal_owner'),
          FILES_URL: bucket.url,
        },
        officeDefaults,
      )
      expect(await fillInstallation(settings, { isReset: false, size: { cases: 2, associations: 1 } })).toMatchObject({
        code: 0,
      })
      const other = new pg.Client({ connectionString: as('portal_app') })
      await other.connect()
      await other.query("insert into file_store_marks (mark) values ('00000000') on conflict do nothing")
      const { mark } = (await other.query('select mark from file_store_marks')).rows[0]
      const [own, foreign] = [mark, 'ffffffff'].map((end) => `${'a'.repeat(32)}-${end}`)
      const store = s3Store(bucket.url)
      for (const name of [own, foreign]) await store.put(name ?? '', Readable.from([Buffer.from('sealed')]))
      await expect(fillInstallation(settings, { isReset: true })).rejects.toThrow('Another program uses the database')
      await other.end()
      const recreated = await fillInstallation(settings, { isReset: true, size: { cases: 3, associations: 1 } })
      expect(recreated).toMatchObject({
        code: 0,
        lines: [expect.stringContaining('MASTER_KEY'), expect.stringMatching(/^3 invented cases/), expect.anything()],
      })
      const left = await Readable.from(store.list())
        .map(({ name }) => name)
        .toArray()
      expect(left).toContain(foreign)
      expect(left.filter((name) => name.endsWith(mark))).toEqual([])
      const owner = new pg.Client({ connectionString: as('portal_owner') })
      await owner.connect()
      await owner.query('delete from demo_marks')
      await owner.end()
      await expect(fillInstallation(settings, { isReset: true })).rejects.toThrow('not marked as a demonstration')
    })
  },
)
