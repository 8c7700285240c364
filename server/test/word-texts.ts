import { DOMParser } from '@xmldom/xmldom'

/** The part of a document under a heading of the second level. */
interface Section {
  readonly title: string
  /** The descriptions of its charts. */
  readonly charts: string[]
  readonly tables: string[][][]
}

/** Parses a part of a document; throws where it is not well-formed. */
export function parsePart(xml: string): Document {
  const errorHandler = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`)
  }
  return new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml')
}

const all = (element: Element, name: string): Element[] => Array.from(element.getElementsByTagName(name))
const textOf = (element: Element) =>
  all(element, 'w:t')
    .map(({ textContent }) => textContent ?? '')
    .join('')
const levelOf = (element: Element) =>
  Number(/^Heading(\d)$/.exec(all(element, 'w:pStyle')[0]?.getAttribute('w:val') ?? '')?.[1] ?? 0)
const rowsOf = (table: Element) => all(table, 'w:tr').map((row) => all(row, 'w:tc').map(textOf))

function sectionsOf(parts: readonly Element[]): Section[] {
  const starts = parts.flatMap((part, index) => (levelOf(part) === 2 ? [index] : []))
  return starts.map((start, at) => {
    const own = parts.slice(start, starts[at + 1])
    return {
      title: textOf(parts[start] as Element),
      charts: own.flatMap((part) => all(part, 'wp:docPr').map((one) => one.getAttribute('descr') ?? '')),
      tables: own.filter(({ tagName }) => tagName === 'w:tbl').map(rowsOf),
    }
  })
}

/** What a reader of a document for a word processor finds: headings by level, contents, sections, and every paragraph. */
export function readWord(xml: string) {
  const [body] = all(parsePart(xml).documentElement, 'w:body')
  if (!body) throw new Error('The document has no body.')
  const parts = Array.from(body.childNodes).filter((node): node is Element => node.nodeType === 1)
  const paragraphs = all(body, 'w:p')
  const contents = paragraphs
    .filter((paragraph) => /^TOC\d$/.test(all(paragraph, 'w:pStyle')[0]?.getAttribute('w:val') ?? ''))
    .map((paragraph) => /^(?<title>.*?)(?<page>\d*)$/.exec(textOf(paragraph))?.groups ?? {})
  return {
    headings: parts.flatMap((part) => (levelOf(part) > 0 ? [[levelOf(part), textOf(part)] as const] : [])),
    contents,
    sections: sectionsOf(parts),
    texts: paragraphs.map(textOf),
  }
}
