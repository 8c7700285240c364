import type { FindOurs } from '@portal/contract'
import { csvLine, readCsv } from '#platform/csv.ts'

export const correspondencesName = 'corrispondenze.csv'
const heading = ['lista', 'valore', 'righe', 'nostro', 'etichetta'] as const
const mark = '\ufeff'

/** A value of the old system: in how many rows it is, and which id or word of ours it means. */
export interface Correspondence {
  readonly list: string
  readonly value: string
  readonly rows: number
  /** Empty as long as the office has not filled it in. */
  readonly ours: string
  /** For the people who fill the table in. */
  readonly label: string
}

const placeOf = (list: string, value: string) => `${list} ${value}`
/** What `csvLine` puts before a text that a spreadsheet would take for a formula. */
export const withoutGuard = (text: string) => text.replace(/^'(?=\s*[=+\-@\t])/, '')

/** Reads the table; throws a `SyntaxError` where it cannot be read. */
export function readCorrespondences(text: string): Correspondence[] {
  const [, ...records] = readCsv(text.replace(mark, ''))
  return records.map(({ fields: [list = '', value = '', rows = '', ours = '', label = ''] }) => ({
    list: list.trim(),
    value: withoutGuard(value).trim(),
    rows: Number(rows) || 0,
    ours: ours.trim(),
    label: label.trim(),
  }))
}

/** The table as text. */
export function correspondencesText(rows: readonly Correspondence[]): string {
  const lines = rows.map(({ list, value, rows: count, ours, label }) =>
    csvLine([list, value, String(count), ours, label]),
  )
  return `${mark}${csvLine(heading)}${lines.join('')}`
}

/** What was there, with the counts of the check, and the values of the check that have no row yet. */
export function mergeCorrespondences(
  before: readonly Correspondence[],
  counted: ReadonlyMap<string, { readonly list: string; readonly value: string; readonly rows: number }>,
): Correspondence[] {
  const known = new Set(before.map(({ list, value }) => placeOf(list, value)))
  const added = [...counted].filter(([place]) => !known.has(place))
  return [
    ...before.map((row) => ({ ...row, rows: counted.get(placeOf(row.list, row.value))?.rows ?? row.rows })),
    ...added.map(([, row]) => ({ ...row, ours: '', label: '' })),
  ]
}

/** The rows of a table with what another one fills in, which comes first. */
export function withFilled(before: readonly Correspondence[], filled: readonly Correspondence[]): Correspondence[] {
  const ours = new Map(
    filled.filter((row) => row.ours !== '').map((row) => [placeOf(row.list, row.value), row] as const),
  )
  const known = new Set(before.map(({ list, value }) => placeOf(list, value)))
  return [
    ...before.map((row) => {
      const other = ours.get(placeOf(row.list, row.value))
      return other ? { ...row, ours: other.ours, label: other.label || row.label } : row
    }),
    ...filled.filter(({ list, value }) => !known.has(placeOf(list, value))),
  ]
}

/** The place of a value in the table. */
export const correspondencePlace = placeOf

/** Translates by the rows that are filled in: a whole number is an id, another text a word of ours. */
export function finderOf(rows: readonly Correspondence[]): FindOurs {
  const ours = new Map(
    rows
      .filter((row) => row.ours !== '')
      .map((row) => [placeOf(row.list, row.value), /^\d+$/.test(row.ours) ? Number(row.ours) : row.ours]),
  )
  return (list, value) => ours.get(placeOf(list, value))
}
