import type { CaseFilters } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { sealedReports } from '#features/reports/index.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { nameFields } from '../record/case-names.rules.ts'

const allOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const hasTokens = (tokens: readonly string[]) => sql<boolean>`tokens @> ${`{${tokens.join()}}`}::bigint[]`

/**
 * SQL condition for a search by name: the reporter or the victim of the case has every searched word as a whole word of their
 * name. Undefined without such a search. The search tokens of names already distinguish whole words, and their index serves the
 * condition.
 */
export function hasWholeName(
  vault: Vault,
  { person = '', organisationName = '' }: CaseFilters,
): RawBuilder<boolean> | undefined {
  const hasWords = (
    text: string,
    fields: (typeof nameFields)['reporter' | 'victim'] | readonly ['organisationName'],
  ) => {
    const words = vault.findWhole(sealedReports, fields, text)
    return words.length > 0 ? [allOf(words.map((alternatives) => anyOf(alternatives.map(hasTokens))))] : []
  }
  const people = [nameFields.reporter, nameFields.victim].flatMap((fields) => hasWords(person, fields))
  const conditions = [
    ...(people.length > 0 ? [anyOf(people)] : []),
    ...hasWords(organisationName, ['organisationName']),
  ]
  if (conditions.length === 0) return undefined
  return sql<boolean>`cases.id in (select id from report_tokens where ${allOf(conditions)})`
}
