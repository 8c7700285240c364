import type { AttachmentArea } from '@portal/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Sealed } from '../protection/sealed.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

interface AttachmentTable {
  /** Id of the file, which callers know as `cmis_id`. */
  id: string
  /** Number of the file in the audit log. */
  number: GeneratedAlways<number>
  keyId: Optional<number>
  area: AttachmentArea
  visitorHash: Optional<string>
  madeBy: Optional<number>
  network: Optional<string>
  digest: Optional<Sealed>
  claims: Optional<Sealed>
  contentToken: Optional<string>
  senderKey: Optional<string>
  warnings: string[]
  /** Of a signed file: the extension of what was signed. */
  contains: Optional<string>
  caseId: Optional<number>
  mailId: Optional<number>
  position: Optional<number>
  /** The message with which the file was sent; null for files of the report itself. */
  messageId: Optional<number>
  /** Set for a document that the office added; reporters never see these. */
  documentTypeId: Optional<number>
  documentAddedBy: Optional<number>
  associationId: Optional<number>
  /** 1 to 7: documents of the association; 8: correspondence of the office. */
  associationDocument: Optional<number>
  /** Since when another document is in its place. */
  associationReplacedAt: Optional<Date>
  /** A document of a proposal, which is not in force. */
  associationProposed: Generated<boolean>
  /** A document that the public register shows: the form said so before it was sent. */
  associationPublic: Generated<boolean>
  /** When a document of a proposal came into force. */
  associationInForceAt: Optional<Date>
}

/** The table of attachments, for Kysely. */
export interface AttachmentTables {
  attachments: AttachmentTable
}
