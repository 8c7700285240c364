import { sealedTable } from '../protection/sealed-table.ts'

/** The sealed values of an attachment; its name is sealed with its file. */
export interface SealedAttachment {
  /** SHA-256 of the content, in hexadecimal: in clear it would disclose who has a known file. */
  readonly digest: string
}

export const sealedAttachments = sealedTable<SealedAttachment>()({
  table: 'attachments',
  key: 'id',
  sealed: ['digest'],
  unique: { digest: 'contentToken' },
  ends: { withCase: 'caseId', files: true },
})
