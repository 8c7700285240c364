import { DOMParser } from '@xmldom/xmldom'

/** Namespaces of SAML metadata, SAML messages, XML signatures and AgID's own extension. */
export const ns = {
  md: 'urn:oasis:names:tc:SAML:2.0:metadata',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  spid: 'https://spid.gov.it/saml-extensions',
} as const

/** Thrown for what is not the XML that SAML exchanges; the message quotes nothing of the document. */
export class XmlError extends Error {}

const maxDepth = 64
/** Characters of one tag with its attributes. */
const maxMarkup = 16 * 1024
/** Of metadata: those of a provider have a few hundred elements. */
const metadataLimits = { characters: 256 * 1024, elements: 5000 }

const space = '[ \\t\\r\\n]'
const name = '[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]*'
const qualified = `${name}(?::${name})?`
const attribute = `${space}+${qualified}${space}*=${space}*(?:"[^<"]*"|'[^<']*')`
/**
 * XML 1.0 without document types and processing instructions. The parser behind it forgives much (loose text, bare `&`,
 * open CDATA), and what two programs read differently is how signatures are got round.
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
/** What XML 1.0 §2.2 does not know as a character, lone surrogates among it. */
const notCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

export interface XmlLimits {
  readonly characters: number
  readonly elements: number
}

/**
 * Parses a whole document or throws: no document type, no processing instruction, no entity but the five of XML, nothing
 * that the parser only warns of, and not more characters and elements than allowed, which are counted first.
 */
export function parseStrictly(xml: string, { characters, elements }: XmlLimits = metadataLimits): Document {
  if (xml.length > characters) throw new XmlError('The document is too long.')
  refuseOtherTokens(xml, elements)
  const faults: string[] = []
  const parser = new DOMParser({ errorHandler: (level) => faults.push(level) })
  const document = parser.parseFromString(xml, 'text/xml')
  if (faults.length > 0 || !document?.documentElement) throw new XmlError('The document is not well-formed.')
  refuseForeignContent(document)
  return document
}

/** Runs before the parser, which can be busy for minutes with what is nested, or repeats attributes, without end. */
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

/** What only the parsed tree shows: unknown prefixes, doubled attributes, characters. */
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
  const seen = new Set<string>()
  if (element.prefix && !element.namespaceURI) throw new XmlError('A prefix has no namespace.')
  for (const attribute of Array.from(element.attributes)) {
    if (attribute.prefix && !attribute.namespaceURI) throw new XmlError('A prefix has no namespace.')
    seen.add(`${attribute.namespaceURI ?? ''} ${attribute.localName}`)
    refuseCharacters(attribute.value)
  }
  if (seen.size < element.attributes.length) throw new XmlError('An attribute is there twice.')
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
}

/** Text for element content and attribute values alike; white space survives the normalisation of attributes. */
export function escapeXml(text: string): string {
  refuseCharacters(text)
  return text.replace(/[&<>"'\t\n\r]/g, (character) => escapes[character] ?? character)
}

/** The children that are elements; of one namespace and name, where these are given. */
export const childElements = (parent: Node, namespace?: string, localName?: string): Element[] =>
  Array.from(parent.childNodes).filter(
    (node): node is Element =>
      isElement(node) &&
      (namespace === undefined || node.namespaceURI === namespace) &&
      (localName === undefined || node.localName === localName),
  )

/** The text of an element that holds text and nothing else, without white space around; a comment would split it. */
export function textOf(element: Element | undefined): string | undefined {
  if (!element) return undefined
  const nodes = Array.from(element.childNodes)
  if (nodes.some((node) => node.nodeType !== node.TEXT_NODE)) return undefined
  return nodes
    .map((node) => node.nodeValue)
    .join('')
    .trim()
}
