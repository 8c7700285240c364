import type { AttachmentArea } from '@portal/contract'
import type { Db, InTransaction } from '../database/transaction.ts'
import { type ClaimsTable, signRows } from '../protection/claims.ts'
import { sealedTable } from '../protection/sealed-table.ts'
import type { Vault } from '../protection/vault.ts'

/** The sealed values of an attachment; its name is sealed with its file. */
export interface SealedAttachment {
  /** SHA-256 of the content, in hexadecimal: in clear it would disclose who has a known file. */
  readonly digest: string
  /** Of an unclaimed file whose it is, of a claimed one which record it belongs to. */
  readonly claims: UploadClaims | OwnerClaims | null
}

/** Who may delete a file or have it claimed by a record, as long as no record has claimed it. */
interface UploadClaims {
  readonly area: AttachmentArea
  readonly visitorHash: string | null
  readonly madeBy: number | null
  readonly draftId: number | null
}

/** The record that a claimed file belongs to, and what decides who reads it there. */
export interface OwnerClaims {
  readonly caseId: number | null
  readonly messageId: number | null
  readonly documentTypeId: number | null
  readonly mailId: number | null
  readonly associationId: number | null
  readonly associationDocument: number | null
  readonly associationProposed: boolean
  readonly associationPublic: boolean
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

export const ownedFiles: ClaimsTable<SealedAttachment, OwnerClaims> = {
  sealed: sealedAttachments,
  claimsOf: ({
    caseId,
    messageId,
    documentTypeId,
    mailId,
    associationId,
    associationDocument,
    associationProposed,
    associationPublic,
  }) => ({
    caseId,
    messageId,
    documentTypeId,
    mailId,
    associationId,
    associationDocument,
    associationProposed,
    associationPublic,
  }),
}

/** Locks and returns the next claimed files without a seal, in the order of their ids. */
const unsignedFiles = (tx: Db, after: string | undefined) =>
  tx
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.id')
    .selectAll('attachments')
    .where('files.claimedAt', 'is not', null)
    .where('attachments.claims', 'is', null)
    .$if(after !== undefined, (query) => query.where('attachments.id', '>', after ?? ''))
    .orderBy('attachments.id')
    .limit(500)
    .forUpdate()
    .execute()

/** Signs the claimed files without a seal, a few hundred in each transaction; returns how many. */
export async function signOwnedFiles(inTransaction: InTransaction, vault: Vault): Promise<number> {
  let signed = 0
  let last: string | undefined
  do {
    const after = last
    signed += await signRows(inTransaction, vault, ownedFiles, async (tx) => {
      const rows = await unsignedFiles(tx, after)
      last = rows.at(-1)?.id
      return rows
    })
  } while (last !== undefined)
  return signed
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
