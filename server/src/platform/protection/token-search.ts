import type { KeyRing } from './key-ring.ts'
import { wholeNameTerms } from './name-terms.ts'
import { type RankedTerms, rankedTerms } from './names/ranked-terms.ts'
import { fieldName, tokenOf } from './row-tokens.ts'
import type { AnySealedTable } from './sealed-table.ts'
import { termsToFind } from './search-terms.ts'

/** The tokens of a search, in groups. */
export function searchGroups(
  ring: KeyRing,
  table: AnySealedTable,
  fields: readonly string[],
  text: string,
): string[][] {
  const groups: string[][] = []
  for (const field of fields) {
    const kind = table.tokens?.of[field]
    if (!kind) throw new Error(`${table.table}.${field} cannot be searched.`)
    const name = fieldName(table, field)
    const tokensOfGroup = (terms: readonly string[]) =>
      ring.all().flatMap((key) => terms.map((term) => tokenOf(key, name, term)))
    // Fields of one kind split the text alike, so each word may be in any of the fields.
    for (const [index, terms] of termsToFind(kind, text).entries())
      groups[index] = [...(groups[index] ?? []), ...tokensOfGroup(terms)]
  }
  return groups
}

/** The tokens of each word of a name, in the order of its terms. */
export function rankedTokens(
  ring: KeyRing,
  table: AnySealedTable,
  fields: readonly string[],
  text: string,
): RankedTerms[] {
  const tokensOfTerms = (terms: readonly string[]) =>
    fields.flatMap((field) =>
      ring.all().flatMap((key) => terms.map((term) => tokenOf(key, fieldName(table, field), term))),
    )
  return rankedTerms(text).map(({ exact, otherScript, near }) => ({
    exact: tokensOfTerms(exact),
    otherScript: tokensOfTerms(otherScript),
    near: tokensOfTerms(near),
  }))
}

/** For each word of a name its alternatives: the tokens that a row has which has the whole word. */
export const wholeWords = (
  ring: KeyRing,
  table: AnySealedTable,
  fields: readonly string[],
  text: string,
): string[][][] =>
  wholeNameTerms(text).map((terms) =>
    fields.flatMap((field) =>
      ring.all().map((key) => terms.map((term) => tokenOf(key, fieldName(table, field), term))),
    ),
  )
