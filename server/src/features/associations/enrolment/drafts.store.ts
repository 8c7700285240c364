import type { Language } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sealedDrafts } from '../record/sealed-associations.ts'

interface NewDraft {
  readonly secretHash: Buffer
  /** A whole application that waits for its confirmation; otherwise an unfinished one. */
  readonly isApplication: boolean
  readonly language: Language
  readonly content: unknown
  readonly until: Date
  /** The pending request that the application replaces. */
  readonly replacesId?: number
  readonly replaceAt?: Date
}

/** Stores a draft; returns its id. */
export async function insertDraft(tx: Db, vault: Vault, draft: NewDraft): Promise<number> {
  const id = await nextId(tx, 'enrolment_drafts')
  await insertSealed(tx, vault, sealedDrafts, { ...draft, id })
  return id
}

const draftsWith = (db: Db, secretHash: Buffer, isApplication: boolean, now: Date) =>
  db
    .selectFrom('enrolmentDrafts')
    .where('secretHash', '=', secretHash)
    .where('isApplication', '=', isApplication)
    .where('until', '>', now)

/** Replaces what a draft has and until when it is kept. */
export const updateDraft = (tx: Db, vault: Vault, id: number, content: unknown, until: Date) =>
  tx
    .updateTable('enrolmentDrafts')
    .set({ until, ...vault.seal(sealedDrafts, id, { content }) })
    .where('id', '=', id)
    .execute()

/** An unfinished application by its link, unless it is past. */
export async function findDraft(db: Db, vault: Vault, secretHash: Buffer, now: Date) {
  const row = await draftsWith(db, secretHash, false, now).selectAll().executeTakeFirst()
  return row && openSealed(vault, sealedDrafts, row.id, row)
}

/** Locks an unfinished application, whose files its holder may send; undefined where it is past. */
export const lockDraft = (tx: Db, secretHash: Buffer, now: Date) =>
  draftsWith(tx, secretHash, false, now).select('id').forUpdate().executeTakeFirst()

/** Locks a whole application that waits for its confirmation; undefined where it is past, or was confirmed. */
export async function lockApplication(tx: Db, vault: Vault, secretHash: Buffer, now: Date) {
  const row = await draftsWith(tx, secretHash, true, now)
    .where('replacesId', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  return row && openSealed(vault, sealedDrafts, row.id, row)
}

/** Locks an application that replaces a pending request, by its link or its id; undefined where it was answered. */
export async function lockReplacement(tx: Db, vault: Vault, by: { readonly hash: Buffer } | { readonly id: number }) {
  const row = await tx
    .selectFrom('enrolmentDrafts')
    .where('replacesId', 'is not', null)
    .$if('hash' in by, (query) => query.where('secretHash', '=', 'hash' in by ? by.hash : Buffer.alloc(0)))
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : 0))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  return row && openSealed(vault, sealedDrafts, row.id, row)
}

/** Whether an application waits to replace a request. */
export const isReplacementWaiting = async (tx: Db, replacesId: number): Promise<boolean> =>
  (await tx.selectFrom('enrolmentDrafts').select('id').where('replacesId', '=', replacesId).executeTakeFirst()) !==
  undefined

/** The ids of the applications whose earlier applicant did not answer in time. */
export async function listDueReplacements(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('enrolmentDrafts')
    .select('id')
    .where('replaceAt', '<=', now)
    .orderBy('replaceAt')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes a draft; files that still wait with it expire. */
export const deleteDraft = (tx: Db, id: number) => tx.deleteFrom('enrolmentDrafts').where('id', '=', id).execute()
