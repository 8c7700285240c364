import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FindOurs, PlainDate } from '@portal/contract'
import type { Owner } from '#platform/attachments/attachments.store.ts'
import { backdateFile } from '#platform/attachments/moved-files.store.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { insertKeys } from '#platform/record/source-keys.store.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import type { TransferFile } from './folder.ts'
import {
  type ImportOutcome,
  type ImportPosition,
  type RefusedFile,
  RowRefusedError,
  resolveLinks,
} from './import-rows.ts'
import { judgeGroup } from './judge-group.ts'
import type { Judged } from './judge-record.ts'
import { attachmentsIo as io } from './kinds/attachments-io.ts'
import { type Line, type LinePosition, readLines } from './read-lines.ts'
import { ownerOfRecord } from './record-owner.ts'
import { type Links, linkOf, optionalLink, type TransferNeeds } from './transfer-kind-io.ts'

/** Maximum number of refused files that an outcome names. */
const maxRefused = 100

interface Source {
  readonly folder: string
  readonly file: TransferFile
  readonly at: number
  readonly from: LinePosition | undefined
  readonly findOurs: FindOurs
  readonly today: PlainDate
}
type Run = ActiveRun<ImportPosition, ImportOutcome>

/** The record that a file belongs to: an association, or of a case a message, the documents of the office, or the report. */
function ownerOf({ record }: Judged<'attachment'>, links: Links, id: string): Owner {
  const associationId = optionalLink(links, 'associationKey')
  const { associationDocument = 0, associationProposed = false, associationPublic = false } = record.head
  if (associationId !== null) return { associationId, associationDocument, associationProposed, associationPublic }
  const caseId = linkOf(links, 'caseKey')
  const messageId = optionalLink(links, 'messageKey')
  const { documentTypeId } = record.values
  if (typeof documentTypeId !== 'number') return messageId === null ? { caseId } : { caseId, messageId }
  return { caseId, documents: { types: new Map([[id, documentTypeId]]), addedBy: linkOf(links, 'addedBy') } }
}

/**
 * Imports the files of cases, each as if it had been uploaded: inspected, looked through by the antivirus, sealed, claimed. One that is not
 * accepted is left out and named in the outcome by its row.
 */
export async function importFiles(needs: TransferNeeds, source: Source, run: Run, audit: AuditRecorder): Promise<void> {
  const { folder, file, at, from, findOurs, today } = source
  const userId = run.startedBy ?? 0
  const positionAfter = ({ row, end }: Line, refused?: RefusedFile): ImportPosition => {
    const before = run.progress().position?.refused ?? []
    return { file: at, row, offset: end, refused: (refused ? [...before, refused] : before).slice(0, maxRefused) }
  }

  for await (const line of readLines(file.path, from)) {
    const group = await judgeGroup(needs, needs.db, { kind: 'attachment', io, lines: [line], findOurs, today, folder })
    const [judged] = group.judged
    if (!judged) continue
    const refuse = (path: string, message: string): never => {
      throw new RowRefusedError(file.name, line.row, path, message)
    }
    const [error] = judged.errors
    if (error) refuse(error.path, error.message)
    if (group.known.has(judged.key)) {
      await run.step(async () => ({ position: positionAfter(line), skipped: 1 }))
      continue
    }
    const { head } = judged.record
    const maker = { userId }
    const chunks = createReadStream(join(folder, head.file))
    const upload = { name: head.name, chunks, declaredBytes: undefined, isAbandoned: () => false }
    // A file of an attempt that broke off before its record was written is found again by its key.
    const uploader = { area: 'case', maker, network: 'import', idempotencyKey: `transfer ${judged.key}` } as const
    const outcome = await needs.scanner.scanOwn(upload, uploader, audit)
    const { attachment } = outcome
    if (!attachment) {
      await run.step(async () => ({ position: positionAfter(line, { row: line.row, code: outcome.code }), skipped: 1 }))
      continue
    }
    await run.step(async (tx) => {
      const links = resolveLinks(judged, group.idOf, (path) => refuse(path, 'chiave_sconosciuta'))
      const owner = ownerOf(judged, links, attachment.id)
      await needs.attachments.claim(tx, { ids: [attachment.id], maker, owner, wirePath: 'file' }, audit)
      const { addedAt, associationInForceAt, associationReplacedAt } = head
      const number = await backdateFile(tx, attachment.id, { addedAt, associationInForceAt, associationReplacedAt })
      const keyOwner = ownerOfRecord('attachment', number, links)
      await insertKeys(tx, needs.vault, 'attachment', [{ key: judged.key, id: number, owner: keyOwner }])
      return { position: positionAfter(line), done: 1 }
    })
  }
}
