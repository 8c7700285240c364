import { AsyncLocalStorage } from 'node:async_hooks'
import { type ExportKind, exportKinds, type Role, startExports } from '@portal/contract'
import * as z from 'zod/mini'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import type { Runs } from '#platform/runs/runs.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { mediaTypes } from '#platform/sheets/media-types.ts'
import { cellsWith, type ReadLabels } from './cells.ts'
import { batchRows, columnsOf, writeExport } from './export-file.ts'
import {
  type AnySource,
  type ExportBody,
  type ExportList,
  type ExportSources,
  fileNameOf,
  filtersOf,
  listOf,
  recordKinds,
} from './export-lists.ts'
import { getExport } from './exports.store.ts'
import { filterWords } from './filter-words.ts'

/** A notice to the owner of an export. */
export interface ExportNews {
  readonly kind: 'exportDone' | 'exportFailed'
  readonly exportId: number
  readonly userIds: readonly number[]
}

/** What exports need. */
export interface ExportNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly runs: Runs
  readonly office: { readonly productTag: string }
  readonly sources: ExportSources
  readonly readLabels: ReadLabels
  /** Users whose account is valid now, with their roles. */
  readonly workers: (from: Db) => Promise<readonly { readonly id: number; readonly roles: readonly Role[] }[]>
  readonly notify: (tx: Db, news: ExportNews) => Promise<void>
  /** How many exports one user may have in progress, and start in 24 hours. */
  readonly limits: { readonly atOnce: number; readonly perDay: number }
}

export interface ExportOutcome {
  readonly rows: number
}

/** Names of the filters and columns of a body, for the audit log. */
export const namesIn = (list: ExportList, kind: ExportKind, body: ExportBody): string[] => {
  const { filtri: filters = {} } = z.encode(startExports[list].body, body as never) as { filtri?: object }
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

/** The runs that write whole lists to files. The query of a run is in the row of `exports` with its id. */
export function defineExports(needs: ExportNeeds) {
  return needs.runs.defineRun<never, ExportOutcome>({
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
    work: (run, audit) => writeList(needs, run, audit),
  })
}

/** Writes a list in the role in which its owner started it, if they still have it. */
async function writeList(
  needs: ExportNeeds,
  run: ActiveRun<never, ExportOutcome>,
  audit: AuditRecorder,
): Promise<void> {
  const { db, vault, clock, office, inTransaction, sources, readLabels } = needs
  const { kind, format, role, query } = await getExport(db, vault, run.id)
  const reader = { id: run.startedBy ?? 0, selectedRole: role }
  const staff = await needs.workers(db)
  if (!staff.some(({ id, roles }) => id === reader.id && roles.includes(role)))
    throw new Error(`The owner of export ${run.id} does not have the role any more.`)
  audit.setUser(reader)

  const list = listOf(kind)
  const body = z.decode(startExports[list].body, JSON.parse(query) as never) as ExportBody
  const source = sources[list] as unknown as AnySource
  const columns = columnsOf(kind, body)
  const ids = await source.matching(filtersOf(list, body, 'all'), reader, { orderings: body.orderings })
  const about = {
    ...{ kind, role, view: list === 'cases' ? (body.view ?? ('all' as const)) : undefined, madeAt: clock.now() },
    ...(await describe(needs, list, body.filters ?? {}, reader.id)),
  }
  // The stream asks for its rows from elsewhere; the recorder is that of this action.
  const here = AsyncLocalStorage.snapshot()
  const fields = columns.map(({ wire }) => wire)
  let read = 0
  const beforeBatch = (batch: Int32Array) =>
    here(async () => {
      if (read > 0) await run.count(Math.min(batchRows, read))
      await inTransaction(async () => audit.record(recordKinds[list], [...batch], fields))
      read = batch.length
    })
  const cellsOf = await cellsWith(columns, readLabels)
  const reading = { source, ids, columns, reader, cellsOf, beforeBatch }
  const file = { name: fileNameOf(kind, format, office.productTag), mediaType: mediaTypes[format], madeBy: reader.id }
  await run.finishWithFile(file, writeExport(format, about, reading), async (tx) => {
    audit.record('export', [run.id], [exportKinds[kind]])
    await needs.notify(tx, { kind: 'exportDone', exportId: run.id, userIds: [reader.id] })
    return { rows: ids.length }
  })
}
