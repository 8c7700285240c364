import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testParsers } from '../../../test/build-app.ts'
import { mailOf, signed } from '../../../test/container-files.ts'
import { ascii, pdf } from '../../../test/make-files.ts'
import { filesIn } from '../../../test/store-files.ts'
import type { Scan, Verdict } from './clamd.ts'
import { createScanner } from './scanner.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const scannerWith = (verdict: () => Promise<Verdict>) =>
  scannerOf(async (source) => {
    for await (const _chunk of source);
    return verdict()
  })
const scannerOf = (antivirus: Scan, name = 'nota.txt') => {
  const { db, inTransaction, vault, clock, files, audit } = portal.services
  const log = portal.app.log as never
  const scanner = createScanner({
    db,
    inTransaction,
    vault,
    clock,
    log,
    files,
    folder: `${portal.dataDir}/incoming`,
    scansPerMinute: 1000,
    uploads: { atOnce: 100, ofNetwork: 60 },
    inspect: (file, network) => testParsers.run('attachment', file, network),
    antivirus,
  })
  const bringer = {
    area: 'report',
    maker: { visitorHash: 'v' },
    network: '192.0.2.0/24',
    idempotencyKey: undefined,
  } as const
  return (chunks: AsyncIterable<Uint8Array>, isAbandoned = () => false) =>
    audit.job('prova', (recorder) =>
      scanner.scan({ name, chunks, declaredBytes: undefined, isAbandoned }, bringer, recorder),
    )
}
async function* bytes(size = 5, chunk = 64 * 1024) {
  for (let left = size; left > 0; left -= chunk) yield Buffer.alloc(Math.min(chunk, left), 'a')
}

test.each([
  ['slow', 'TIMEOUT_ANTIVIRUS'],
  ['away', 'ERROR_SYSTEM'],
  ['infected', 'VIRUS_FOUND'],
] as const)('an antivirus that is %s: %s, and nothing is stored', async (verdict, code) => {
  expect(await scannerWith(async () => verdict)(bytes())).toEqual({ code })
  expect(await filesIn(portal.dataDir)).toEqual([])
})

test('a sender who disconnected before the answer leaves nothing behind', async () => {
  await expect(scannerWith(async () => 'clean')(bytes(), () => true)).rejects.toThrow()
  const broken = async function* () {
    yield* bytes()
    throw new Error('gone')
  }
  await expect(scannerWith(async () => 'clean')(broken())).rejects.toThrow('gone')
  expect(await filesIn(portal.dataDir)).toEqual([])
  expect((await portal.database.pool.query('select id from files')).rows).toEqual([])
})

test('memory does not grow with the size of a file', { timeout: 60_000 }, async () => {
  const size = 20 * 1024 * 1024
  let peak = 0
  let base = 0
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc')
  /** Memory in use after a garbage collection. */
  const measure = async () => {
    for (let times = 0; times < 2; times++) {
      collect()
      await nextTurn()
    }
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return arrayBuffers + heapUsed
  }
  const scan = scannerWith(async () => {
    peak = Math.max(peak, await measure())
    return 'infected'
  })
  const watched = async function* () {
    base = await measure()
    let count = 0
    for await (const chunk of bytes(size)) {
      yield chunk
      count += 1
      if (count % 160 === 0) peak = Math.max(peak, await measure())
    }
  }
  await scan(watched())
  expect(peak - base).toBeLessThan(size / 4)
})

test('the answer says that an antivirus scanned the file', async () => {
  const outcome = await scannerWith(async () => 'clean')(bytes(7))
  expect(outcome).toMatchObject({ code: 'SUCCESS_ANTIVIRUS', isScanned: true })
})

test('the antivirus looks through each file and text within a mail, and nothing of them stays', async () => {
  const seen: Buffer[] = []
  const scan = scannerOf(async (source) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of source) chunks.push(chunk)
    seen.push(Buffer.concat(chunks))
    return seen.at(-1)?.includes('infetto') ? 'infected' : 'clean'
  }, 'messaggio.eml')
  const send = (mail: Buffer) =>
    scan(
      (async function* () {
        yield mail
      })(),
    )
  const document = signed(pdf())
  const mail = mailOf({ name: 'atto.pdf.p7m', bytes: document })
  expect(await send(mail)).toMatchObject({ code: 'SUCCESS_ANTIVIRUS' })
  expect(seen.map((bytes) => bytes.toString('latin1'))).toEqual(
    [mail, ascii('Buongiorno\n'), document, pdf()].map((bytes) => bytes.toString('latin1')),
  )
  await portal.database.pool.query('delete from files')
  const stored = await filesIn(portal.dataDir)
  // In Base64 the mail itself does not show the word.
  expect(await send(mailOf({ name: 'nota.txt', bytes: ascii('infetto') }))).toEqual({ code: 'VIRUS_FOUND' })
  expect(await filesIn(portal.dataDir)).toEqual(stored)
})
