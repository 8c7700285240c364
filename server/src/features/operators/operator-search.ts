import { type OperatorFilter, type OperatorSearch, taxCode } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { invalidInput } from '#platform/app-error.ts'
import { inSmallLetters } from '#platform/protection/fold.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import type { StaffMember, StoredAccount } from './operators.store.ts'

const numbers = (tokens: readonly string[]) => sql`${`{${tokens.join()}}`}::bigint[]`

/** SQL condition for a search by words: a whole tax code, a whole mail address, else words of name and surname. */
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

const begins = (text: string, search: string | undefined) =>
  search === undefined || inSmallLetters(text).startsWith(inSmallLetters(search.trim()))
const is = (text: string | null, search: string | undefined) =>
  search === undefined || (text ?? '').toLowerCase() === search.trim().toLowerCase()
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The conditions of a filter on operators, without empty texts and lists. */
export const setConditionsOf = (filter: OperatorFilter): OperatorFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value.length > 0))

/** Whether a filter on operators has conditions on encrypted fields, for which accounts must be decrypted. */
export const hasSealedConditions = ({ ids, roles, ...conditions }: OperatorFilter): boolean =>
  Object.values(conditions).some((text) => text !== undefined)

/** Whether an account matches the conditions on clear fields: ids and roles. */
export const isOneOf = ({ id, roles: accountRoles }: StaffMember, { ids, roles }: OperatorFilter): boolean =>
  (!ids?.length || ids.includes(id)) && (!roles?.length || roles.some((role) => accountRoles.includes(role)))

/** A number without digits matches no account. */
const isPhone = (phone: string | undefined | null, number: string | undefined) =>
  number === undefined || (digitsOf(number) !== '' && digitsOf(phone ?? '') === digitsOf(number))

/** Whether an account matches all conditions of a filter; names match by prefix. */
export function isLike(account: StoredAccount, filter: OperatorFilter): boolean {
  const { ids, roles, ...conditions } = filter
  return (
    isOneOf(account, filter) &&
    is(account.taxCode, conditions.taxCode) &&
    is(account.mail, conditions.mail) &&
    isPhone(account.phone, conditions.phone) &&
    begins(account.firstName, conditions.firstName) &&
    begins(account.lastName, conditions.lastName)
  )
}
