import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings.ts'
import { readArguments, verifyDatabase, verifyLog } from '../src/audit-verify.ts'
import { officeDefaults } from '../src/office-defaults.ts'
import { clientOf, listedCodes } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

describe('the command that verifies the audit log', { timeout: 60_000 }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    folder = await temporaryFolder()
  })
  afterAll(() => folder.remove())

  const spawn = () => spawnServer({ dataDir: folder.path, env: { MASTER_KEY_FILE: join(folder.path, 'master.key') } })
  const verify = (...args: string[]) =>
    verifyLog(readArguments(args), readSettings({ DATA_DIR: folder.path }, officeDefaults))
  const head = () => JSON.parse(readFileSync(join(folder.path, 'audit-head.json'), 'utf8'))

  /** Does by hand, in the database of a stopped server, what nobody may; gives what the command then says. */
  async function tamper(sql: string) {
    const database = await openDatabase({ dataDir: folder.path, poolSize: 2 })
    await database.pool.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
    const report = await verifyDatabase(database.db, { anchors: [head()] })
    await database.close()
    return report
  }

  test('says that there is no database yet', async () => {
    await expect(verify()).rejects.toThrow(/There is no database in/)
  })

  test('keeps away from a server that runs and says where to verify instead; a server that stops leaves nothing unchained', async () => {
    const server = spawn()
    const client = clientOf(await server.ready)
    for (let index = 0; index < 5; index++) await client.submit()
    await listedCodes(client)
    await expect(verify()).rejects.toThrow(/in use by another program.*\n.*GET \/v1\/audit\/verifica/)
    await server.stop()
    const { isWhole, lines } = await verify()
    expect({ isWhole, lines }).toEqual({ isWhole: true, lines: expect.any(Array) })
    expect(lines[0]).toMatch(/^The audit log is whole: links 7, seals \d+, entries that wait to be chained 0\.$/)
    expect(head()).toMatchObject({ position: 7 })
    expect(lines.join('\n')).toContain(`on 7:${head().digest}`)
  })

  test('takes what a killed server left unchained as waiting; the next server chains it', async () => {
    const killed = spawn()
    const client = clientOf(await killed.ready)
    await client.submit()
    killed.signal('SIGKILL')
    await killed.ended
    expect((await verify()).lines[0]).toMatch(/^The audit log is whole: links [78], .* wait to be chained [01]\.$/)
    const next = spawn()
    await next.ready
    await next.stop()
    expect((await verify()).lines[0]).toMatch(/^The audit log is whole: links 8, .* wait to be chained 0\.$/)
  })

  test('names a tail that was cut off by hand, and a server that goes on says so and keeps the evidence', async () => {
    const kept = head()
    const { isWhole, lines } = await tamper(`delete from audit_entries where id > 5;
      delete from audit_links where position > 5; delete from audit_seals where up_to > 5`)
    expect(isWhole).toBe(false)
    expect(lines[0]).toMatch(/^The audit log is broken. First broken link: /)
    const server = spawn()
    const client = clientOf(await server.ready)
    await client.submit()
    await server.stop()
    expect(server.stdout()).toMatch(/"audit":"cut"/)
    expect(head()).toEqual(kept)
  })
})
