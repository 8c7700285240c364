import type { Role } from '@portal/contract'
import { addDemoAssociation } from '#features/associations/demo-association.ts'
import { addDemoPeople, demoPeople } from '#features/session/demo-people.ts'
import { findUser } from '#features/session/users.store.ts'
import { type InTransaction, unaudited } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** Adds what every demonstration installation has, where it is missing: its accounts, and the association of one of them. */
export async function addDemonstration(inTransaction: InTransaction, vault: Vault, now: Date): Promise<void> {
  await addDemoPeople(inTransaction, vault)
  await inTransaction(unaudited, async (tx) => {
    const idWith = async (role: Role) => {
      const person = demoPeople.find(({ roles }) => roles.includes(role))
      return person && (await findUser(tx, vault, person.taxCode))?.id
    }
    const contact = await idWith('associationMember')
    if (contact === undefined) return
    const people = { contact, admin: await idWith('registerAdmin'), manager: await idWith('manager') }
    await addDemoAssociation(tx, vault, now, people)
  })
}
