import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { ArchivedEntry } from './archive.store.ts'

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A line of the file. */
const archiveLine = z.object({
  position: z.int(),
  before: digest,
  digest,
  entry: z.object({
    id: z.int(),
    at: z.iso.datetime(),
    userId: z.nullable(z.int()),
    role: z.nullable(z.string()),
    action: z.string(),
    outcome: z.string(),
    recordKind: z.nullable(z.string()),
    recordIds: z.array(z.int()),
    requestId: z.nullable(z.string()),
    network: z.nullable(z.string()),
    changedFields: z.array(z.string()),
  }),
})

const lineOf = ({ position, before, digest: ownDigest, entry }: ArchivedEntry): string => {
  const line: z.input<typeof archiveLine> = {
    position,
    before: before.toString('hex'),
    digest: ownDigest.toString('hex'),
    entry: {
      ...entry,
      at: entry.at.toISOString(),
      recordIds: entry.recordIds.map(Number),
      changedFields: [...entry.changedFields],
    },
  }
  return `${JSON.stringify(line)}\n`
}

/** Reads a line; undefined where it is none of an archive. */
function parseLine(text: string): ArchivedEntry | undefined {
  try {
    const line = z.parse(archiveLine, JSON.parse(text))
    return {
      position: line.position,
      before: Buffer.from(line.before, 'hex'),
      digest: Buffer.from(line.digest, 'hex'),
      entry: { ...line.entry, at: new Date(line.entry.at) },
    }
  } catch {
    return undefined
  }
}

/** Writes the entries as JSON Lines, compressed by gzip; the file has its name only when it is complete and on the disk. */
export async function writeArchiveFile(file: string, entries: AsyncIterable<ArchivedEntry>): Promise<void> {
  const partial = `${file}.${process.pid}`
  const handle = await open(partial, 'w', 0o600)
  try {
    const lines = async function* () {
      for await (const entry of entries) yield lineOf(entry)
    }
    await pipeline(lines, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await handle.writeFile(chunk)
    })
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, file)
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}

/**
 * Calls `take` with each line of the file and its number, undefined for a line that is none of an archive; returns the SHA-256 of the
 * file. Throws where the file cannot be read or unpacked.
 */
export async function readArchiveFile(
  file: string,
  take: (entry: ArchivedEntry | undefined, line: number) => Promise<void>,
): Promise<Buffer> {
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(createReadStream(file), hashed, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    let number = 0
    for await (const line of linesOf(chunks)) {
      number += 1
      await take(parseLine(line), number)
    }
  })
  return hash.digest()
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
