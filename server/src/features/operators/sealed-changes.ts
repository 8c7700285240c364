import { sealedTable } from '#platform/protection/sealed-table.ts'

/** The changed fields of an account, before and after. */
export interface SealedChange {
  /** JSON of `[{ field, before, after }]`. */
  details: string | null
}

export const sealedChanges = sealedTable<SealedChange>()({
  table: 'userChanges',
  key: 'id',
  sealed: ['details'],
  ends: { stay: 'the history of an account lasts as long as the account, which the audit log names by id' },
})
