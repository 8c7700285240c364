import type { Language } from '@portal/contract'

/** Stands for a text that this copy of a document leaves out; drawn as a bar of fixed length. */
export const omission = { isOmitted: true } as const

/** What stands for an omission. Documents with omissions are written in Italian only. */
export const omittedText = '[omesso]'

/** A text of a document, or the omission of one. */
export type Cell = string | typeof omission

/** A row of a table of labels. */
export type Row = readonly [label: string, value: Cell]

/** A column of a table: its heading, and its share of the width. */
export interface TableColumn {
  readonly heading: string
  readonly share: number
}

/**
 * A part of a document. A `label` is a title of the text after it; a `quotation` is text of a user, each of its paragraphs in the
 * direction of its own letters; `rows` are labels beside their values; the first cell of a row of a `table` names the row.
 */
export type PdfBlock =
  | { readonly kind: 'title' | 'heading' | 'subheading'; readonly text: string }
  | { readonly kind: 'paragraph' | 'small' | 'label'; readonly text: Cell }
  | { readonly kind: 'quotation'; readonly text: Cell }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | {
      readonly kind: 'table'
      readonly columns: readonly TableColumn[]
      readonly rows: readonly (readonly Cell[])[]
    }
  | { readonly kind: 'list'; readonly items: readonly Cell[] }
  /** A QR code of an address; `alternative` is what screen readers say. */
  | { readonly kind: 'qr'; readonly address: string; readonly alternative: string }

/** Signs of a footer for the number of the page and of all pages. */
export const pageSigns = { page: '{page}', of: '{pages}' } as const

/** Room for a signature: its time, and the most bytes that it takes. */
export interface SignaturePlace {
  readonly at: Date
  readonly bytes: number
}

/** A document as a value: another process draws it (`drawDocument`). */
export interface PdfDocument {
  readonly language: Language
  /** Its name in the metadata, and its running header from the second page on. */
  readonly title: string
  readonly madeAt: Date
  /** Has `pageSigns` where numbers belong. */
  readonly footer: string
  readonly blocks: readonly PdfBlock[]
  /** None by default. */
  readonly signature?: SignaturePlace
}
