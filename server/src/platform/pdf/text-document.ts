import { type Cell, omittedText, type PdfBlock, type PdfDocument } from './pdf-document.ts'

const textOf = (cell: Cell) => (typeof cell === 'string' ? cell : omittedText)

/** Lines of a table: each value after the heading of its column. */
const tableLines = ({ columns, rows }: Extract<PdfBlock, { kind: 'table' }>) =>
  rows.flatMap((cells) => [...cells.map((cell, index) => `${columns[index]?.heading ?? ''}: ${textOf(cell)}`), ''])

function linesOf(block: PdfBlock): readonly string[] {
  switch (block.kind) {
    case 'rows':
      return block.rows.map(([label, value]) => `${label}: ${textOf(value)}`)
    case 'table':
      return tableLines(block)
    case 'list':
      return block.items.map((item) => `- ${textOf(item)}`)
    case 'qr':
      return [`${block.alternative}: ${block.address}`]
    default:
      return [textOf(block.text)]
  }
}

/** A document as plain text: every word of its PDF, block after block. */
export const writeText = ({ blocks }: PdfDocument) =>
  `${blocks.map((block) => linesOf(block).join('\n').trimEnd()).join('\n\n')}\n`
