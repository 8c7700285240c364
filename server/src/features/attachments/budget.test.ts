import { deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { mailOf, signedInPieces } from '../../../test/container-files.ts'
import { ascii, gif, joined, pdf, zipOf } from '../../../test/make-files.ts'
import { filesIn } from '../../../test/store-files.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000' } })
})
afterAll(() => portal.close())
afterEach(() => portal.database.pool.query('delete from files'))

const scan = async (name: string, bytes: Buffer, path: string = scanPaths.report) =>
  (await upload(path === scanPaths.case ? await portal.as('manager') : newVisitor(portal), path, { name, bytes })).body

/** A PDF with object streams that each inflate to four million zeros. */
function inflatingPdf(count: number): Buffer {
  const packed = deflateSync(Buffer.alloc(4 * 1024 * 1024 - 1))
  const stream = joined('<< /Type /ObjStm /Filter /FlateDecode >> stream\n', packed, '\nendstream\n')
  return joined('%PDF-1.7\n', ...Array.from({ length: count }, () => stream))
}

/** An archive of many small archives, whose entries must all be inspected. */
async function archiveOfArchives(): Promise<Buffer> {
  const inner = await zipOf(Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`${index}`, 'x'])))
  return zipOf(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}.zip`, inner])))
}

const manyParts = () =>
  mailOf(...Array.from({ length: 500 }, (_, index) => ({ name: `${index}.txt`, bytes: ascii('x') })))

const overBudget = () => portal.services.parsers.countsOf('attachment').overBudget

describe('an upload above the parser’s budget', () => {
  test.each([
    ['packed objects that inflate to half a gigabyte', 'atto.pdf', async () => inflatingPdf(120), 'bytes'],
    ['an archive of fifty thousand entries in archives', 'atti.zip', archiveOfArchives, 'steps'],
    ['a mail of five hundred files', 'messaggio.eml', async () => manyParts(), 'steps'],
  ] as const)('%s: ERROR_SYSTEM, and nothing is kept', async (_what, name, make, resource) => {
    const before = overBudget()[resource] ?? 0
    const path = name.endsWith('.zip') ? scanPaths.case : scanPaths.report
    expect((await scan(name, await make(), path)).result).toEqual({ codice: 'ERROR_SYSTEM' })
    expect(overBudget()[resource]).toBe(before + 1)
    expect(await filesIn(portal.dataDir)).toEqual([])
  })

  test('is parsed in another process', async () => {
    expect((await scan('nota.txt', ascii('Buongiorno'))).result.codice).toBe('SUCCESS_ANTIVIRUS')
    const { processes } = portal.services.parsers.countsOf('attachment')
    expect(processes.length).toBeGreaterThan(0)
    expect(processes).not.toContain(process.pid)
  })
})

describe('an upload that is expensive to parse', () => {
  test('19 MB of false streams are parsed within the budget', async () => {
    const bytes = joined('%PDF-1.7\n', ascii('/ObjStm stream\nx endstream '.repeat(700_000)))
    const before = overBudget()
    const { codice } = (await scan('atto.pdf', bytes)).result
    // May exceed the budget of steps, never that of time.
    expect(['SUCCESS_ANTIVIRUS', 'ERROR_SYSTEM']).toContain(codice)
    expect(overBudget().seconds).toBe(before.seconds)
  })

  test('19 MB of four-byte comments in an image are parsed within the budget', async () => {
    const [head, tail] = [gif().subarray(0, -1), gif().subarray(-1)]
    const comments = Buffer.concat(
      Array.from({ length: 19 }, () => Buffer.alloc(1024 * 1024, Buffer.from([1, 65, 1, 66]))),
    )
    const before = overBudget()
    const { codice } = (
      await scan('foto.gif', joined(head, Buffer.from([0x21, 0xfe]), comments, Buffer.from([0]), tail))
    ).result
    expect(codice).toBe('SUCCESS_ANTIVIRUS')
    expect(overBudget()).toEqual(before)
  })

  test('19 MB of a mail, of a mail in it, and of a file signed in pieces are parsed within the budget', async () => {
    const signedFile = signedInPieces(pdf(' '.repeat(10_000_000)))
    const inner = mailOf({ name: 'atto.pdf.p7m', bytes: signedFile })
    const mail = mailOf({ name: 'postacert.eml', media: 'message/rfc822', bytes: inner })
    expect(mail.length).toBeGreaterThan(18_000_000)
    const before = overBudget()
    expect((await scan('messaggio.eml', mail)).result.codice).toBe('SUCCESS_ANTIVIRUS')
    expect(overBudget()).toEqual(before)
  })
})
