import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type Dictionary, dictionaryAt, idOf, isReference, listAt, readObjects, type Value } from './pdf-objects.ts'

type Objects = ReadonlyMap<number, Value>

/** An element of the structure. */
export interface Element {
  readonly id: number
  readonly role: string
  readonly entries: Dictionary
  /** The element that has it as a child. */
  readonly parent: number
  readonly elements: readonly Element[]
  readonly content: readonly { readonly page: number; readonly mcid: number }[]
}

/** What a page draws. */
interface Drawn {
  readonly mcids: number[]
  /** Operators that draw outside of marked content. */
  readonly unmarked: string[]
  /** What each glyph stands for; `undefined` for a glyph that the font lacks. */
  readonly characters: (string | undefined)[]
}

interface Page extends Drawn {
  readonly id: number
  /** Its key in the parent tree. */
  readonly key: number
}

export interface PdfFile {
  readonly isMarked: boolean
  readonly language: string
  readonly showsTitle: boolean
  readonly title: string
  readonly part: string
  readonly pages: readonly Page[]
  /** In reading order. */
  readonly elements: readonly Element[]
  /** The element of each marked content, by the key of its page. */
  readonly parentTree: ReadonlyMap<number, readonly number[]>
}

function readElement(objects: Objects, id: number, parent: number): Element {
  const entries = dictionaryAt(objects.get(id))
  const kids = listAt(entries['/K'])
  return {
    id,
    parent,
    entries,
    role: String(entries['/S']).slice(1),
    elements: kids.filter(isReference).map((kid) => readElement(objects, kid.reference, id)),
    content: kids.flatMap((kid) => {
      if (typeof kid === 'number') return [{ page: idOf(entries['/Pg']), mcid: kid }]
      const { '/Pg': page, '/MCID': mcid } = dictionaryAt(kid)
      return mcid === undefined ? [] : [{ page: idOf(page), mcid: Number(mcid) }]
    }),
  }
}

const withDescendants = (element: Element): Element[] => [element, ...element.elements.flatMap(withDescendants)]

function readStructure(objects: Objects): Pick<PdfFile, 'elements' | 'parentTree'> {
  const [rootId = -1, root] = [...objects].find(([, value]) => dictionaryAt(value)['/Type'] === '/StructTreeRoot') ?? []
  const { '/K': top, '/ParentTree': tree } = dictionaryAt(root)
  const numbers = listAt(dictionaryAt(isReference(tree) ? objects.get(tree.reference) : tree)['/Nums'])
  const isKey = (index: number) => index % 2 === 0
  return {
    elements: listAt(top).flatMap((kid) => withDescendants(readElement(objects, idOf(kid), rootId))),
    parentTree: new Map(
      numbers.flatMap((key, index) => (isKey(index) ? [[Number(key), listAt(numbers[index + 1]).map(idOf)]] : [])),
    ),
  }
}

const drawing = /^(?:showText|constructPath|fill|stroke|paint|shadingFill)/

interface ShownGlyph {
  readonly originalCharCode: number
  readonly unicode: string
}

/** Follows the marks of a page through its operators. */
class DrawnPage implements Drawn {
  readonly mcids: number[] = []
  readonly unmarked: string[] = []
  readonly characters: (string | undefined)[] = []
  readonly #marks: boolean[] = []

  take(operator: string, values: readonly unknown[]): void {
    if (operator.startsWith('beginMarkedContent')) this.#begin(values)
    else if (operator === 'endMarkedContent') this.#marks.pop()
    else if (drawing.test(operator) && !this.#marks.includes(true)) this.unmarked.push(operator)
    // A list of glyphs, with numbers for the spaces between them.
    if (operator === 'showText') this.#show(values[0] as readonly (ShownGlyph | number)[])
  }

  #begin([tag, mcid]: readonly unknown[]): void {
    this.#marks.push(tag === 'Artifact' || typeof mcid === 'number')
    if (typeof mcid === 'number') this.mcids.push(mcid)
  }

  #show(glyphs: readonly (ShownGlyph | number)[]): void {
    for (const glyph of glyphs)
      if (typeof glyph === 'object') this.characters.push(glyph.originalCharCode === 0 ? undefined : glyph.unicode)
  }
}

async function readPages(pdf: PDFDocumentProxy, operators: Readonly<Record<string, number>>, objects: Objects) {
  const nameOf = new Map(Object.entries(operators).map(([name, code]) => [code, name]))
  const pages: Page[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    const { mcids, unmarked, characters } = fnArray.reduce((drawn, code, index) => {
      drawn.take(nameOf.get(code) ?? '', argsArray[index])
      return drawn
    }, new DrawnPage())
    const id = page.ref?.num ?? -1
    const key = Number(dictionaryAt(objects.get(id))['/StructParents'])
    pages.push({ id, key, mcids, unmarked, characters })
  }
  return pages
}

/** Reads what a tagged PDF says of itself, its structure and what it draws. */
export async function readTaggedPdf(bytes: Buffer): Promise<PdfFile> {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false }).promise
  const objects = readObjects(bytes)
  const { info, metadata } = await pdf.getMetadata()
  // The types know neither the members of the information nor those of the preferences.
  const { Language: language = '' } = info as { readonly Language?: string | null }
  const preferences = (await pdf.getViewerPreferences()) as { readonly DisplayDocTitle?: boolean } | null
  const file: PdfFile = {
    ...readStructure(objects),
    pages: await readPages(pdf, OPS, objects),
    isMarked: (await pdf.getMarkInfo())?.Marked === true,
    language: language ?? '',
    showsTitle: preferences?.DisplayDocTitle === true,
    title: String(metadata?.get('dc:title') ?? ''),
    part: String(metadata?.get('pdfuaid:part') ?? ''),
  }
  await pdf.destroy()
  return file
}
