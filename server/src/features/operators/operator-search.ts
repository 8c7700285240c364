import { type OperatorSearch, taxCode } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { invalidInput } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'

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
