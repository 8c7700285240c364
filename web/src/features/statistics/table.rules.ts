import { type CountedSet, type Indicator, indicatorIn, indicatorRows, shareOf } from '@portal/contract'

/** A count and its share in one set. */
export interface Figure {
  readonly count: number
  readonly share: number
}
export interface TableRow {
  /** None in the row of the records without a value. */
  readonly key?: string | undefined
  readonly label: string
  readonly parent?: string | undefined
  /** Of the result and, where there is one, of the comparison. */
  readonly figures: readonly [Figure, Figure?]
}

/** The rows of an indicator as its table and its chart show them; last the records without a value, where there are any. */
export function tableOf(
  indicator: string,
  declaration: Pick<Indicator, 'chart' | 'within'>,
  { sets, missingLabel }: { readonly sets: readonly CountedSet[]; readonly missingLabel: string },
): TableRow[] {
  const figuresOf = (counts: readonly number[]) =>
    counts.map((count, index) => ({ count, share: shareOf(count, sets[index]?.total ?? 0) })) as [Figure, Figure?]
  const missing = sets.map((set) => indicatorIn(set, indicator).missing)
  return [
    ...indicatorRows(indicator, declaration, sets).map(({ counts, ...row }) => ({
      ...row,
      figures: figuresOf(counts),
    })),
    ...(missing.some((count) => count > 0) ? [{ label: missingLabel, figures: figuresOf(missing) }] : []),
  ]
}

/** By how much the first count is above the second, as a number and as a part of the second; no part of nothing. */
export function differenceOf(own: number, other: number): { readonly count: number; readonly part?: number } {
  const count = own - other
  return other === 0 ? { count } : { count, part: count / other }
}

/** What a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection); cells have no tabs or lines. */
function cellText(text: string): string {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ')
  return /^\s*[=+\-@]/.test(line) ? `'${line}` : line
}

/** Rows as text that a spreadsheet takes from the clipboard. Numbers are written as they are. */
export const clipboardText = (rows: readonly (readonly (string | number)[])[], decimal = ','): string =>
  rows
    .map((row) =>
      row.map((cell) => (typeof cell === 'number' ? String(cell).replace('.', decimal) : cellText(cell))).join('\t'),
    )
    .join('\r\n')
