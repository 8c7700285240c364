import type { AttachmentArea } from '@portal/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Sealed } from '../protection/sealed.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

interface AttachmentTable {
  /** That of its file: the `cmis_id` of callers. */
  id: string
  /** What the audit log names it by. */
  number: GeneratedAlways<number>
  keyId: Optional<number>
  area: AttachmentArea
  visitorHash: Optional<string>
  madeBy: Optional<number>
  network: Optional<string>
  digest: Optional<Sealed>
  contentToken: Optional<string>
  senderKey: Optional<string>
  warnings: string[]
  caseId: Optional<number>
  mailId: Optional<number>
  position: Optional<number>
  /** The message that it came with, where it is not the report itself. */
  messageId: Optional<number>
  /** Of a document that the office added; the reporter never sees those. */
  documentTypeId: Optional<number>
  documentAddedBy: Optional<number>
}

/** The table of attachments, for Kysely. */
export interface AttachmentTables {
  attachments: AttachmentTable
}
