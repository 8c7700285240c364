import type { Period } from '#features/cases/index.ts'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface SealedComment {
  readonly text: string
  /** Ids of the mentions. */
  readonly mentions: readonly number[]
}

export const sealedComments = sealedTable<SealedComment>()({
  table: 'caseComments',
  key: 'id',
  sealed: ['text', 'mentions'],
  ends: { withCase: 'caseId' },
})

interface NewStoredComment extends SealedComment {
  readonly caseId: number
  readonly writtenBy: number
  readonly writtenAt: Date
}

/** Inserts a comment; returns its id. */
export async function insertComment(tx: Db, vault: Vault, comment: NewStoredComment): Promise<number> {
  const id = await nextId(tx, 'case_comments')
  await insertSealed(tx, vault, sealedComments, { ...comment, id })
  return id
}

export const deleteComment = (tx: Db, caseId: number, id: number) =>
  tx.deleteFrom('caseComments').where('caseId', '=', caseId).where('id', '=', id).execute()

/** The comments of a period whose text was not erased, oldest first. */
export async function commentsWithin(db: Db, vault: Vault, caseId: number, { since, before }: Period) {
  const rows = await db
    .selectFrom('caseComments')
    .select(['id', 'text', 'mentions', 'writtenBy', 'writtenAt'])
    .where('caseId', '=', caseId)
    .where('text', 'is not', null)
    .where('writtenAt', '>=', since)
    .$if(before !== undefined, (query) => query.where('writtenAt', '<', before ?? since))
    .orderBy('id')
    .execute()
  return Promise.all(rows.map((row) => openSealed(vault, sealedComments, row.id, row)))
}
