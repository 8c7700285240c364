import { openDataPolicy } from '@portal/contract'

/** The number of cases with an entry; the key of cases without one is empty. */
export interface Cell {
  readonly key: string
  readonly count: number
}
/** A cell as it is published; null instead of a number that is withheld. */
export interface PublishedCell {
  readonly key: string
  readonly count: number | null
}

/** The counts of a table in one year. */
export interface YearTable {
  /** All cases of the year. */
  readonly total: number
  /** Cases without an entry. */
  readonly missing: number
  /** Every entry of the list, also those that no case has, in an order that does not depend on the counts. */
  readonly entries: readonly Cell[]
}

const { smallest } = openDataPolicy
const largestSecret = smallest - 1
const sumOf = (cells: readonly Cell[]) => cells.reduce((sum, { count }) => sum + count, 0)

/**
 * Whether each small number may still be any number from 0 to 4 for a reader who subtracts the published numbers from the total, and
 * who knows which withheld cells are small (`small`, 0 to 4 each) and which are withheld for their sake (`others`, 5 or more each).
 */
function isSafe(small: readonly Cell[], others: readonly Cell[]): boolean {
  if (small.length === 0) return true
  const sum = sumOf([...small, ...others])
  // One may be 4 only if the others leave room for it, and 0 only if the other small ones can make up the whole sum.
  if (others.length > 0) return sum >= largestSecret + smallest * others.length
  return sum >= smallest && sum <= largestSecret * (small.length - 1)
}

/**
 * A table of a year as it is published: numbers below 5 are withheld, and as many others as it takes so that none of them can be
 * computed. The others are chosen in a fixed order, not by their size, which would give limits of the small numbers away: first the
 * cases without an entry, then the entries from the last one on. Where this is not enough, the whole table is withheld.
 *
 * Of grounds a case may have several. Their counts add up to more than the total, so that a reader knows less about the sum of the
 * withheld cells than `isSafe` assumes.
 */
export function publishYearTable({ total, missing, entries }: YearTable): PublishedCell[] {
  const cells = [...entries, { key: '', count: missing }]
  const small = cells.filter(({ count }) => count < smallest)
  const large = cells.filter(({ count }) => count >= smallest).reverse()
  // The cases with an entry are a number too: the total without the cases without one.
  const hasEnough = total - missing >= smallest
  const needed = [...large.keys(), large.length].find((length) => isSafe(small, large.slice(0, length)))
  const withheld = hasEnough && needed !== undefined ? [...small, ...large.slice(0, needed)] : cells
  return cells.map((cell) => ({ key: cell.key, count: withheld.includes(cell) ? null : cell.count }))
}
