import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { idpMetadata } from '../../../../test/idp-metadata.ts'
import { makeCertificate } from './certificate.ts'
import { openIdpFolder } from './idp-folder.ts'

let certificate: string
let other: string
let root: string
beforeAll(async () => {
  const make = async () =>
    (await makeCertificate({ commonName: 'x', notBefore: new Date(), years: 1, bits: 2048 })).certificate.replace(
      /-----[^-]+-----|\s/g,
      '',
    )
  ;[certificate, other] = await Promise.all([make(), make()])
  root = await mkdtemp(join(tmpdir(), 'portale-idp-'))
}, 60_000)
afterAll(() => rm(root, { recursive: true }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'folder-'))
})

const metadata = (host: string, certificates = [certificate]) =>
  idpMetadata({ entityId: `https://${host}`, certificates })
/** Writes a file atomically, as an import should. */
async function write(name: string, text: string) {
  await writeFile(join(folder, '.writing'), text)
  await rename(join(folder, '.writing'), join(folder, name))
}

/** Opens a folder that is only scanned by interval, unless `listens` is set; every file system allows that. */
async function open({ path = folder, listens = false, everyMs = 20 } = {}) {
  const lines: string[] = []
  const tell = (fields: object, text: string) => lines.push(`${text} ${JSON.stringify(fields)}`)
  const opened = await openIdpFolder({
    folder: path,
    log: { info: () => undefined, warn: tell as never },
    listens,
    everyMs,
  })
  onTestFinished(() => opened.close())
  return { ...opened, lines, ids: () => opened.list().map(({ entityId }) => entityId) }
}

test('lists the providers of the folder, by file name', async () => {
  await write('b.xml', metadata('first'))
  await write('c.XML', metadata('second'))
  await write('a.txt', metadata('third'))
  await write('.a.xml', metadata('fourth'))
  const { ids, find, lines } = await open()
  expect(ids()).toEqual(['https://first', 'https://second'])
  expect(find('https://second')?.certificates).toEqual([certificate])
  expect(find('https://third')).toBeUndefined()
  expect(lines).toEqual([])
})

test('works without the folder, and finds it once it exists', async () => {
  const path = join(folder, 'later')
  const { ids, lines } = await open({ path })
  expect(ids()).toEqual([])
  const ready = await mkdtemp(join(root, 'ready-'))
  await writeFile(join(ready, 'a.xml'), metadata('a'))
  await rename(ready, path)
  await vi.waitFor(() => expect(ids()).toEqual(['https://a']))
  await rm(path, { recursive: true })
  await vi.waitFor(() => expect(ids()).toEqual([]))
  expect(lines).toEqual([])
})

test.each([
  ['by the clock', false],
  ['by what the file system tells', true],
])('follows changes %s', async (_, listens) => {
  await write('a.xml', metadata('a'))
  const { ids, find } = await open({ listens, everyMs: listens ? 3_600_000 : 20 })
  await write('b.xml', metadata('b'))
  await vi.waitFor(() => expect(ids()).toEqual(['https://a', 'https://b']), 5000)
  await write('a.xml', metadata('a', [certificate, other]))
  await vi.waitFor(() => expect(find('https://a')?.certificates).toEqual([certificate, other]), 5000)
  await rm(join(folder, 'b.xml'))
  await vi.waitFor(() => expect(ids()).toEqual(['https://a']), 5000)
})

test('an invalid file is logged once and its last valid version stays in use, until it is fixed or deleted', async () => {
  await write('a.xml', metadata('a'))
  const { ids, find, lines } = await open()
  await write('a.xml', metadata('a').slice(0, 400))
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toMatch(/^metadata of an identity provider cannot be read.*"file":"a\.xml","reason":"./)
  // Other changes do not log it again.
  await write('b.xml', metadata('b'))
  await vi.waitFor(() => expect(ids()).toEqual(['https://a', 'https://b']))
  expect(lines).toHaveLength(1)
  await write('a.xml', metadata('a', [other]))
  await vi.waitFor(() => expect(find('https://a')?.certificates).toEqual([other]))
  await write('a.xml', 'rubbish')
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  await rm(join(folder, 'a.xml'))
  await vi.waitFor(() => expect(ids()).toEqual(['https://b']))
})

test('a file that was never valid is ignored', async () => {
  await write('a.xml', '<!DOCTYPE x>')
  await write('b.xml', metadata('b'))
  await writeFile(join(folder, 'c.xml'), Buffer.from([0x3c, 0xff]))
  const { ids, lines } = await open()
  expect(ids()).toEqual(['https://b'])
  expect(lines.map((line) => /"file":"(.\.xml)"/.exec(line)?.[1])).toEqual(['a.xml', 'c.xml'])
})

test('of two files for one provider the first counts, and the log says so', async () => {
  await write('a.xml', metadata('same'))
  await write('b.xml', metadata('same', [other]))
  const { ids, find, lines } = await open()
  expect(ids()).toEqual(['https://same'])
  expect(find('https://same')?.certificates).toEqual([certificate])
  expect(lines).toEqual([expect.stringMatching(/another file .*"b\.xml".*"https:\/\/same"/)])
  await rm(join(folder, 'a.xml'))
  await vi.waitFor(() => expect(find('https://same')?.certificates).toEqual([other]))
})

test('an unchanged file is not read again', async () => {
  await write('a.xml', metadata('a'))
  const { find } = await open()
  const before = find('https://a')
  await write('b.xml', metadata('b'))
  await vi.waitFor(() => expect(find('https://b')).toBeDefined())
  expect(find('https://a')).toBe(before)
  await utimes(join(folder, 'a.xml'), new Date(), new Date(0))
  await vi.waitFor(() => expect(find('https://a')).not.toBe(before))
})

test('does nothing once closed', async () => {
  const { ids, close } = await open({ everyMs: 5 })
  await close()
  // An open folder scans at the same interval.
  const other = await open({ everyMs: 5 })
  for (const name of ['a', 'b']) {
    await write(`${name}.xml`, metadata(name))
    await vi.waitFor(() => expect(other.ids()).toContain(`https://${name}`))
  }
  expect(ids()).toEqual([])
})
