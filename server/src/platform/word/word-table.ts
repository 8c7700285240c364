import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { WordColumn, WordTable } from './word-document.ts'
import { wordColors } from './word-styles.ts'

/** Tables of so many rows stay on one page. */
const rowsTogether = 14

const line = { style: BorderStyle.SINGLE, size: 4, color: wordColors.rule }
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const borders = {
  top: line,
  bottom: line,
  left: none,
  right: none,
  insideHorizontal: { ...line, size: 2 },
  insideVertical: none,
}

interface RowOptions {
  readonly columns: readonly WordColumn[]
  readonly widths: readonly number[]
  readonly cells: readonly string[]
  readonly isHeading?: boolean
  readonly isTotal?: boolean
  /** Whether it stays on the page of the next row. */
  readonly keepNext: boolean
}

function rowOf({ columns, widths, cells, isHeading = false, isTotal = false, keepNext }: RowOptions): TableRow {
  const isStrong = isHeading || isTotal
  return new TableRow({
    tableHeader: isHeading,
    cantSplit: true,
    keepNext,
    children: columns.map(
      ({ isFigure }, index) =>
        new TableCell({
          ...(isStrong && { shading: { fill: wordColors.shade } }),
          width: { size: widths[index] ?? 0, type: WidthType.DXA },
          children: [
            new Paragraph({
              style: 'TableText',
              alignment: isFigure ? AlignmentType.RIGHT : AlignmentType.LEFT,
              children: [new TextRun({ text: cells[index] ?? '', bold: isStrong })],
            }),
          ],
        }),
    ),
  })
}

/** Writes a table over the whole `width`, in twentieths of a point. */
export function wordTable({ columns, rows, total }: WordTable, width: number): Table {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.round((width * share) / all))
  const isShort = rows.length <= rowsTogether
  const shared = { columns, widths }
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders,
    margins: { top: 40, bottom: 40, left: 80, right: 80 },
    tableLook: { firstRow: true, lastRow: true, firstColumn: true, noHBand: true, noVBand: true },
    rows: [
      rowOf({ ...shared, cells: columns.map(({ heading }) => heading), isHeading: true, keepNext: true }),
      // The last row of a long table stays with the total.
      ...rows.map((cells, index) => rowOf({ ...shared, cells, keepNext: isShort || index === rows.length - 1 })),
      rowOf({ ...shared, cells: total, isTotal: true, keepNext: false }),
    ],
  })
}
