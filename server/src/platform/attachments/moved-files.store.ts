import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { attachmentsWithFiles, listColumns, openOwned } from './attachments.store.ts'

/** Gives a claimed file the day on which it was added in another system; returns its number. */
export async function backdateFile(tx: Db, id: string, at: Date): Promise<number> {
  await tx.updateTable('files').set({ madeAt: at, claimedAt: at }).where('id', '=', id).execute()
  const { number } = await tx.selectFrom('attachments').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  return number
}

/** The next files of cases after a number, in the order of numbers; the last number too, since one may not be genuine. */
export async function listFilesOfCases(db: Db, vault: Vault, after: number, limit: number) {
  const rows = await attachmentsWithFiles(db)
    .select(listColumns)
    .where('attachments.caseId', 'is not', null)
    .where('files.claimedAt', 'is not', null)
    .where('attachments.number', '>', after)
    .orderBy('attachments.number')
    .limit(limit)
    .execute()
  return (await Promise.all(rows.map((row) => openOwned(vault, row)))).flatMap((file) => file ?? [])
}
