import type { Language } from '@portal/contract'
import { nextId } from '#platform/database/next-id.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sealedDrafts } from '../record/sealed-associations.ts'

interface NewDraft {
  readonly secretHash: Buffer
  /** A whole application that waits for its confirmation; otherwise an unfinished one. */
  readonly isApplication: boolean
  readonly language: Language
  readonly visitorHash: string | undefined
  readonly content: unknown
  readonly until: Date
}

export async function insertDraft(tx: Db, vault: Vault, draft: NewDraft): Promise<void> {
  const id = await nextId(tx, 'enrolment_drafts')
  await insertSealed(tx, vault, sealedDrafts, { ...draft, id })
}

const draftsWith = (db: Db, secretHash: Buffer, isApplication: boolean, now: Date) =>
  db
    .selectFrom('enrolmentDrafts')
    .selectAll()
    .where('secretHash', '=', secretHash)
    .where('isApplication', '=', isApplication)
    .where('until', '>', now)

/** An unfinished application by its link, unless it is past. */
export async function findDraft(db: Db, vault: Vault, secretHash: Buffer, now: Date) {
  const row = await draftsWith(db, secretHash, false, now).executeTakeFirst()
  return row && openSealed(vault, sealedDrafts, row.id, row)
}

/** Takes a whole application by its link: it can be confirmed once. */
export async function takeApplication(tx: Db, vault: Vault, secretHash: Buffer, now: Date) {
  const row = await draftsWith(tx, secretHash, true, now).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const opened = await openSealed(vault, sealedDrafts, row.id, row)
  await tx.deleteFrom('enrolmentDrafts').where('id', '=', row.id).execute()
  return opened
}

export const deleteDraft = (tx: Db, secretHash: Buffer) =>
  tx.deleteFrom('enrolmentDrafts').where('secretHash', '=', secretHash).where('isApplication', '=', false).execute()
