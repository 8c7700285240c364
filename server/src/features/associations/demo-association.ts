import { sql } from 'kysely'
import { nextId } from '#platform/database/next-id.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { replaceMembers } from './record/associations.store.ts'
import { sealedAssociations } from './record/sealed-associations.ts'

/** Adds the demonstration association, enrolled today for a year, with `userId` as contact, unless there is one. */
export async function addDemoAssociation(tx: Db, vault: Vault, name: string, userId: number): Promise<void> {
  if (await tx.selectFrom('associations').select('id').where('isDemo', '=', true).executeTakeFirst()) return
  const id = await nextId(tx, 'associations')
  const days = { enrolledOn: sql`current_date`, expiresOn: sql`current_date + 365` }
  await insertSealed(tx, vault, sealedAssociations, { id, name, searchedName: name, isDemo: true, ...days } as never)
  await replaceMembers(tx, id, [{ userId, position: 'contact' }])
}
