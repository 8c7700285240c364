import {
  cancelAttachmentMigration,
  getAttachmentMigration,
  getFileStores,
  getRun,
  listRuns,
  runKinds,
  startAttachmentMigration,
  startEncryption,
} from '@portal/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
let manager: Caller
let operator: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  operator = await portal.as('operatorTwo')
})
afterAll(() => portal.close())
afterEach(() => query('delete from runs'))

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const work = (id: number) => portal.services.runs.work({ runId: id })
const list = async (filtri = {}) =>
  (await manager.raw('GET', `/v1/elaborazioni?filtri=${JSON.stringify(filtri)}`)).body.result
const startExport = async () =>
  (await operator.raw('POST', '/v1/report/start-segnalazioni-pag', { filtri: { nominativo: 'Borgoscuro' }, vista: 0 }))
    .body.result.numero_univoco as number

describe('the list of runs', () => {
  test('has every kind of run that the server defines', () => {
    expect([...portal.services.runs.kinds()].sort()).toEqual(Object.keys(runKinds).sort())
  })

  test('says what ran, when, by whom, how far it is and how it ended, newest first', async () => {
    const { id } = await manager.call(startEncryption, { wire: {} })
    await work(id)
    const startedAt = portal.clock.now()
    await portal.services.retention.run('hourly')
    const { rows, count } = await manager.call(listRuns, { wire: {} })
    expect(rows.map(({ id: one }) => one)).toEqual(rows.map(({ id: one }) => one).sort((one, other) => other - one))
    expect(count).toBe(rows.length)
    const encryption = rows.find(({ kind }) => kind === 'encryption')
    expect(encryption).toEqual({
      id,
      kind: 'encryption',
      state: 'done',
      startedBy: 'Ferri Giulia',
      isOwn: true,
      startedAt,
      finishedAt: startedAt,
      total: 0,
      done: 0,
      skipped: 0,
      hasErrors: false,
    })
    const retention = rows.filter(({ kind }) => kind === 'retention')
    expect(retention.map(({ rule }) => rule)).toContain('sentTexts')
    expect(retention[0]?.startedBy).toBeUndefined()
    expect(await manager.call(getRun, { params: { id } })).toEqual(encryption)
  })

  test('is filtered by kind and by state', async () => {
    const { id } = await manager.call(startEncryption, { wire: {} })
    await work(id)
    const running = await startExport()
    const ids = async (filtri: object) =>
      (await list(filtri)).listaView.map(({ numero_univoco }: { numero_univoco: number }) => numero_univoco)
    expect(await ids({ tipi: ['cifratura'] })).toEqual([id])
    expect(await ids({ stati: ['in_corso'] })).toEqual([running])
    expect(await ids({ tipi: ['cifratura', 'esportazione'], stati: ['conclusa', 'in_corso'] })).toEqual([running, id])
    expect(await ids({ tipi: ['cifratura'], stati: ['fallita'] })).toEqual([])
  })

  test('says that the exports of others ran, but neither their files nor their filters', async () => {
    await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
    const id = await startExport()
    await work(id)
    const { listaView: rows } = await list({ tipi: ['esportazione'] })
    expect(rows).toEqual([
      {
        numero_univoco: id,
        tipo: 'esportazione',
        stato: 'conclusa',
        flag_propria: 0,
        flag_errori: 0,
        avviata_da: expect.any(String),
        data_avvio: expect.any(String),
        data_fine: expect.any(String),
        totale: 0,
        elaborati: 0,
        saltati: 0,
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/xlsx|Borgoscuro|UNAR/)
    expect((await manager.raw('GET', `/v1/report/stato/${id}`)).status).toBe(404)
    expect((await manager.raw('POST', '/v1/report/get-segnalazioni-pag', { numero_univoco: id })).status).toBe(404)
  })

  test('is for RUP alone', async () => {
    expect((await operator.raw('GET', '/v1/elaborazioni')).status).toBe(403)
    expect((await portal.visitor.raw('GET', '/v1/elaborazioni')).status).toBe(401)
    expect((await manager.raw('GET', '/v1/elaborazioni/2000000000')).status).toBe(404)
  })
})

describe('a verification of the audit log', () => {
  test('is a run with its verdict', async () => {
    await portal.services.chainer.run()
    expect((await manager.raw('GET', '/v1/audit/verifica')).body.result.integro).toBe(1)
    await manager.raw('GET', '/v1/audit/verifica?giorno=2026-11-20T00:00:00.000Z')
    const { listaView: rows } = await list({ tipi: ['verifica_audit'] })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ stato: 'conclusa', flag_errori: 0, flag_propria: 1 })
    const { body: verified } = await manager.raw('GET', '/v1/audit/verifica')
    expect(verified.result.anelli).toBeGreaterThan(0)
    expect((await list({ tipi: ['verifica_audit'] })).listaView[0].elaborati).toBe(verified.result.anelli)
    await query('alter table audit_links disable trigger user')
    await query("update audit_links set digest = '\\x00' where position = 1")
    const { body } = await manager.raw('GET', '/v1/audit/verifica')
    expect(body.result).toMatchObject({ integro: 0, primo_guasto: { posizione: 1 } })
    expect((await list({ tipi: ['verifica_audit'] })).listaView[0]).toMatchObject({ stato: 'conclusa', flag_errori: 1 })
  })
})

describe('the attachment migration of RUP', () => {
  const migrationPath = '/v1/migrazione/migrazione-allegati'
  /** A file from before stores had names. */
  const store = async () => {
    const source = (async function* () {
      yield Buffer.from('un atto')
    })()
    const file = { name: 'a.txt', mediaType: 'text/plain', purpose: 'upload', madeBy: null } as const
    await portal.services.files.keep(file, source)
    await query('update files set store = null')
  }

  test('is started once, shows rows and bytes, and ends with the stores counted again', async () => {
    await store()
    const { stores } = await manager.call(getFileStores)
    expect(stores).toEqual([
      { name: 'folder', files: 0, bytes: 0, isTarget: true, isConfigured: true },
      { files: expect.any(Number), bytes: expect.any(Number), isTarget: false, isConfigured: false },
    ])
    const run = await manager.call(startAttachmentMigration)
    const files = stores[1]?.files
    expect(run).toMatchObject({ state: 'running', total: files, totalBytes: stores[1]?.bytes, done: 0, doneBytes: 0 })
    expect((await manager.call(startAttachmentMigration)).id).toBe(run.id)
    await work(run.id)
    expect((await manager.call(getAttachmentMigration)).run).toMatchObject({ state: 'done', done: files, skipped: 0 })
    expect((await manager.call(getFileStores)).stores).toMatchObject([{ name: 'folder', files, isTarget: true }])
    const [{ record_ids: recorded } = { record_ids: [] }] = await query(
      "select record_ids from audit_entries where action = 'attachment_migration_started' limit 1",
    )
    expect(recorded).toEqual([String(run.id)])
  })

  test('can be cancelled while it runs, not after that', async () => {
    await store()
    const { id } = await manager.call(startAttachmentMigration)
    const cancelled = await manager.call(cancelAttachmentMigration, { wire: { numero_univoco: id } })
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 0 })
    const { status } = await manager.raw('POST', `${migrationPath}/annulla`, { numero_univoco: id })
    expect(status).toBe(409)
    await work(id)
    expect((await manager.call(getFileStores)).stores).toHaveLength(2)
  })

  test('waits for a store that is away, and says so', async () => {
    await store()
    const { id } = await manager.call(startAttachmentMigration)
    await query("update runs set waiting_for = 'file_store', waits = 1 where id = $1", [id])
    expect((await manager.call(getAttachmentMigration)).run).toMatchObject({
      state: 'running',
      waitingFor: 'file_store',
    })
  })

  test('is for RUP alone', async () => {
    for (const method of ['GET', 'POST'] as const) expect((await operator.raw(method, migrationPath)).status).toBe(403)
  })
})
