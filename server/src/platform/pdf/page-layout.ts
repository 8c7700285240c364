import type { Column, Style } from './typesetter.ts'

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 56, head: 30, foot: 40 } as const
export const column: Column = { left: page.margin, width: page.width - 2 * page.margin }
/** Between columns. */
export const gap = 12
/** Of the bar for an omission. */
export const barWidth = 72
const quiet = '#435a70'
export const styles = {
  title: { size: 20, weight: 700 },
  heading: { size: 14, weight: 700 },
  subheading: { size: 12, weight: 700 },
  label: { size: 11, weight: 700 },
  text: { size: 11, weight: 400 },
  small: { size: 9, weight: 400, colour: quiet },
  columnHeading: { size: 9, weight: 700 },
  tableCell: { size: 9, weight: 400 },
  bar: { size: 9, weight: 700, colour: '#ffffff' },
} as const satisfies Record<string, Style>

/** Distance before a block, height that it keeps together with what follows, and distance after it. */
// biome-ignore format: a table
export const spacing = {
  title:      { tag: 'H1',         before: 0,  together: 0,  after: 6 },
  heading:    { tag: 'H2',         before: 14, together: 90, after: 2 },
  subheading: { tag: 'H3',         before: 8,  together: 70, after: 2 },
  paragraph:  { tag: 'P',          before: 0,  together: 0,  after: 6 },
  small:      { tag: 'P',          before: 0,  together: 0,  after: 6 },
  label:      { tag: 'P',          before: 4,  together: 40, after: 2 },
} as const
