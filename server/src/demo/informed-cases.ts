import type { Db } from '#platform/database/transaction.ts'

/** The complainants of older cases count as informed. */
export const informedDays = 45

/** Marks the complainants of the cases received before an instant as informed. */
export const endOldDuties = (db: Db, before: Date) =>
  db.updateTable('cases').set({ awaitsLetter: false }).where('createdAt', '<', before).execute()
