import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FindOurs } from '@portal/contract'
import { csvLine, readCsv } from '#platform/csv.ts'
import { FolderError } from './folder.ts'

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
const withoutGuard = (text: string) => text.replace(/^'(?=\s*[=+\-@\t])/, '')

/** Reads the table of a folder; a folder without one has no rows. */
export async function readCorrespondences(folder: string): Promise<Correspondence[]> {
  const text = await readFile(join(folder, correspondencesName), 'utf8').catch(() => '')
  try {
    const [, ...records] = readCsv(text.replace(mark, ''))
    return records.map(({ fields: [list = '', value = '', rows = '', ours = '', label = ''] }) => ({
      list: list.trim(),
      value: withoutGuard(value).trim(),
      rows: Number(rows) || 0,
      ours: ours.trim(),
      label: label.trim(),
    }))
  } catch (error) {
    throw new FolderError(`${correspondencesName}: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}

/** Writes the table: what was there, and the values that have no row yet. */
export async function writeCorrespondences(folder: string, rows: readonly Correspondence[]): Promise<void> {
  const lines = rows.map(({ list, value, rows: count, ours, label }) =>
    csvLine([list, value, String(count), ours, label]),
  )
  await writeFile(join(folder, correspondencesName), `${mark}${csvLine(heading)}${lines.join('')}`, { mode: 0o600 })
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
