import type { Db } from '../database/transaction.ts'
import type { Files } from '../files/files.ts'
import type { Caller } from '../session/caller.ts'
import type { Attachments } from './attachments.ts'

export interface NewDocument {
  readonly id: string
  /** Id in the list of attachment types. */
  readonly typeId: number
}

/** Documents that the office adds to a case: files with a type, which reporters never see. */
export const createDocuments = ({ attachments, files }: { attachments: Attachments; files: Files }) => ({
  listOf: attachments.listOf,

  /** Adds files that an operator uploaded to a case as documents. */
  async add(tx: Db, caseId: number, added: readonly NewDocument[], { user, audit }: Caller): Promise<void> {
    const ids = added.map(({ id }) => id)
    const types = new Map(added.map(({ id, typeId }) => [id, typeId]))
    const owner = { caseId, documents: { types, addedBy: user.id } }
    await attachments.claim(tx, { ids, maker: { userId: user.id }, owner, wirePath: 'allegati' }, audit)
  },

  /** Deletes the row of a document; returns the stored names to discard after the commit. */
  remove: (tx: Db, id: string): Promise<string[]> => files.deleteIn(tx, [id]),

  discard: (storedNames: readonly string[]) => files.discard(storedNames),
})
