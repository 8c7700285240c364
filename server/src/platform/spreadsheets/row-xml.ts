import { dayMs, formatScreenDate, officeZone, type PlainDate } from '@portal/contract'
import { formatInstant } from '../format-instant.ts'
import type { Cell, CellType } from './sheet.ts'
import { heightOf, linesIn } from './text-size.ts'

/** The days of a workbook are counted from here. */
const dayZero = Date.UTC(1899, 11, 30)
/**
 * The first day that has one number in every program: Excel knows none before 1900, and its February 1900 has 29 days. An earlier
 * day is a text that looks like the others of its column. A program that sorts the column puts these texts after all dates, sorted
 * by their letters, which is by the day of the month.
 */
const firstDay = Date.UTC(1900, 2, 1)

const asRead = new Intl.DateTimeFormat('sv-SE', {
  timeZone: officeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const serialOf = (utcMs: number) => (utcMs >= firstDay ? (utcMs - dayZero) / dayMs : undefined)
/** The number of a day in a workbook; undefined for a day that a workbook does not know. */
export const serialOfDay = (day: PlainDate) => serialOf(Date.parse(day))
/** The number of an instant, as a clock of the office shows it: a workbook knows no time zones. */
export const serialOfInstant = (instant: Date) => serialOf(Date.parse(`${asRead.format(instant).replace(' ', 'T')}Z`))

/** Longest text of a cell. */
const maxCharacters = 32_767
// What XML does not allow, and text that a reader would take for an escaped character.
const unfit = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu
const needsCare = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/u

/** Text of a cell. */
export function textXml(text: string): string {
  const short = text.length > maxCharacters ? text.slice(0, maxCharacters) : text
  if (!needsCare.test(short)) return short
  return short
    .replace(unfit, '')
    .replace(/\r\n?/g, '\n')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}

/** 'A', …, 'Z', 'AA', … */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

export interface RowColumn {
  readonly type: CellType
  /** Number of the cell style in the workbook. */
  readonly style: string
  readonly width: number
}

/**
 * Makes the XML of rows. Text is always text: what begins with `=`, `+`, `-` or `@` is no formula, because no formula is ever
 * written.
 */
export function rowWriter(columns: readonly RowColumn[]) {
  const cells = columns.map(({ type, style, width }, index) => ({
    type,
    width,
    letters: columnLetters(index),
    style: style === '0' ? '' : ` s="${style}"`,
  }))
  const contentOf = (type: CellType, value: NonNullable<Cell>): string | number => {
    if (value instanceof Date) return serialOfInstant(value) ?? formatInstant(value)
    if (type !== 'date' || typeof value === 'number') return value
    return serialOfDay(value as PlainDate) ?? formatScreenDate(value as PlainDate)
  }

  return (row: readonly Cell[], number: number): string => {
    let xml = ''
    let lines = 1
    for (const [index, { type, letters, style, width }] of cells.entries()) {
      const value = row[index]
      if (value === undefined || value === null || value === '') continue
      const content = contentOf(type, value)
      const start = `<c r="${letters}${number}"${style}`
      if (typeof content === 'number') xml += `${start}><v>${content}</v></c>`
      else {
        xml += `${start} t="inlineStr"><is><t xml:space="preserve">${textXml(content)}</t></is></c>`
        lines = Math.max(lines, linesIn(content, width))
      }
    }
    const height = heightOf(lines)
    return `<row r="${number}"${height === undefined ? '' : ` ht="${height}"`}>${xml}</row>`
  }
}
