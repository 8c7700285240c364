import { type OperatorFilter, type OperatorSearch, taxCode } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { invalidInput } from '#platform/problem.ts'
import { inSmallLetters } from '#platform/protection/fold.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import type { StaffMember, StoredAccount } from './operators.store.ts'

const numbers = (tokens: readonly string[]) => sql`${`{${tokens.join()}}`}::bigint[]`

/** What an account must meet to be found by words: a whole tax code, a whole mail address, else name and surname. */
export function conditionOf(vault: Vault, words: OperatorSearch['words']): RawBuilder<boolean> | undefined {
  if (!words) return undefined
  const code = z.safeParse(taxCode, words)
  if (code.success)
    return sql<boolean>`tax_code_token = any(${numbers(vault.uniqueTokens(sealedUsers, 'taxCode', code.data))})`
  if (words.includes('@'))
    return sql<boolean>`mail_token = any(${numbers(vault.uniqueTokens(sealedUsers, 'mail', words.toLowerCase()))})`
  const groups = vault.find(sealedUsers, ['firstName', 'lastName'], words)
  if (groups.length === 0) throw invalidInput([{ path: 'filtri.nominativo', message: 'ricerca_troppo_corta' }])
  const meets = groups.map((group) => sql`tokens && ${numbers(group)}`)
  return sql<boolean>`users.id in (select id from user_tokens where ${sql.join(meets, sql` and `)})`
}

const begins = (text: string, wanted: string | undefined) =>
  wanted === undefined || inSmallLetters(text).startsWith(inSmallLetters(wanted.trim()))
const is = (text: string | null, wanted: string | undefined) =>
  wanted === undefined || (text ?? '').toLowerCase() === wanted.trim().toLowerCase()
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** What a filter of cases tells of an operator: an empty text or list tells nothing. */
export const toldOf = (filter: OperatorFilter): OperatorFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, said]) => said !== undefined && said.length > 0))

/** Whether a filter of cases tells something of an operator for which accounts must be opened. */
export const asksForSealed = ({ ids, roles, ...told }: OperatorFilter): boolean =>
  Object.values(told).some((text) => text !== undefined)

/** Whether an account is what a filter tells of it in clear. */
export const isOneOf = ({ id, roles: held }: StaffMember, { ids, roles }: OperatorFilter): boolean =>
  (!ids?.length || ids.includes(id)) && (!roles?.length || roles.some((role) => held.includes(role)))

/** A number without digits is nobody's. */
const isPhone = (phone: string | undefined | null, told: string | undefined) =>
  told === undefined || (digitsOf(told) !== '' && digitsOf(phone ?? '') === digitsOf(told))

/** Whether an account is all that a filter of cases tells of an operator; names may be their beginnings. */
export function isLike(account: StoredAccount, filter: OperatorFilter): boolean {
  const { ids, roles, ...told } = filter
  return (
    isOneOf(account, filter) &&
    is(account.taxCode, told.taxCode) &&
    is(account.mail, told.mail) &&
    isPhone(account.phone, told.phone) &&
    begins(account.firstName, told.firstName) &&
    begins(account.lastName, told.lastName)
  )
}
