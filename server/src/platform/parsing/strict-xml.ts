import { DOMParser } from '@xmldom/xmldom'

/** Thrown for XML that is not read (see `parseStrictly`); the message quotes nothing of the document. */
export class XmlError extends Error {}

const maxDepth = 64
/** Maximum characters of a tag with its attributes. */
const maxMarkup = 16 * 1024
/** Limits for metadata, which have a few hundred elements. */
const metadataLimits = { characters: 256 * 1024, elements: 5000 }

const space = '[ \\t\\r\\n]'
const name = '[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]*'
const qualified = `${name}(?::${name})?`
const attribute = `${space}+${qualified}${space}*=${space}*(?:"[^<"]*"|'[^<']*')`
/**
 * A token of XML 1.0 without document types and processing instructions. The DOM parser tolerates errors (loose text, bare
 * `&`, open CDATA), and documents that two programs read differently allow attacks on signatures.
 */
const token = new RegExp(
  [
    `(?<markup><${qualified}(?:${attribute})*${space}*/?>|</${qualified}${space}*>)`,
    '<!--(?:(?!--)[^])*-->',
    '<!\\[CDATA\\[(?:(?!\\]\\]>)[^])*\\]\\]>',
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
)
const declaration = new RegExp(
  `^<\\?xml${space}+version=(["'])1\\.0\\1(?:${space}+encoding=(["'])utf-8\\2)?(?:${space}+standalone=(["'])(?:yes|no)\\3)?${space}*\\?>`,
  'iu',
)
const reference = /&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});/g
/** Anything that is no character by XML 1.0 §2.2, such as a lone surrogate. */
const notCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

export interface XmlLimits {
  readonly characters: number
  readonly elements: number
}

/**
 * Parses a document; throws an XmlError for document types, processing instructions, entities other than the five of XML,
 * parser warnings, and documents above the limits, which it checks before parsing.
 */
export function parseStrictly(xml: string, { characters, elements }: XmlLimits = metadataLimits): Document {
  if (xml.length > characters) throw new XmlError('The document is too long.')
  refuseOtherTokens(xml, elements)
  const errors: string[] = []
  const parser = new DOMParser({ errorHandler: (level) => errors.push(level) })
  const document = parser.parseFromString(xml, 'text/xml')
  if (errors.length > 0 || !document?.documentElement) throw new XmlError('The document is not well-formed.')
  refuseForeignContent(document)
  return document
}

/** Runs before the DOM parser, which can take minutes for deep nesting or many attributes. */
function refuseOtherTokens(xml: string, maxElements: number): void {
  let [depth, elements] = [0, 0]
  token.lastIndex = declaration.exec(xml)?.[0].length ?? 0
  while (token.lastIndex < xml.length) {
    const groups = token.exec(xml)?.groups
    if (!groups) throw new XmlError('The document holds more than elements, attributes and text.')
    const { markup, text } = groups
    refuseReferences(markup ?? text ?? '')
    if (text !== undefined) refuseText(text, depth)
    if (markup === undefined) continue
    depth += stepOf(markup)
    elements += startsElement(markup)
    if (elements > maxElements || depth > maxDepth) throw new XmlError('There are too many elements, or too deep ones.')
  }
}

const startsElement = (markup: string) => (markup.startsWith('</') ? 0 : 1)

function refuseReferences(part: string): void {
  if (part.replace(reference, '').includes('&'))
    throw new XmlError('The document refers to an entity or holds a bare ampersand.')
}

function refuseText(text: string, depth: number): void {
  if (text.includes(']]>') || (depth === 0 && text.trim() !== ''))
    throw new XmlError('There is text where none may be.')
}

const stepOf = (markup: string) => {
  if (markup.length > maxMarkup) throw new XmlError('A tag is too long.')
  if (markup.endsWith('/>')) return 0
  return markup.startsWith('</') ? -1 : 1
}

/** Checks that need the parsed tree: unknown prefixes, duplicate attributes, invalid characters. */
function refuseForeignContent(parent: Document | Element): void {
  for (const child of Array.from(parent.childNodes)) {
    if (!isElement(child)) refuseCharacters(child.nodeValue)
    else {
      checkNames(child)
      refuseForeignContent(child)
    }
  }
}

function checkNames(element: Element): void {
  const names = new Set<string>()
  if (element.prefix && !element.namespaceURI) throw new XmlError('A prefix has no namespace.')
  for (const attribute of Array.from(element.attributes)) {
    if (attribute.prefix && !attribute.namespaceURI) throw new XmlError('A prefix has no namespace.')
    names.add(`${attribute.namespaceURI ?? ''} ${attribute.localName}`)
    refuseCharacters(attribute.value)
  }
  if (names.size < element.attributes.length) throw new XmlError('An attribute is there twice.')
}

function refuseCharacters(text: string | null): void {
  if (text !== null && notCharacter.test(text)) throw new XmlError('There is a character that XML does not allow.')
}

export const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
  // Line ends of XML 1.1, which the parser turns into line feeds.
  '\u0085': '&#x85;',
  '\u2028': '&#x2028;',
}

/** Escapes text for element content and attribute values; white space survives attribute normalisation. */
export function escapeXml(text: string): string {
  refuseCharacters(text)
  return text.replace(/[&<>"'\t\n\r\u0085\u2028]/g, (character) => escapes[character] ?? character)
}

/** The child elements, optionally of one namespace and local name. */
export const childElements = (parent: Node, namespace?: string, localName?: string): Element[] =>
  Array.from(parent.childNodes).filter(
    (node): node is Element =>
      isElement(node) &&
      (namespace === undefined || node.namespaceURI === namespace) &&
      (localName === undefined || node.localName === localName),
  )

/** The trimmed text of an element that contains only text; undefined for other content, such as a comment. */
export function textOf(element: Element | undefined): string | undefined {
  if (!element) return undefined
  const nodes = Array.from(element.childNodes)
  if (nodes.some((node) => node.nodeType !== node.TEXT_NODE)) return undefined
  return nodes
    .map((node) => node.nodeValue)
    .join('')
    .trim()
}
