import type { Language } from '@portal/contract'
import type { Selectable } from 'kysely'
import { nextId } from '#platform/database/new-rows.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { genuineRows, isGenuine } from '#platform/protection/claims.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { enrolmentDrafts, sealedDrafts } from '../record/sealed-associations.ts'

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
  const claims = enrolmentDrafts.claimsOf({ replacesId: null, replaceAt: null, ...draft })
  await insertSealed(tx, vault, sealedDrafts, { ...draft, id, claims })
  return id
}

const draftsWith = (db: Db, secretHash: Buffer, isApplication: boolean, now: Date) =>
  db
    .selectFrom('enrolmentDrafts')
    .where('secretHash', '=', secretHash)
    .where('isApplication', '=', isApplication)
    .where('until', '>', now)

type Row = Selectable<Tables['enrolmentDrafts']>

/** The row where the portal wrote it. */
const genuine = async (vault: Vault, row: Row | undefined): Promise<Row | undefined> =>
  row && (await isGenuine(vault, enrolmentDrafts, row.id, row)) ? row : undefined

async function openGenuine(vault: Vault, row: Row | undefined) {
  const found = await genuine(vault, row)
  return found && openSealed(vault, sealedDrafts, found.id, found)
}

/** Replaces what a draft has and until when it is kept. */
export async function updateDraft(tx: Db, vault: Vault, row: Row, content: unknown, until: Date): Promise<void> {
  const claims = enrolmentDrafts.claimsOf({ ...row, until })
  await tx
    .updateTable('enrolmentDrafts')
    .set({ until, ...vault.seal(sealedDrafts, row.id, { content, claims }) })
    .where('id', '=', row.id)
    .execute()
}

/** An unfinished application by its link, unless it is past. */
export async function findDraft(db: Db, vault: Vault, secretHash: Buffer, now: Date) {
  return openGenuine(vault, await draftsWith(db, secretHash, false, now).selectAll().executeTakeFirst())
}

/** Locks an unfinished application, whose files its holder may send; undefined where it is past. */
export const lockDraft = async (tx: Db, vault: Vault, secretHash: Buffer, now: Date) =>
  genuine(vault, await draftsWith(tx, secretHash, false, now).selectAll().forUpdate().executeTakeFirst())

/** Locks a whole application that waits for its confirmation; undefined where it is past, or was confirmed. */
export async function lockApplication(tx: Db, vault: Vault, secretHash: Buffer, now: Date) {
  const row = await draftsWith(tx, secretHash, true, now)
    .where('replacesId', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  return openGenuine(vault, row)
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
  return openGenuine(vault, row)
}

/** Whether an application waits to replace a request. */
export async function isReplacementWaiting(tx: Db, vault: Vault, replacesId: number): Promise<boolean> {
  const rows = await tx.selectFrom('enrolmentDrafts').selectAll().where('replacesId', '=', replacesId).execute()
  return (await genuineRows(vault, enrolmentDrafts, rows, ({ id }) => id)).length > 0
}

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
