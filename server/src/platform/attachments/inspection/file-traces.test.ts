import { inflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { findTraces, withoutTraces } from '@portal/contract/file-traces'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { carriers, sealedCarriers, secrets } from '../../../../test/files-with-traces.ts'
import { benignFiles } from '../../../../test/make-files.ts'

/** All texts in a file, whichever way they are written: in its bytes, in UTF-16, in parts of a package, in packed streams. */
function textsIn(bytes: Buffer): string {
  const texts = [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]
  if (bytes.toString('latin1', 0, 2) === 'PK')
    for (const part of Object.values(unzipSync(bytes))) texts.push(Buffer.from(part).toString('latin1'))
  for (const { index } of bytes.toString('latin1').matchAll(/\x78[\x9c\xda]/g)) {
    try {
      texts.push(inflateSync(bytes.subarray(index)).toString('latin1'))
    } catch {
      // Not packed.
    }
  }
  const whole = texts.join('\n')
  const digits = [...whole.matchAll(/[\da-f\n]{40,}/g)].map(([run]) =>
    Buffer.from(run.replaceAll('\n', ''), 'hex').toString('latin1').replaceAll('\0', ''),
  )
  return [whole, ...digits].join('\n')
}

async function pixelsOf(bytes: Buffer): Promise<string> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  return Buffer.from(context.getImageData(0, 0, image.width, image.height).data).toString('base64')
}

test.each(carriers.map((carrier) => [carrier.what, carrier] as const))(
  '%s loses place and author, and nothing else',
  async (_what, { extension, bytes, place, author, rest }) => {
    expect(findTraces(bytes, extension)).toEqual({ hasPlace: place, hasAuthor: author, canRemove: true })
    expect(secrets.some((secret) => textsIn(bytes).includes(secret)) || extension === '3gp').toBe(true)
    const before = Buffer.from(bytes)
    const cleaned = Buffer.from(withoutTraces(bytes, extension) ?? [])
    expect(bytes.equals(before)).toBe(true)
    expect(secrets.filter((secret) => textsIn(cleaned).includes(secret))).toEqual([])
    expect(findTraces(cleaned, extension)).toMatchObject({ hasPlace: false, hasAuthor: false })
    if (rest) expect(textsIn(cleaned)).toContain(rest)
    const isPackage = bytes.toString('latin1', 0, 2) === 'PK'
    if (!isPackage) expect(cleaned).toHaveLength(bytes.length)
    if (['jpg', 'jpeg', 'png', 'webp'].includes(extension)) expect(await pixelsOf(cleaned)).toBe(await pixelsOf(bytes))
  },
)

test('a turned photo stays turned', async () => {
  const turned = carriers.find(({ what }) => what === 'a photo, little-endian')
  if (!turned) throw new Error('no photo')
  const { width, height } = await loadImage(Buffer.from(withoutTraces(turned.bytes, 'jpg') ?? []))
  expect([width, height]).toEqual([30, 40])
})

test.each(sealedCarriers.map((carrier) => [carrier.what, carrier] as const))(
  '%s tells its author, which stays',
  (_what, { extension, bytes, place, author }) => {
    expect(findTraces(bytes, extension)).toEqual({ hasPlace: place, hasAuthor: author, canRemove: false })
    expect(withoutTraces(bytes, extension)).toBeUndefined()
  },
)

test('files that say nothing have no traces', async () => {
  for (const [extension, make] of Object.entries(benignFiles))
    expect(findTraces(await make(), extension), extension).toMatchObject({ hasPlace: false, hasAuthor: false })
})

test('no file makes the reader fail; what it removes is gone, at the same length', { timeout: 60_000 }, () => {
  const pictures = carriers.filter(({ extension }) => !['docx', 'xlsx', 'odt'].includes(extension))
  fc.assert(
    fc.property(
      fc.constantFrom(...pictures),
      fc.array(fc.tuple(fc.nat(1500), fc.uint8Array({ minLength: 1, maxLength: 8 })), { maxLength: 6 }),
      ({ extension, bytes: whole }, changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, change] of changes)
          bytes.set(change.slice(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length))
        const cleaned = withoutTraces(bytes, extension)
        if (!cleaned) return
        expect(cleaned).toHaveLength(bytes.length)
        expect(findTraces(cleaned, extension)).toMatchObject({ hasPlace: false, hasAuthor: false })
      },
    ),
    { numRuns: 500 },
  )
})

test('coordinates of the Atlantic, where nobody is, are not what remains', () => {
  const film = carriers.find(({ extension }) => extension === '3gp')
  if (!film) throw new Error('no film')
  const cleaned = Buffer.from(withoutTraces(film.bytes, '3gp') ?? [])
  const at = cleaned.indexOf('casa\0') + 6
  expect(cleaned.readInt32BE(at + 4) / 65_536).toBeGreaterThan(90)
})
