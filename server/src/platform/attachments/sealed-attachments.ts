import { sealedTable } from '../protection/sealed-table.ts'

/** What of an attachment is sealed beside its name, which stands with its file. */
export interface SealedAttachment {
  /** SHA-256 of the content, in hexadecimal: it would tell who has a known file. */
  readonly digest: string
}

export const sealedAttachments = sealedTable<SealedAttachment>()({
  table: 'attachments',
  key: 'id',
  sealed: ['digest'],
  unique: { digest: 'contentToken' },
  ends: { withCase: 'caseId', files: true },
})
