import {
  type DocumentKind,
  type ExportFormat,
  type ExportKind,
  exportKinds,
  exportRecords,
  type FileKind,
  fileKinds,
  isDocument,
  type Role,
} from '@portal/contract'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reads } from '#platform/database/database.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import type { Runs } from '#platform/runs/runs.ts'
import type { Reader } from '#platform/session/caller.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { mediaTypes } from '#platform/spreadsheets/media-types.ts'
import { cellsWith, type ReadLabels } from './cells.ts'
import { type DocumentSources, documentOf, storedFileName } from './export-documents.ts'
import { columnsOf, writeExport } from './export-file.ts'
import {
  bodyOf,
  type ExportBody,
  type ExportList,
  type ExportSources,
  filtersOf,
  listOf,
  sourceOf,
  wireOf,
} from './export-lists.ts'
import { findExport, type StoredExport, writeExportFile } from './exports.store.ts'
import { filterWords } from './filter-words.ts'

/** A notice to the owner of an export. */
export interface ExportNews {
  readonly kind: 'exportDone' | 'exportFailed'
  readonly exportId: number
  readonly userIds: readonly number[]
}

/** What exports need. The sources read from `reads`. */
export interface ExportNeeds {
  readonly db: Db
  readonly reads: Pick<Reads, 'catchUp'>
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly runs: Runs
  readonly office: { readonly productTag: string }
  readonly sources: ExportSources
  readonly documents: DocumentSources
  readonly readLabels: ReadLabels
  /** Users whose account is valid now, with their roles. */
  readonly workers: (from: Db) => Promise<readonly { readonly id: number; readonly roles: readonly Role[] }[]>
  readonly notify: (tx: Db, news: ExportNews) => Promise<void>
  /** How many exports one user may have in progress, and start in 24 hours. */
  readonly limits: { readonly atOnce: number; readonly perDay: number }
}

/** Names of the filters and columns of a body, for the audit log. */
export const namesIn = (list: ExportList, kind: ExportKind, body: ExportBody): string[] => {
  const { filtri: filters = {} } = wireOf(list, body) as { filtri?: object }
  return [exportKinds[kind], ...Object.keys(filters), ...columnsOf(kind, body).map(({ wire }) => wire)]
}

/** What the sheet about an export says of its filters and its author. */
export async function describe(
  { db, vault, readLabels }: ExportNeeds,
  list: ExportList,
  filters: object,
  userId: number,
) {
  const { user } = filters as { user?: { ids?: readonly number[] } }
  const names = await namesOf(db, vault, [...new Set([userId, ...(user?.ids ?? [])])])
  return { filters: await filterWords(list, filters, readLabels, names), madeBy: names.get(userId) ?? '' }
}

export type ExportRuns = ReturnType<typeof defineExports>

/** The runs that write whole lists and documents to files. The query of a run is in the row of `exports` with its id. */
export function defineExports(needs: ExportNeeds) {
  return needs.runs.defineRun({
    kind: 'export',
    audit: 'export_made',
    isCancellable: true,
    fails: {
      after: 3,
      audit: 'export_failed',
      async write(tx, { id, startedBy }, audit) {
        audit.record('export', [id])
        await needs.notify(tx, { kind: 'exportFailed', exportId: id, userIds: [startedBy ?? 0] })
      },
    },
    work: (run, audit) => writeFile(needs, run, audit),
  })
}

type ExportRun = ActiveRun<never, never>

/** A run, the reader for whom it writes, and its query. */
interface Writing<K extends FileKind> {
  readonly run: ExportRun
  readonly audit: AuditRecorder
  readonly reader: Reader
  readonly stored: StoredExport & { readonly kind: K }
}

/** Writes a file in the role in which its owner started it, if they still have it. */
async function writeFile(needs: ExportNeeds, run: ExportRun, audit: AuditRecorder): Promise<void> {
  const { db, vault, workers } = needs
  const stored = await findExport(db, vault, run.id)
  if (!stored) throw new Error(`Export ${run.id} has no query.`)
  const { kind, role } = stored
  const reader = { id: stored.ownerId ?? 0, selectedRole: role }
  const staff = await workers(db)
  if (!staff.some(({ id, roles }) => id === reader.id && roles.includes(role)))
    throw new Error(`The owner of export ${run.id} does not have the role any more.`)
  audit.setUser(reader)
  return isDocument(kind)
    ? writeDocument(needs, { run, audit, reader, stored: { ...stored, kind } })
    : writeList(needs, { run, audit, reader, stored: { ...stored, kind } })
}

async function writeList(needs: ExportNeeds, { run, audit, reader, stored }: Writing<ExportKind>): Promise<void> {
  const { clock, inTransaction, sources, readLabels } = needs
  const { kind, role, query } = stored
  // A list has a format of lists.
  const format = stored.format as ExportFormat
  const list = listOf(kind)
  const body = bodyOf(list, JSON.parse(query))
  const source = sourceOf(sources, list)
  const columns = columnsOf(kind, body)
  await needs.reads.catchUp()
  const ids = await source.matching(filtersOf(list, body, 'all'), reader, { orderings: body.orderings })
  const about = {
    kind,
    role,
    view: list === 'cases' ? (body.view ?? ('all' as const)) : undefined,
    madeAt: clock.now(),
    ...(await describe(needs, list, body.filters ?? {}, reader.id)),
  }
  const fields = columns.map(({ wire }) => wire)
  const beforeBatch = (batch: Int32Array) =>
    inTransaction(audit, async () => audit.record(exportRecords[list], [...batch], fields))
  const afterBatch = (rows: number) => run.count(rows)
  const cellsOf = await cellsWith(columns, readLabels)
  const reading = { source, ids, columns, reader, cellsOf, beforeBatch, afterBatch }
  await finishFile(needs, { run, audit, reader, stored }, writeExport(format, about, reading))
}

async function writeDocument(needs: ExportNeeds, writing: Writing<DocumentKind>): Promise<void> {
  const { run, audit, reader, stored } = writing
  const { source, body } = documentOf(needs.documents, stored.kind, stored.query)
  const count = (tables: number) => run.count(tables)
  async function* bytes() {
    yield await source.make(body, { user: reader, audit, count })
  }
  await finishFile(needs, writing, bytes())
}

/** Stores the file of a run, and notifies its owner. */
async function finishFile(
  needs: ExportNeeds,
  { run, audit, reader, stored }: Writing<FileKind>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { kind, format } = stored
  const name = storedFileName(stored, needs.office.productTag, needs.documents)
  await run.finishWithFile({ name, mediaType: mediaTypes[format], madeBy: reader.id }, bytes, async (tx, fileId) => {
    await writeExportFile(tx, needs.vault, stored, fileId)
    audit.record('export', [run.id], [fileKinds[kind]])
    await needs.notify(tx, { kind: 'exportDone', exportId: run.id, userIds: [reader.id] })
    return undefined
  })
}
