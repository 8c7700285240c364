import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type TransferHead,
  type TransferKind,
  type TransferKindName,
  transferFiles,
  transferFormat,
  transferKinds,
  transferManifest,
  writeRecord,
} from '@portal/contract'
import * as z from 'zod/mini'
import type { Db } from '#platform/database/transaction.ts'
import { listKeysOf } from '#platform/record/source-keys.store.ts'
import { FolderError, fileNameOf } from './folder.ts'
import { kindIos } from './kinds/all-kinds.ts'
import { manifestName } from './read-texts.ts'
import type { StoredRecord, TransferNeeds } from './transfer-kind-io.ts'

/** Records that are read together. */
const groupSize = 500

/** The name by which the records of this office are known in another one. */
interface Exporting {
  readonly source: string
  readonly report: (kind: TransferKindName, rows: number) => void
}

type Keys = (kind: TransferKindName, id: number) => string

/** Finds the keys of records: those of an earlier system, else their ids under the name of this office. */
async function keysFor<K extends TransferKindName>(
  { vault }: TransferNeeds,
  db: Db,
  { kind, source }: { readonly kind: K; readonly source: string },
  records: readonly StoredRecord<K>[],
): Promise<Keys> {
  const { references }: TransferKind = transferKinds[kind]
  const ids = new Map<TransferKindName, number[]>([[kind, records.map(({ id }) => id)]])
  for (const [name, [, other]] of Object.entries(references))
    ids.set(other, [...(ids.get(other) ?? []), ...records.flatMap(({ links }) => links[name] ?? [])])
  const found = new Map<TransferKindName, Map<number, string>>()
  for (const [other, some] of ids) found.set(other, await listKeysOf(db, vault, other, some))
  return (other, id) => found.get(other)?.get(id) ?? `${source}:${id}`
}

function headOf<K extends TransferKindName>(kind: K, { id, facts, links }: StoredRecord<K>, keys: Keys) {
  const { references }: TransferKind = transferKinds[kind]
  const named = Object.entries(references).flatMap(([name, [, other]]) => {
    const link = links[name]
    if (link === undefined) return []
    return [[name, typeof link === 'number' ? keys(other, link) : link.map((each) => keys(other, each))] as const]
  })
  // `facts` has the members of the head that are no keys, and the links have the others.
  return { key: keys(kind, id), ...Object.fromEntries(named), ...facts } as TransferHead<K>
}

async function* linesOf<K extends TransferKindName>(needs: TransferNeeds, db: Db, kind: K, source: string) {
  const io = kindIos[kind]
  let after = 0
  let records = await io.read(needs, db, after, groupSize)
  while (records.length > 0) {
    const keys = await keysFor(needs, db, { kind, source }, records)
    yield records.map((record) => {
      const head = headOf(kind, record, keys)
      return { line: `${writeRecord(kind, { head, values: record.values })}\n`, fileId: record.fileId, head }
    })
    after = records.at(-1)?.id ?? after
    records = await io.read(needs, db, after, groupSize)
  }
}

/** A file whose bytes are to be written, with its place below the folder. */
interface FileOfRecord {
  readonly id: string
  readonly place: string
}

async function exportKind(needs: TransferNeeds, db: Db, kind: TransferKindName, folder: string, exporting: Exporting) {
  const hash = createHash('sha256')
  const attached: FileOfRecord[] = []
  let rows = 0
  async function* bytes() {
    for await (const records of linesOf(needs, db, kind, exporting.source)) {
      const group = Buffer.from(records.map(({ line }) => line).join(''))
      for (const { fileId, head } of records)
        if (fileId !== undefined && 'file' in head) attached.push({ id: fileId, place: head.file })
      hash.update(group)
      rows += records.length
      exporting.report(kind, rows)
      yield group
    }
  }
  await pipeline(bytes, createWriteStream(join(folder, fileNameOf(kind)), { flags: 'wx', mode: 0o600 }))
  return { file: { name: fileNameOf(kind), rows, sha256: hash.digest('hex') }, attached }
}

/** Runs work on one state of the office. */
export type Snapshot = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Writes the bytes of files; two files with the same content have one place. */
async function writeFiles({ files }: TransferNeeds, folder: string, attached: readonly FileOfRecord[]): Promise<void> {
  await mkdir(join(folder, 'allegati'), { mode: 0o700 })
  const idOf = new Map(attached.map(({ id, place }) => [place, id]))
  for (const [place, id] of idOf)
    await pipeline((await files.open(id)).stream, createWriteStream(join(folder, place), { flags: 'wx', mode: 0o600 }))
}

/**
 * Writes everything of the office into a new folder, in the format of the import; the manifest comes last. The rows are those of one state
 * of the office. The bytes of files follow, which never change: one that is deleted in between is an error.
 */
export async function exportOffice(needs: TransferNeeds, snapshot: Snapshot, folder: string, exporting: Exporting) {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new FolderError(
      error.code === 'EEXIST'
        ? `${folder} exists already: name a new folder.`
        : `${folder} cannot be made: ${error.code}.`,
    )
  })
  const kinds = await snapshot(async (db) => {
    const exported = []
    for (const kind of Object.keys(transferFiles) as TransferKindName[])
      exported.push(await exportKind(needs, db, kind, folder, exporting))
    return exported
  })
  await writeFiles(
    needs,
    folder,
    kinds.flatMap(({ attached }) => attached),
  )
  const files = kinds.map(({ file }) => file)
  const { name: format, version } = transferFormat
  const manifest = z.encode(transferManifest, { format, version, source: exporting.source, files })
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  return files
}
