import type { Db } from '#platform/database/transaction.ts'

export interface Confirmation {
  /** Digest of the texts that were confirmed. */
  readonly digest: string
  readonly confirmedBy: number
  readonly confirmedAt: Date
}

/** The confirmation of the assurances; undefined if there is none. */
export const findConfirmation = (db: Db): Promise<Confirmation | undefined> =>
  db.selectFrom('assuranceConfirmations').select(['digest', 'confirmedBy', 'confirmedAt']).executeTakeFirst()

export const writeConfirmation = (tx: Db, confirmation: Confirmation) =>
  tx
    .insertInto('assuranceConfirmations')
    .values(confirmation)
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet(confirmation))
    .execute()

export const deleteConfirmation = (tx: Db) => tx.deleteFrom('assuranceConfirmations').execute()
