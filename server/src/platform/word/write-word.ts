import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TabStopType,
  TextRun,
} from 'docx'
import { estimatePageNumbers } from 'docx/layout'
import { wordChart } from './word-chart.ts'
import { type WordBlock, type WordDocument, wordPageSigns } from './word-document.ts'
import { wordStyles } from './word-styles.ts'
import { wordTable } from './word-table.ts'

// A4 with margins of 2 cm, in twentieths of a point.
const page = { width: 11_906, height: 16_838, margin: 1134 }
const textWidth = page.width - 2 * page.margin

/** The text of a footer, with fields where its signs are. */
const footerRuns = (footer: string) => {
  const fields: Readonly<Record<string, string>> = {
    [wordPageSigns.page]: PageNumber.CURRENT,
    [wordPageSigns.of]: PageNumber.TOTAL_PAGES,
  }
  return footer.split(/(\{pages?\})/).map((part) => new TextRun({ children: [fields[part] ?? part] }))
}

/** What comes before these stays on their page. */
const isFollowed = (next: WordBlock | undefined) => next !== undefined && ['note', 'chart', 'table'].includes(next.kind)

function blockOf(block: WordBlock, index: number, blocks: readonly WordBlock[]): FileChild {
  const keepNext = isFollowed(blocks[index + 1])
  switch (block.kind) {
    case 'chapter':
      return new Paragraph({ heading: HeadingLevel.HEADING_1, text: block.text, pageBreakBefore: true })
    case 'section':
      return new Paragraph({ heading: HeadingLevel.HEADING_2, text: block.text })
    case 'paragraph':
      return new Paragraph({ text: block.text, keepNext })
    case 'note':
      return new Paragraph({ style: 'Note', text: block.text, keepNext })
    case 'table':
      return wordTable(block, textWidth)
    case 'chart':
      return wordChart(block)
  }
}

/** The first page and the contents. */
const openingOf = ({ author, title, coverLines, contents }: WordDocument): FileChild[] => [
  new Paragraph({ style: 'Subtitle', text: author }),
  new Paragraph({ heading: HeadingLevel.TITLE, text: title }),
  ...coverLines.map((text) => new Paragraph({ style: 'Subtitle', text })),
  new Paragraph({ style: 'TOCHeading', text: contents, pageBreakBefore: true }),
  new TableOfContents(contents, { hyperlink: true, headingStyleRange: '1-2' }),
]

/**
 * Writes a document for a word processor (.docx): real headings, contents with page numbers, tables with a repeated heading, and
 * charts that can be edited. A large one takes seconds: it runs in a process of the parsers.
 */
export async function writeWord(document: WordDocument): Promise<Uint8Array> {
  const { language, title, subject, author, footer, blocks } = document
  const tabStops = [{ type: TabStopType.RIGHT, position: textWidth }]
  const file = new Document({
    title,
    subject,
    creator: author,
    lastModifiedBy: author,
    description: subject,
    styles: wordStyles(language),
    pageNumbers: estimatePageNumbers,
    sections: [
      {
        properties: {
          titlePage: true,
          page: {
            size: { width: page.width, height: page.height },
            margin: { top: page.margin, bottom: page.margin, left: page.margin, right: page.margin },
          },
        },
        headers: {
          default: new Header({
            children: [new Paragraph({ style: 'Header', text: `${author}\t${title}`, tabStops })],
          }),
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({ style: 'Footer', alignment: AlignmentType.RIGHT, children: footerRuns(footer) }),
            ],
          }),
        },
        children: [...openingOf(document), ...blocks.map(blockOf)],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(file))
}
