import type { Role } from '@portal/contract'
import { type InTransaction, unaudited } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { addUser, listUnconfirmed, sealAuthority } from './users.store.ts'

interface Person {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly roles: readonly Role[]
  readonly isEnabled?: false
}

/** The demonstration accounts (decisions §2); the one with several roles comes last. */
// biome-ignore format: a table
export const demoPeople: readonly Person[] = [
  { taxCode: 'FRRGLI70A41H501U', firstName: 'Giulia',   lastName: 'Ferri',     roles: ['manager'] },
  { taxCode: 'CNTMRC68B02F205B', firstName: 'Marco',    lastName: 'Conti',     roles: ['manager'] },
  { taxCode: 'RSSLCU85C03H501A', firstName: 'Luca',     lastName: 'Rossetti',  roles: ['operatorOne'] },
  { taxCode: 'GRCSRA90D44F839W', firstName: 'Sara',     lastName: 'Greco',     roles: ['operatorOne'] },
  { taxCode: 'BNCLNE79E45L219N', firstName: 'Elena',    lastName: 'Bianchini', roles: ['operatorTwo'] },
  { taxCode: 'MRNDVD82H06D612S', firstName: 'Davide',   lastName: 'Marini',    roles: ['operatorTwo'] },
  { taxCode: 'LMBCHR75L47A944D', firstName: 'Chiara',   lastName: 'Lombardi',  roles: ['registerAdmin'] },
  { taxCode: 'GLLPLA88M48C351B', firstName: 'Paola',    lastName: 'Galli',     roles: ['registerOperator'] },
  { taxCode: 'DLLMNA91P49Z330K', firstName: 'Amina',    lastName: 'Diallo',    roles: ['associationMember'] },
  { taxCode: 'RZZFNC77R10G273M', firstName: 'Franco',   lastName: 'Rizzi',     roles: ['operatorOne'], isEnabled: false },
  { taxCode: 'VTLNDR73S11L736T', firstName: 'Andrea',   lastName: 'Vitali',    roles: ['operatorTwo', 'manager', 'registerAdmin'] },
]

const enabledAt = new Date('2026-01-01T00:00:00.000Z')

/** Adds missing demonstration accounts, and confirms those of an earlier version; safe, because they are invented. */
export const addDemoPeople = (inTransaction: InTransaction, vault: Vault) =>
  inTransaction(unaudited, async (tx) => {
    for (const { roles, isEnabled = true, ...person } of demoPeople) {
      const mail = `${person.firstName}.${person.lastName}@demo.example`.toLowerCase()
      await addUser(tx, vault, { ...person, mail, isEnabled, enabledAt, isDemo: true }, roles)
    }
    for (const user of await listUnconfirmed(tx, vault)) if (user.isDemo) await sealAuthority(tx, vault, user)
  })
