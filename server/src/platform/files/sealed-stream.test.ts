import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DamagedFileError, makeContentKey, openStream, sealStream } from './sealed-stream.ts'

const headerBytes = 4
const chunk = 64 * 1024
const sealedChunk = chunk + 16
const fileId = '0b9e3c1c-7d4f-4a53-9b0e-6f5b1f3f2a10'
const key = makeContentKey()

/** The bytes in chunks of the given sizes, in rotation. */
async function* inChunksOf(bytes: Buffer, sizes: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const whole = (bytes: Buffer) => inChunksOf(bytes, [bytes.length])

async function join(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const joined: Buffer[] = []
  for await (const bytes of chunks) joined.push(bytes)
  return Buffer.concat(joined)
}

const seal = (plain: Buffer, contentKey = key) => join(sealStream(contentKey, whole(plain)))

/** The bytes of a sealed file before its end, and the error at its end. */
async function open(sealed: Buffer, contentKey = key): Promise<{ bytes: Buffer; error: unknown }> {
  const out: Buffer[] = []
  try {
    for await (const bytes of openStream(contentKey, fileId, whole(sealed))) out.push(bytes)
    return { bytes: Buffer.concat(out), error: undefined }
  } catch (error) {
    return { bytes: Buffer.concat(out), error }
  }
}

/** Expects that a file is refused, after no bytes other than the original beginning. */
async function expectRefused(tampered: Buffer, plain: Buffer, contentKey = key) {
  const { bytes, error } = await open(tampered, contentKey)
  expect(error).toBeInstanceOf(DamagedFileError)
  expect((error as Error).message).toMatch(new RegExp(`^The file ${fileId} is damaged: `))
  expect(bytes.length % chunk).toBe(0)
  expect(plain.subarray(0, bytes.length).equals(bytes)).toBe(true)
}

const flipped = (bytes: Buffer, at: number, bit = 0) => {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
  return copy
}

describe('a sealed stream', () => {
  const sizes = fc.oneof(
    fc.constantFrom(0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 2 * chunk + 1),
    fc.nat({ max: 3 * chunk }),
  )
  const chunkings = fc.array(
    fc.oneof(fc.integer({ min: 1000, max: 200_000 }), fc.constantFrom(chunk, sealedChunk, headerBytes)),
    { minLength: 1, maxLength: 5 },
  )

  test('opens to the bytes that were sealed, in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, chunkings, chunkings, async (size, plainChunks, sealedChunks) => {
        const plain = randomBytes(size)
        const sealed = await join(sealStream(key, inChunksOf(plain, plainChunks)))
        expect(sealed.length).toBe(headerBytes + size + 16 * Math.max(1, Math.ceil(size / chunk)))
        const opened = await join(openStream(key, fileId, inChunksOf(sealed, sealedChunks)))
        expect(opened.equals(plain)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('opens byte by byte as well', async () => {
    const plain = Buffer.from('uguaglianza')
    const sealed = await join(sealStream(key, inChunksOf(plain, [1])))
    expect((await join(openStream(key, fileId, inChunksOf(sealed, [1])))).toString()).toBe('uguaglianza')
  })

  test('skips empty chunks of its source', async () => {
    const source = async function* () {
      for (const text of ['', 'ugua', '', 'glianza', '']) yield Buffer.from(text)
    }
    const sealed = await join(sealStream(key, source()))
    expect((await open(sealed)).bytes.toString()).toBe('uguaglianza')
  })

  test('rethrows errors of its source', async () => {
    const source = async function* () {
      yield Buffer.alloc(chunk)
      throw new Error('the sender went away')
    }
    await expect(join(sealStream(key, source()))).rejects.toThrow('the sender went away')
    await expect(join(openStream(key, fileId, source()))).rejects.toThrow(DamagedFileError)
  })

  test('differs each time, and contains none of the plain bytes', async () => {
    const plain = Buffer.alloc(3 * chunk, 'narrazione riservata ')
    const [one, other] = [await seal(plain, makeContentKey()), await seal(plain, makeContentKey())]
    expect(one.subarray(headerBytes, 1000).equals(other.subarray(headerBytes, 1000))).toBe(false)
    expect(one.includes('riservata')).toBe(false)
  })
})

describe('a tampered stream is refused', () => {
  const plain = randomBytes(2 * chunk + 100)
  const other = randomBytes(2 * chunk + 100)
  const otherKey = makeContentKey()
  const partsOf = async (bytes: Buffer, contentKey = key) => {
    const sealed = await seal(bytes, contentKey)
    const at = (index: number) => headerBytes + index * sealedChunk
    return {
      head: sealed.subarray(0, headerBytes),
      first: sealed.subarray(at(0), at(1)),
      second: sealed.subarray(at(1), at(2)),
      last: sealed.subarray(at(2)),
    }
  }

  test.each([
    ['the magic', 0],
    ['the version', 3],
    ['the first byte of the first chunk', headerBytes],
    ['the middle of the first chunk', headerBytes + 30_000],
    ['the last byte of the first chunk', headerBytes + chunk - 1],
    ['the tag of the first chunk', headerBytes + chunk],
    ['the end of the tag of the first chunk', headerBytes + sealedChunk - 1],
    ['the first byte of the second chunk', headerBytes + sealedChunk],
    ['the tag of the second chunk', headerBytes + sealedChunk + chunk + 7],
    ['the first byte of the last chunk', headerBytes + 2 * sealedChunk],
    ['the last byte of the last chunk', headerBytes + 2 * sealedChunk + 99],
    ['the tag of the last chunk', headerBytes + 2 * sealedChunk + 100],
    ['the very last byte', headerBytes + 2 * sealedChunk + 115],
  ])('with one bit of %s flipped', async (_place, at) => {
    const sealed = await seal(plain)
    for (const bit of [0, 7]) await expectRefused(flipped(sealed, at, bit), plain)
  })

  test.each([0, 1, 20])('with any single bit flipped of a file of %i bytes', async (size) => {
    const small = randomBytes(size)
    const sealed = await seal(small)
    for (let bit = 0; bit < sealed.length * 8; bit++)
      await expectRefused(flipped(sealed, Math.floor(bit / 8), bit % 8), small)
  })

  test('with a bit flipped anywhere', async () => {
    const sealed = await seal(plain)
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: sealed.length - 1 }), fc.nat({ max: 7 }), (at, bit) =>
        expectRefused(flipped(sealed, at, bit), plain),
      ),
      { numRuns: 60 },
    )
  })

  test.each([0, 1, chunk, 2 * chunk, 2 * chunk + 100, 5 * chunk])(
    'cut at each border between chunks, of a file of %i bytes',
    async (size) => {
      const bytes = randomBytes(size)
      const sealed = await seal(bytes)
      const borders = [0, headerBytes]
      for (let at = headerBytes + sealedChunk; at < sealed.length; at += sealedChunk) borders.push(at)
      for (const border of borders)
        for (const end of [border - 1, border, border + 1].filter((end) => end >= 0 && end < sealed.length))
          await expectRefused(sealed.subarray(0, end), bytes)
      await expectRefused(sealed.subarray(0, sealed.length - 1), bytes)
    },
  )

  test('cut anywhere', async () => {
    const sealed = await seal(plain)
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: sealed.length - 1 }), (end) => expectRefused(sealed.subarray(0, end), plain)),
      { numRuns: 60 },
    )
  })

  type Parts = Awaited<ReturnType<typeof partsOf>>
  test.each<[string, (mine: Parts, foreign: Parts) => Buffer[]]>([
    ['its chunks swapped', ({ head, first, second, last }) => [head, second, first, last]],
    ['its last chunk first', ({ head, first, second, last }) => [head, last, first, second]],
    ['a chunk twice', ({ head, first, second, last }) => [head, first, first, second, last]],
    ['a chunk in place of the next', ({ head, first, last }) => [head, first, first, last]],
    ['its first chunk left out', ({ head, second, last }) => [head, second, last]],
    ['its second chunk left out', ({ head, first, last }) => [head, first, last]],
    ['its last chunk left out', ({ head, first, second }) => [head, first, second]],
    ['its last chunk alone', ({ head, last }) => [head, last]],
    ['its last chunk twice', ({ head, first, second, last }) => [head, first, second, last, last]],
    ['a byte appended', ({ head, first, second, last }) => [head, first, second, last, Buffer.of(0)]],
    ['a whole file appended', ({ head, first, second, last }) => [head, first, second, last, head, first, last]],
    ['no header', ({ first, second, last }) => [first, second, last]],
    ['its header twice', ({ head, first, second, last }) => [head, head, first, second, last]],
    ['the first chunk of another file', ({ head, second, last }, { first }) => [head, first, second, last]],
    ['the second chunk of another file', ({ head, first, last }, { second }) => [head, first, second, last]],
    ['the last chunk of another file', ({ head, first, second }, { last }) => [head, first, second, last]],
    ['another file', (_mine, { head, first, second, last }) => [head, first, second, last]],
    ['nothing at all', () => []],
  ])('with %s', async (_error, tamper) => {
    await expectRefused(Buffer.concat(tamper(await partsOf(plain), await partsOf(other, otherKey))), plain)
  })

  test('with a whole chunk instead of the end, or after it', async () => {
    // A whole last chunk differs from an inner one only by the flag in its nonce.
    const two = await seal(plain.subarray(0, 2 * chunk))
    const one = await seal(plain.subarray(0, chunk))
    expect((await open(one)).error).toBeUndefined()
    await expectRefused(two.subarray(0, headerBytes + sealedChunk), plain)
    await expectRefused(Buffer.concat([one, two.subarray(headerBytes + sealedChunk)]), plain)
  })

  test('under another key', async () => {
    await expectRefused(await seal(plain), plain, makeContentKey())
  })
})

test('200 MB are sealed and opened in a bounded amount of memory', async () => {
  const megabyte = 1024 * 1024
  const throughBoth = async (size: number) => {
    const source = async function* () {
      const bytes = randomBytes(100_000)
      for (let sent = 0; sent < size; sent += bytes.length) yield bytes.subarray(0, Math.min(bytes.length, size - sent))
    }
    let opened = 0
    let peak = 0
    for await (const bytes of openStream(key, fileId, sealStream(key, source()))) {
      opened += bytes.length
      if (opened % megabyte === 0) peak = Math.max(peak, process.memoryUsage().rss)
    }
    return { opened, peak }
  }
  // Garbage that the collector has not freed is the same for a smaller file.
  const { peak: before } = await throughBoth(40 * megabyte)
  const { opened, peak } = await throughBoth(200 * megabyte)
  expect(opened).toBe(200 * megabyte)
  expect((peak - before) / megabyte).toBeLessThan(60)
})
