import { sealedTable } from '../protection/sealed-table.ts'

/** The protected values of a person who works here. */
export interface SealedUser {
  taxCode: string
  firstName: string
  lastName: string
  mail: string | null
  phone: string | null
}

export const sealedUsers = sealedTable<SealedUser>()({
  table: 'users',
  key: 'id',
  sealed: ['taxCode', 'firstName', 'lastName', 'mail', 'phone'],
  ends: { stay: 'whoever works here has an account until it is disabled; the audit log names them by id alone' },
  unique: { taxCode: 'taxCodeToken', mail: 'mailToken' },
  tokens: { table: 'userTokens', of: { firstName: 'name', lastName: 'name' } },
})
