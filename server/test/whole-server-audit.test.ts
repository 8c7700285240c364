import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { readArguments, verifyDatabase, verifyLog } from '../src/commands/audit-verify.ts'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { type ServerDatabase, serverDatabase } from './engines.ts'
import { clientOf, listedCodes } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

describe('the command that verifies the audit log', { timeout: 60_000 }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let database: ServerDatabase
  beforeAll(async () => {
    folder = await temporaryFolder()
    database = await serverDatabase()
  })
  afterAll(async () => {
    await database.remove()
    await folder.remove()
  })

  const spawn = () => spawnServer({ dataDir: folder.path, env: database.env })
  const settingsOf = (env: Readonly<Record<string, string>>) => readSettings(env, officeDefaults)
  const settings = () => settingsOf({ DATA_DIR: folder.path, ...database.env })
  const verify = async (from = settings()) => verifyLog(readArguments([]), from)
  const headIn = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'audit-head.json'), 'utf8'))

  /** Tampers with the database of a stopped server; returns the command's report. */
  async function tamper(sql: string) {
    const { db, pool, close } = await openDatabase({ ...settings(), poolSize: 2 })
    await pool.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
    const report = await verifyDatabase(db, { anchors: [headIn(folder.path)] })
    await close()
    return report
  }

  test('reports a missing database', async () => {
    await expect(verify(settingsOf({ DATA_DIR: folder.path }))).rejects.toThrow(/There is no database in/)
  })

  test('refuses to run beside a server and says where to verify; a server that stops leaves no entry unchained', async () => {
    const own = await temporaryFolder()
    const verifyOwn = () => verify(settingsOf({ DATA_DIR: own.path }))
    const server = spawnServer({ dataDir: own.path })
    const client = clientOf(await server.ready)
    for (let index = 0; index < 5; index++) await client.submit()
    await listedCodes(client)
    await expect(verifyOwn()).rejects.toThrow(/in use by another program.*\n.*GET \/v1\/audit\/verifica/)
    await server.stop()
    const { isWhole, lines } = await verifyOwn()
    expect({ isWhole, lines }).toEqual({ isWhole: true, lines: expect.any(Array) })
    expect(lines[0]).toMatch(/^The audit log is whole: links 8, seals \d+, entries that wait to be chained 0\.$/)
    const head = headIn(own.path)
    expect(head).toMatchObject({ position: 8 })
    expect(lines.join('\n')).toContain(`on 8:${head.digest}`)
    await own.remove()
  })

  test('counts entries that a killed server left unchained as waiting; the next server chains them', async () => {
    const killed = spawn()
    const client = clientOf(await killed.ready)
    for (let index = 0; index < 8; index++) await client.submit()
    killed.signal('SIGKILL')
    await killed.ended
    const [line = ''] = (await verify()).lines
    const [, links, waiting] = /^The audit log is whole: links (\d+), .* wait to be chained (\d+)\.$/.exec(line) ?? []
    expect({ line, entries: Number(links) + Number(waiting) }).toEqual({ line, entries: 9 })
    const next = spawn()
    await next.ready
    await next.stop()
    expect((await verify()).lines[0]).toMatch(/^The audit log is whole: links 9, .* wait to be chained 0\.$/)
  })

  test('reports a truncated tail; a server that starts reports it too and keeps the evidence', async () => {
    const evidence = headIn(folder.path)
    const { isWhole, lines } = await tamper(`delete from audit_entries where id > 5;
      delete from audit_links where position > 5; delete from audit_seals where up_to > 5`)
    expect(isWhole).toBe(false)
    expect(lines[0]).toMatch(/^The audit log is broken. First broken link: /)
    const server = spawn()
    const client = clientOf(await server.ready)
    await client.submit()
    await server.stop()
    expect(server.stdout()).toMatch(/"audit":"cut"/)
    expect(headIn(folder.path)).toEqual(evidence)
  })
})
