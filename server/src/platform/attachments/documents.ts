import type { Db } from '../database/transaction.ts'
import type { Files } from '../files/files.ts'
import { markDocuments } from './attachments.store.ts'
import type { Attachments } from './attachments.ts'

export interface NewDocument {
  readonly id: string
  /** Of the list of attachment types. */
  readonly typeId: number
}

/** Documents that the office adds to a case: files like the others, with a type, and never shown to the reporter. */
export const createDocuments = ({ attachments, files }: { attachments: Attachments; files: Files }) => ({
  listOf: attachments.listOf,

  /** Makes files that somebody of the office has brought documents of a case. */
  async add(tx: Db, caseId: number, added: readonly NewDocument[], userId: number): Promise<void> {
    const ids = added.map(({ id }) => id)
    await attachments.claim(tx, ids, { userId }, { caseId }, 'allegati')
    await markDocuments(tx, caseId, added, userId)
  },

  /** Takes a document out of the database; gives what is to be discarded once the transaction is done. */
  remove: (tx: Db, id: string): Promise<string[]> => files.deleteIn(tx, [id]),

  discard: (storedNames: readonly string[]) => files.discard(storedNames),
})
