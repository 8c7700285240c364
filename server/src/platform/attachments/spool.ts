import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const windowBytes = 64 * 1024
const blockBytes = 16

/** An upload during its inspection: of any size, and never in memory as a whole. */
export interface Spool {
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string
  /** With this the process of a parser opens the file (`openSpooled`), until it is closed. */
  readonly handle: SpoolHandle
  /** The whole content, in windows. */
  stream(): AsyncGenerator<Buffer, void>
  /** Deletes the file and what it contains. */
  close(): Promise<void>
}

export interface SpoolHandle {
  readonly path: string
  readonly key: Uint8Array
  /** Bytes. */
  readonly size: number
}

/** An upload as its parser reads it, synchronously, which is acceptable in a process of its own. */
export interface SpooledFile {
  /** Bytes. */
  readonly size: number
  /** The bytes from `at`; fewer at the end of the file. */
  read(at: number, length: number): Buffer
  /** The bytes from `start` to before `end`, in windows. */
  windows(start?: number, end?: number): Generator<Buffer, void>
}

const cipherAt = (key: Uint8Array, block: number) => createCipheriv('aes-256-ctr', key, counter(block))

/** Opens an upload that `spool` has written; the caller closes it. */
export function openSpooled({ path, key, size }: SpoolHandle): SpooledFile & { close(): void } {
  const fd = openSync(path, 'r')
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
    size,
    read,
    close: () => closeSync(fd),
    *windows(start = 0, end = size) {
      for (let at = start; at < end; at += windowBytes) yield read(at, Math.min(windowBytes, end - at))
    },
  }
}

/** The folder of what an upload contains; it ends with the upload. */
const contentsOf = (path: string) => `${path}.contents`

/** Writes a file that an upload contains beside it, sealed under a key of its own; for the process of a parser. */
export function spoolContent({ path }: SpoolHandle, index: number, bytes: Uint8Array): SpoolHandle {
  const key = randomBytes(32)
  const folder = contentsOf(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const content = join(folder, String(index))
  writeFileSync(content, cipherAt(key, 0).update(bytes), { flag: 'wx', mode: 0o600 })
  return { path: content, key, size: bytes.length }
}

/** The whole content of a spooled file, in windows. */
export async function* streamSpooled({ path, key, size }: SpoolHandle): AsyncGenerator<Buffer, void> {
  const file = await open(path, 'r')
  try {
    yield* windowsOf(file, key, size)
  } finally {
    await file.close()
  }
}

async function* windowsOf(file: FileHandle, key: Uint8Array, size: number): AsyncGenerator<Buffer, void> {
  const decipher = cipherAt(key, 0)
  for (let at = 0; at < size; at += windowBytes) {
    const sealed = Buffer.alloc(Math.min(windowBytes, size - at))
    const { bytesRead } = await file.read(sealed, 0, sealed.length, at)
    yield decipher.update(sealed.subarray(0, bytesRead))
  }
}

/**
 * Writes an upload to a file, sealed under a key in memory (AES-256 in counter mode, so that any part can be opened alone): nobody
 * can read what remains of it when this process ends in any way, and `removeOldSpools` deletes that. Returns undefined for more than `limit` bytes. A slow sender
 * delays neither the scanner nor the store.
 */
export async function spool(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Spool | undefined> {
  const key = randomBytes(32)
  const path = await newPath(folder)
  const file = await open(path, 'wx+', 0o600)
  async function close() {
    await file.close().finally(() => rm(path, { force: true }))
    await rm(contentsOf(path), { recursive: true, force: true })
  }
  const hash = createHash('sha256')
  const cipher = cipherAt(key, 0)
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) return await close().then(() => undefined)
      hash.update(chunk)
      await file.writeFile(cipher.update(chunk))
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    size,
    digest: hash.digest('hex'),
    handle: { path, key, size },
    stream: () => windowsOf(file, key, size),
    close,
  }
}

function counter(block: number): Buffer {
  const bytes = Buffer.alloc(blockBytes)
  bytes.writeUIntBE(block, blockBytes - 6, 6)
  return bytes
}

async function newPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomBytes(12).toString('hex'))
}

/** Milliseconds after which no upload is still in progress. */
const oldMs = 24 * 60 * 60 * 1000

/** Deletes what remains of uploads whose server was killed; `now` in milliseconds. */
export async function removeOldSpools(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const changed = await stat(path).catch(() => undefined)
    if (changed && now - changed.mtimeMs > oldMs) await rm(path, { recursive: true, force: true })
  }
}
