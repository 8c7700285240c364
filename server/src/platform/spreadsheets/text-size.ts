import type { Cell, SheetColumn } from './sheet.ts'

/** Widths in characters: the narrowest of each type, the arrow of the filter beside a heading, and the widest of texts. */
const narrowest: Readonly<Record<SheetColumn['type'], number>> = { text: 8, number: 8, date: 12, instant: 17 }
const [arrow, widest] = [4, 80]
/** Characters that fit in a line, for each of its width: capitals are wider, and no word is cut. */
const fitting = 0.87

/** In points; no program has higher rows. */
const [lineHeight, highest] = [15, 409]

/** The width of a column: that of its heading or of its longest line among the first rows. Longer lines are wrapped. */
export function widthOf({ header, type }: SheetColumn, index: number, firstRows: readonly (readonly Cell[])[]): number {
  const lines = type === 'text' ? firstRows.flatMap((row) => String(row[index] ?? '').split('\n')) : []
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0)
  return Math.max(narrowest[type], header.length + arrow, Math.min(Math.ceil(longest / fitting), widest))
}

/** The lines of a text in a column of this width. */
export function linesIn(text: string, width: number): number {
  const characters = width * fitting
  if (text.length <= characters && !text.includes('\n')) return 1
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / characters)), 0)
}

/**
 * The height of a row with so many lines in its highest cell; undefined for one line. Excel fits rows without a height when it opens
 * a file, LibreOffice does not.
 */
export const heightOf = (lines: number): number | undefined =>
  lines > 1 ? Math.min(lines * lineHeight, highest) : undefined
