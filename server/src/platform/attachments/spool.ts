import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { readSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const windowBytes = 64 * 1024
const blockBytes = 16

/** An upload during its inspection: of any size, and never in memory as a whole. */
export interface Spool {
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string
  /** With this another thread of the process opens the file (`openSpooled`), until it is closed. */
  readonly handle: SpoolHandle
  /** The whole content, in windows. */
  stream(): AsyncGenerator<Buffer, void>
  /** Deletes the file. */
  close(): Promise<void>
}

export interface SpoolHandle {
  /** File descriptor, valid in all threads of the process. */
  readonly fd: number
  readonly key: Uint8Array
  /** Bytes. */
  readonly size: number
}

/** An upload as its parser reads it, synchronously, which is acceptable in a separate thread. */
export interface SpooledFile {
  /** Bytes. */
  readonly size: number
  /** The bytes from `at`; fewer at the end of the file. */
  read(at: number, length: number): Buffer
  /** The bytes from `start` to before `end`, in windows. */
  windows(start?: number, end?: number): Generator<Buffer, void>
}

const cipherAt = (key: Uint8Array, block: number) => createCipheriv('aes-256-ctr', key, counter(block))

/** Opens an upload that `spool` has written. */
export function openSpooled({ fd, key, size }: SpoolHandle): SpooledFile {
  function read(at: number, length: number): Buffer {
    const block = Math.floor(at / blockBytes)
    const skipped = at - block * blockBytes
    const count = Math.max(0, Math.min(length, size - at))
    if (count === 0) return Buffer.alloc(0)
    const sealed = Buffer.alloc(skipped + count)
    const bytesRead = readSync(fd, sealed, 0, sealed.length, block * blockBytes)
    return cipherAt(key, block).update(sealed.subarray(0, bytesRead)).subarray(skipped)
  }
  return {
    ...{ size, read },
    *windows(start = 0, end = size) {
      for (let at = start; at < end; at += windowBytes) yield read(at, Math.min(windowBytes, end - at))
    },
  }
}

/**
 * Writes an upload to a nameless file, sealed under a key in memory (AES-256 in counter mode, so that any part can be opened
 * alone): nothing remains when this process ends in any way. Returns undefined for more than `limit` bytes. A slow sender
 * delays neither the scanner nor the store.
 */
export async function spool(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Spool | undefined> {
  const key = randomBytes(32)
  const file = await openNameless(folder)
  const hash = createHash('sha256')
  const cipher = cipherAt(key, 0)
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
  return {
    size,
    digest: hash.digest('hex'),
    handle: { fd: file.fd, key, size },
    async *stream() {
      const decipher = cipherAt(key, 0)
      for (let at = 0; at < size; at += windowBytes) {
        const sealed = Buffer.alloc(Math.min(windowBytes, size - at))
        const { bytesRead } = await file.read(sealed, 0, sealed.length, at)
        yield decipher.update(sealed.subarray(0, bytesRead))
      }
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
