import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { findClamd, plantedPattern, startClamd } from '../../../test/clamd-server.ts'
import { filesIn } from '../../../test/store-files.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'

/** Whether this account may mount a disk that the test fills. */
const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'portale-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
})()

const note = (text = 'Buongiorno') => ({ name: 'nota.txt', bytes: Buffer.from(text) })
const codeOf = async (portal: TestApp, file = note()) =>
  (await upload(newVisitor(portal), scanPaths.report, file)).body.result.codice

async function expectNothingLeft(portal: TestApp) {
  const { rows } = await portal.database.pool.query('select count(*)::int as count from files')
  expect(rows[0].count).toBe(0)
  expect(await filesIn(portal.dataDir)).toEqual([])
}

describe('a portal that cannot store a file', () => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await startTestApp({ env: { SCANS_PER_MINUTE: '5' } })
  })
  afterAll(() => portal.close())
  afterEach(async () => {
    portal.clock.advance(120)
    await portal.database.pool.query('delete from files')
  })

  test('reports an unavailable store', async () => {
    const folder = join(portal.dataDir, 'files')
    await writeFile(folder, 'no folder')
    expect(await codeOf(portal)).toBe('ERROR_SCMIS')
    await rm(folder)
    await expectNothingLeft(portal)
  })

  test.runIf(canMount)(
    'says so when the disk is full, is not ready then, and takes the file once there is room',
    async () => {
      const disk = await mkdtemp(join(tmpdir(), 'portale-disk-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
      const full = await startTestApp({ env: { DATA_DIR: disk, DISK_RESERVE_MB: '1' }, beside: portal })
      const ready = async () => (await full.visitor.raw('GET', '/health/ready')).status
      try {
        expect(await ready()).toBe(200)
        await writeFile(join(disk, 'ballast'), Buffer.alloc(2 ** 21 - 65_536))
        expect(await codeOf(full, note('a'.repeat(100_000)))).toBe('ERROR_SAVE')
        expect(await ready()).toBe(503)
        await rm(join(disk, 'ballast'))
        expect(await codeOf(full, note('a'.repeat(100_000)))).toBe('SUCCESS_ANTIVIRUS')
      } finally {
        await full.close()
        execFileSync('umount', [disk])
        await rm(disk, { recursive: true })
      }
    },
  )

  test('reports a failed insert, and deletes the bytes', async () => {
    const query = (sql: string) => portal.database.pool.query(sql)
    await query(`create function fail_now() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
    await query('create trigger fail_now before insert on attachments for each row execute function fail_now()')
    expect(await codeOf(portal)).toBe('ERROR_SAVE')
    await query('drop trigger fail_now on attachments')
    await query('drop function fail_now')
    await expectNothingLeft(portal)
  })

  test('limits files per network and minute, and says how long to wait', async () => {
    const visitor = newVisitor(portal)
    for (let count = 0; count < 5; count++)
      expect((await upload(visitor, scanPaths.report, note(`nota ${count}`))).status).toBe(200)
    const { status, headers } = await upload(newVisitor(portal), scanPaths.assistance, note())
    expect({ status, wait: headers['retry-after'] }).toEqual({ status: 429, wait: '60' })
    portal.clock.advance(60)
    expect((await upload(visitor, scanPaths.report, note())).status).toBe(200)
  })
})

describe('an antivirus', () => {
  test('shows on the batch screen, present or missing', async () => {
    for (const env of [{}, { CLAMD_URL: 'tcp://127.0.0.1:1' }]) {
      const portal = await startTestApp({ env })
      try {
        const { body } = await (await portal.as('manager')).raw('GET', '/v1/migrazione/dati-sensibili')
        expect(body.result.flag_antivirus).toBe('CLAMD_URL' in env ? 1 : 0)
      } finally {
        await portal.close()
      }
    }
  })

  test.each([['that is unavailable', 'ERROR_SYSTEM', 'tcp://127.0.0.1:1']])(
    '%s: %s, and the file is not kept',
    async (_what, code, url) => {
      const portal = await startTestApp({ env: { CLAMD_URL: url } })
      try {
        expect(await codeOf(portal)).toBe(code)
        await expectNothingLeft(portal)
      } finally {
        await portal.close()
      }
    },
  )

  test('that dies during a scan: ERROR_SYSTEM, and the file is not stored', async () => {
    const dying = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.destroy()))
    const port = await new Promise<number>((resolve) => {
      dying.listen(0, '127.0.0.1', () => {
        const address = dying.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const portal = await startTestApp({ env: { CLAMD_URL: `tcp://127.0.0.1:${port}` } })
    try {
      expect(await codeOf(portal, note('a'.repeat(5_000_000)))).toBe('ERROR_SYSTEM')
      await expectNothingLeft(portal)
    } finally {
      await portal.close()
      dying.close()
    }
  })

  test.runIf(findClamd() !== undefined || process.env.CI)('that works: VIRUS_FOUND by its own signature', async () => {
    const clamd = await startClamd()
    const portal = await startTestApp({ env: { CLAMD_URL: clamd.url } })
    try {
      expect(await codeOf(portal, note(`Guarda: ${plantedPattern}`))).toBe('VIRUS_FOUND')
      await expectNothingLeft(portal)
      expect(await codeOf(portal)).toBe('SUCCESS_ANTIVIRUS')
      await clamd.stop()
      expect(await codeOf(portal, note('Di nuovo'))).toBe('ERROR_SYSTEM')
    } finally {
      await portal.close()
      await clamd.stop()
    }
  })
})
