import { createHmac } from 'node:crypto'
import type { DataKey } from './key-ring.ts'
import { type AnySealedTable, columnName } from './sealed-table.ts'
import { type KnownWords, termsToIndex } from './search-terms.ts'

/** The token of a term: 64 bits of its HMAC under the key of the field, as a signed number in text. */
export const tokenOf = (key: DataKey, field: string, term: string) =>
  createHmac('sha256', key.tokenKey(field)).update(term).digest().readBigInt64BE().toString()

export const fieldName = (table: AnySealedTable, field: string) => `${columnName(table.table)}.${columnName(field)}`

export const memberOf = (row: object, field: string) => (row as Record<string, unknown>)[field]

/** What rows that are sealed together have in common: most words of a text are in others too. Never longer in memory than that. */
interface Known {
  readonly words: KnownWords
  readonly tokens: Map<string, string>
}

/** Search tokens of a row, or of some of its fields. */
export function tokensOf(
  key: DataKey,
  table: AnySealedTable,
  plain: object,
  isMeant: (field: string) => boolean = () => true,
  known: Known = { words: new Map(), tokens: new Map() },
): string[] {
  const language = table.tokens?.languageOf?.(plain)
  const tokens = Object.entries(table.tokens?.of ?? {}).flatMap(([field, kind]) => {
    const value = memberOf(plain, field)
    if (value === undefined || value === null || !isMeant(field)) return []
    const name = fieldName(table, field)
    return termsToIndex(kind, String(value), language, known.words).map((term) => {
      const place = `${name} ${term}`
      const token = known.tokens.get(place) ?? tokenOf(key, name, term)
      known.tokens.set(place, token)
      return token
    })
  })
  // Sorted, because the order in the text would disclose the field and the word of a token.
  return [...new Set(tokens)].sort()
}

/** The tokens of rows that are sealed together. */
export function tokensOfEach(key: DataKey, table: AnySealedTable, rows: readonly object[]): string[][] {
  const known = { words: new Map(), tokens: new Map() }
  return rows.map((row) => tokensOf(key, table, row, undefined, known))
}
