import { join } from 'node:path'
import { limits } from '@portal/contract'
import type { Owner } from '#platform/attachments/attachments.store.ts'
import { countFilesOf, insertMovedFiles } from '#platform/attachments/moved-files.store.ts'
import type { KeptFile } from '#platform/attachments/scanner.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertKeys } from '#platform/record/source-keys.store.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import {
  type ImportOutcome,
  type ImportPosition,
  type RefusedFile,
  RowRefusedError,
  resolveLinks,
} from './import-rows.ts'
import { type JudgedGroup, judgeGroup } from './judge-group.ts'
import { type Judged, judgedGroups, type LinesOfFile } from './judged-groups.ts'
import { attachmentsIo as io } from './kinds/attachments-io.ts'
import { readPlain } from './read-lines.ts'
import { ownerOfRecord } from './record-owner.ts'
import { type Links, linkOf, optionalLink, type TransferNeeds } from './transfer-kind-io.ts'

/** Maximum number of refused files that an outcome names. */
const maxRefused = 100
/** Files that one transaction imports. */
const filesOfStep = 25
/** Files that are inspected and stored at the same time. */
const filesAtOnce = 6

interface Source {
  readonly folder: string
  /** The place of the file in the order of import. */
  readonly at: number
  /** Of the manifest. */
  readonly digest: string
  readonly lines: LinesOfFile<'attachment'>
}
type Run = ActiveRun<ImportPosition, ImportOutcome>
type Kept = KeptFile | { readonly code: RefusedFile['code'] }

/** The record that a file belongs to: an association, or of a case a message, the documents of the office, or the report. */
const ownerOf =
  ({ record }: Judged<'attachment'>, links: Links) =>
  (id: string): Owner => {
    const associationId = optionalLink(links, 'associationKey')
    const { associationDocument = 0, associationProposed = false, associationPublic = false } = record.head
    if (associationId !== null) return { associationId, associationDocument, associationProposed, associationPublic }
    const caseId = linkOf(links, 'caseKey')
    const messageId = optionalLink(links, 'messageKey')
    const { documentTypeId } = record.values
    if (typeof documentTypeId !== 'number') return messageId === null ? { caseId } : { caseId, messageId }
    return { caseId, documents: { types: new Map([[id, documentTypeId]]), addedBy: linkOf(links, 'addedBy') } }
  }

/** Maps items, some at the same time, in order. */
async function mapSome<T, R>(items: readonly T[], atOnce: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await map(items[index] as T)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return results
}

interface Writing {
  readonly needs: TransferNeeds
  readonly fileName: string
  readonly userId: number
  readonly audit: AuditRecorder
}

/** Writes accepted files with their records. */
async function writeFiles(
  { needs, fileName, userId, audit }: Writing,
  tx: Db,
  group: JudgedGroup<'attachment'>,
  accepted: readonly { readonly judged: Judged<'attachment'>; readonly kept: KeptFile }[],
): Promise<void> {
  if (accepted.length === 0) return
  const linked = accepted.map(({ judged, kept }) => {
    const unknown = (path: string): never => {
      throw new RowRefusedError(fileName, judged.row, path, 'chiave_sconosciuta')
    }
    const links = resolveLinks(judged, group.idOf, unknown)
    return { judged, kept, links, caseId: optionalLink(links, 'caseKey') }
  })
  const counts = await countFilesOf(tx, [...new Set(linked.flatMap(({ caseId }) => caseId ?? []))])
  for (const { judged, caseId } of linked) {
    if (caseId === null) continue
    const count = (counts.get(caseId) ?? 0) + 1
    if (count > limits.caseAttachments.files)
      throw new RowRefusedError(fileName, judged.row, 'file', 'allegati_al_limite')
    counts.set(caseId, count)
  }
  const files = linked.map(({ judged, kept, links }) => ({
    kept,
    ownerOf: ownerOf(judged, links),
    days: judged.record.head,
  }))
  const numbers = await insertMovedFiles(tx, needs.vault, { files, madeBy: userId })
  const keyed = linked.map(({ judged, links }, index) => {
    const id = numbers[index] ?? 0
    return { key: judged.key, id, owner: ownerOfRecord('attachment', id, links) }
  })
  await insertKeys(tx, needs.vault, 'attachment', keyed)
  for (const column of new Set(keyed.map(({ owner }) => owner.column)))
    audit.record(
      'file',
      keyed.filter(({ owner }) => owner.column === column).map(({ id }) => id),
      [column],
    )
}

/**
 * Imports the files of cases, each checked as if it had been uploaded: inspected, looked through by the antivirus, sealed. One that is not
 * accepted is left out and named in the outcome by its row.
 */
export async function importFiles(
  needs: TransferNeeds,
  { folder, at, digest, lines }: Source,
  run: Run,
  audit: AuditRecorder,
): Promise<void> {
  const { name: fileName } = lines.file
  const writing = { needs, fileName, userId: run.startedBy ?? 0, audit }

  async function keep({ record: { head } }: Judged<'attachment'>): Promise<Kept> {
    return needs.scanner.keepOwn(head.name, readPlain(join(folder, head.file)), 'import')
  }

  async function importSome(group: JudgedGroup<'attachment'>, some: readonly Judged<'attachment'>[]) {
    for (const { row, errors } of some)
      for (const { path, message } of errors) throw new RowRefusedError(fileName, row, path, message)
    const fresh = some.filter(({ key }) => !group.known.has(key))
    const kept = await mapSome(fresh, filesAtOnce, keep)
    const refused = fresh.flatMap(({ row }, index) => {
      const one = kept[index]
      return one && 'code' in one ? [{ row, code: one.code }] : []
    })
    const accepted = fresh.flatMap((judged, index) => {
      const one = kept[index]
      return one && 'stored' in one ? [{ judged, kept: one }] : []
    })
    await run.step(async (tx, { position }) => {
      await writeFiles(writing, tx, group, accepted)
      const last = some.at(-1)
      const all = [...(position?.refused ?? []), ...refused].slice(0, maxRefused)
      const after = { file: at, row: last?.row ?? 0, offset: last?.end ?? 0, digest, refused: all }
      return { position: after, done: accepted.length, skipped: some.length - accepted.length }
    })
  }

  for await (const judged of judgedGroups(needs.judgeLines, lines)) {
    const group = await judgeGroup(needs, needs.db, { kind: 'attachment', io, judged, folder })
    for (let from = 0; from < judged.length; from += filesOfStep)
      await importSome(group, group.judged.slice(from, from + filesOfStep))
  }
}
