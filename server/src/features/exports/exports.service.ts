import { randomUUID } from 'node:crypto'
import {
  type DocumentKind,
  excludedIdsHeader,
  exportRecords,
  type FileFormat,
  type FileKind,
  fileKinds,
  mayExport,
  startDocuments,
  writeExcludedIds,
} from '@portal/contract'
import * as z from 'zod/mini'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { mediaTypes } from '#platform/spreadsheets/media-types.ts'
import { idsWithout } from '#platform/spreadsheets/record-source.ts'
import { maxWorkbookRows } from '#platform/spreadsheets/workbook.ts'
import { cellsWith } from './cells.ts'
import type { DocumentBody } from './export-documents.ts'
import { columnsOf, writeExport } from './export-file.ts'
import {
  type ExportBody,
  type ExportList,
  fileNameOf,
  filtersOf,
  kindOf,
  sourceOf,
  wireOf,
  withView,
} from './export-lists.ts'
import { defineExports, describe, type ExportNeeds, type ExportRuns, namesIn } from './exports.runs.ts'
import { insertExport } from './exports.store.ts'
import { createOwnExports, refuseBeyondLimits } from './own-exports.ts'

export type Exports = ReturnType<typeof createExports>

/** Files of lists (decisions §9): of chosen records at once, of whole lists by a run that only its owner sees. */
export function createExports(needs: ExportNeeds) {
  const runs = defineExports(needs)
  return {
    /** The file of chosen records; those that the user may not read are left out, and the answer names them. */
    chosen: (list: ExportList, body: ExportBody & { readonly ids: readonly number[] }, caller: Caller) =>
      writeChosen(needs, list, body, caller),

    /** Starts a run for all records of a list that match the filters. */
    start: (list: ExportList, body: ExportBody, caller: Caller) => startExport(needs, runs, list, body, caller),

    /** Starts a run for a document. */
    startDocument: <K extends DocumentKind>(kind: K, body: DocumentBody<K>, caller: Caller) =>
      startDocument(needs, runs, kind, body, caller),

    /** What users do with the exports that they started. */
    own: createOwnExports(needs, runs),
  }
}

async function writeChosen(
  needs: ExportNeeds,
  list: ExportList,
  given: ExportBody & { readonly ids: readonly number[] },
  { user, audit }: Caller,
): Promise<FileReply> {
  const body = withView(list, given, user.selectedRole)
  const { format = 'xlsx' } = body
  const kind = allowedKind(list, body, user)
  const source = sourceOf(needs.sources, list)
  const chosen = [...new Set(given.ids)]
  await needs.reads.catchUp()
  const ids = await source.matching(filtersOf(list, body, 'everywhere'), user, { chosen, orderings: body.orderings })
  const excluded = idsWithout(chosen, ids)
  const columns = columnsOf(kind, body)
  audit.record(
    exportRecords[list],
    [...ids],
    columns.map(({ wire }) => wire),
  )
  const { madeBy } = await describe(needs, list, {}, user.id)
  const about = {
    kind,
    view: body.view,
    filters: [],
    madeBy,
    role: user.selectedRole,
    madeAt: needs.clock.now(),
    chosen: { count: chosen.length, excluded },
  }
  const cellsOf = await cellsWith(columns, needs.readLabels)
  return {
    name: fileNameOf(kind, format, needs.office.productTag),
    mediaType: mediaTypes[format],
    ...(excluded.length > 0 && { headers: { [excludedIdsHeader]: writeExcludedIds(excluded) } }),
    stream: writeExport(format, about, { source, ids, columns, reader: user, cellsOf }),
  }
}

/** The kind of an export; throws 403 where the role may not export it. */
function allowedKind(list: ExportList, body: ExportBody, { selectedRole }: SessionUser) {
  const kind = kindOf(list, body)
  if (!mayExport(kind, selectedRole)) throw new AppError('not_allowed')
  return kind
}

async function startExport(
  needs: ExportNeeds,
  runs: ExportRuns,
  list: ExportList,
  body: ExportBody,
  caller: Caller,
): Promise<{ id: number }> {
  const { user } = caller
  const { format = 'xlsx' } = body
  const kind = allowedKind(list, body, user)
  const source = sourceOf(needs.sources, list)
  await needs.reads.catchUp()
  const total = (await source.matching(filtersOf(list, body, 'all'), user, { orderings: body.orderings })).length
  if (format === 'xlsx' && total > maxWorkbookRows)
    throw invalidInput([{ path: 'formato', message: 'troppe_righe_cartella' }])
  const query = JSON.stringify(wireOf(list, body))
  return startRun(needs, runs, { kind, format, query, total, names: namesIn(list, kind, body) }, caller)
}

async function startDocument<K extends DocumentKind>(
  needs: ExportNeeds,
  runs: ExportRuns,
  kind: K,
  body: DocumentBody<K>,
  caller: Caller,
): Promise<{ id: number }> {
  const source = needs.documents[kind]
  source.check(body)
  const written = z.encode(startDocuments[kind].body, body)
  return startRun(
    needs,
    runs,
    {
      kind,
      format: source.format,
      query: JSON.stringify(written),
      total: source.sizeFor(caller.user.selectedRole),
      names: [fileKinds[kind], ...Object.keys(written)],
    },
    caller,
  )
}

interface NewExport {
  readonly kind: FileKind
  readonly format: FileFormat
  readonly query: string
  readonly total: number
  /** For the audit log. */
  readonly names: readonly string[]
}

/** Starts the run of a file, within the limits of its owner. */
const startRun = (
  needs: ExportNeeds,
  runs: ExportRuns,
  { total, names, ...row }: NewExport,
  { user, audit }: Caller,
): Promise<{ id: number }> =>
  needs.inTransaction(audit, async (tx) => {
    await refuseBeyondLimits(needs, runs, tx, user.id)
    const { run } = await runs.start(tx, { subject: randomUUID(), startedBy: user.id, total })
    await insertExport(tx, needs.vault, {
      ...row,
      id: run.id,
      role: user.selectedRole,
      ownerId: user.id,
      fileId: null,
    })
    audit.record('export', [run.id], names)
    return { id: run.id }
  })
