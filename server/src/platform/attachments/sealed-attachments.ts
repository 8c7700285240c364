import type { AttachmentArea } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import type { ClaimsTable } from '../protection/claims.ts'
import { sealedTable } from '../protection/sealed-table.ts'

/** The sealed values of an attachment; its name is sealed with its file. */
export interface SealedAttachment {
  /** SHA-256 of the content, in hexadecimal: in clear it would disclose who has a known file. */
  readonly digest: string
  readonly claims: UploadClaims | null
}

/** Who may delete a file or have it claimed by a record, as long as no record has claimed it. */
interface UploadClaims {
  readonly area: AttachmentArea
  readonly visitorHash: string | null
  readonly madeBy: number | null
  readonly draftId: number | null
}

export const sealedAttachments = sealedTable<SealedAttachment>()({
  table: 'attachments',
  key: 'id',
  sealed: ['digest', 'claims'],
  decisive: ['claims'],
  unique: { digest: 'contentToken' },
  ends: { withCase: 'caseId', files: true },
})

export const unclaimedUploads: ClaimsTable<SealedAttachment, UploadClaims> = {
  sealed: sealedAttachments,
  claimsOf: ({ area, visitorHash, madeBy, draftId }) => ({ area, visitorHash, madeBy, draftId }),
}

/** Locks and returns the unclaimed files without a seal. */
export const unsignedUploads = (tx: Db) =>
  tx
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.id')
    .selectAll('attachments')
    .select('files.draftId')
    .where('files.claimedAt', 'is', null)
    .where('attachments.claims', 'is', null)
    .forUpdate()
    .execute()
