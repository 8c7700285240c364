/** A column of a table: figures are aligned to the right, `share` is its part of the width. */
export interface WordColumn {
  readonly heading: string
  readonly isFigure: boolean
  readonly share: number
}

/** A table of texts. Its first row is repeated on each page, its last one is the total. */
export interface WordTable {
  readonly kind: 'table'
  readonly columns: readonly WordColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly total: readonly string[]
}

/** A chart of two sets of counts, which the reader can edit. */
export interface WordChart {
  readonly kind: 'chart'
  readonly type: 'bar' | 'line'
  readonly title: string
  /** What the chart shows, for those who do not see it. */
  readonly description: string
  readonly categories: readonly string[]
  /** The numbers of the document first, then those to compare with. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
}

/** A part of a document. A `chapter` begins on a new page; it and each `section` are headings of the contents. */
export type WordBlock =
  | { readonly kind: 'chapter' | 'section' | 'paragraph' | 'note'; readonly text: string }
  | WordTable
  | WordChart

/** Signs of the footer for the number of the page and of all pages. */
export const wordPageSigns = { page: '{page}', of: '{pages}' } as const

/** A document for a word processor as a value: another process writes it (`writeWord`). */
export interface WordDocument {
  /** A tag of BCP 47, such as `it-IT`. */
  readonly language: string
  /** In its properties, on its first page, and in the header of the others. */
  readonly title: string
  readonly subject: string
  readonly author: string
  /** Below the title on the first page. */
  readonly coverLines: readonly string[]
  /** The title of the table of contents. */
  readonly contents: string
  /** Has `wordPageSigns` where numbers belong. */
  readonly footer: string
  readonly blocks: readonly WordBlock[]
}
