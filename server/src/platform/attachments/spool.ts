import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const windowBytes = 64 * 1024
const blockBytes = 16

/** An upload while it is judged: of any size and never in memory as a whole. */
export interface Spool {
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string
  /** The bytes from `at`, fewer where the file ends. */
  read(at: number, length: number): Promise<Buffer>
  /** The bytes from `start`, up to `end`. */
  stream(start?: number, end?: number): AsyncGenerator<Buffer, void>
  /** Forgets the file for good. */
  close(): Promise<void>
}

/**
 * Takes an upload in, as a file that has no name and is sealed under a key in memory alone (AES-256 in counter mode, so that
 * any part opens by itself): nothing is left of it when this process ends, however it ends. Nothing where it has more than
 * `limit` bytes. A slow sender holds up neither the scanner nor the store.
 */
export async function spool(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Spool | undefined> {
  const key = randomBytes(32)
  const cipherAt = (block: number) => createCipheriv('aes-256-ctr', key, counter(block))
  const file = await openNameless(folder)
  const hash = createHash('sha256')
  const cipher = cipherAt(0)
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) return await file.close().then(() => undefined)
      hash.update(chunk)
      await file.writeFile(cipher.update(chunk))
    }
  } catch (error) {
    await file.close()
    throw error
  }

  async function read(at: number, length: number): Promise<Buffer> {
    const block = Math.floor(at / blockBytes)
    const skipped = at - block * blockBytes
    const wanted = Math.max(0, Math.min(length, size - at))
    if (wanted === 0) return Buffer.alloc(0)
    const sealed = Buffer.alloc(skipped + wanted)
    const { bytesRead } = await file.read(sealed, 0, sealed.length, block * blockBytes)
    return cipherAt(block).update(sealed.subarray(0, bytesRead)).subarray(skipped)
  }

  return {
    size,
    digest: hash.digest('hex'),
    read,
    async *stream(start = 0, end = size) {
      for (let at = start; at < end; at += windowBytes) yield await read(at, Math.min(windowBytes, end - at))
    },
    close: () => file.close(),
  }
}

function counter(block: number): Buffer {
  const bytes = Buffer.alloc(blockBytes)
  bytes.writeUIntBE(block, blockBytes - 6, 6)
  return bytes
}

async function openNameless(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(12).toString('hex'))
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}
