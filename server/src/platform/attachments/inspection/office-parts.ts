import type { Entry } from 'yauzl'

/** A control, or an object of another program that opens by a click. */
export const isActivePart = (fileName: string): boolean =>
  /\/activeX\//i.test(fileName) || /\/embeddings\/[^/]*\.bin$/i.test(fileName) || /(?:^|\/)oleObject/i.test(fileName)

const isRelations = (fileName: string) => /\.rels$/i.test(fileName)
const isExternalLink = (fileName: string) => /^xl\/externalLinks\/[^/]*\.xml$/i.test(fileName)
const hasFields = (fileName: string) =>
  /^word\/(?:document|header|footer|footnotes|endnotes|comments)\w*\.xml$/i.test(fileName)

/**
 * Whether a part of an Office document (ECMA-376) does something when it is opened. `read` unpacks the part, and returns
 * nothing where it is too large: relations and links that large count as active, since nobody writes such.
 */
export function hasActivePart({ fileName }: Pick<Entry, 'fileName'>, read: () => Buffer | undefined): boolean {
  const check = [
    { is: isRelations, isActive: refersElsewhere, ifTooLarge: true },
    { is: isExternalLink, isActive: (xml: string) => /<(?:[\w.-]+:)?ddeLink\b/.test(xml), ifTooLarge: true },
    { is: hasFields, isActive: runsCommand, ifTooLarge: false },
  ].find(({ is }) => is(fileName))
  if (!check) return false
  const bytes = read()
  return bytes ? check.isActive(decodeXml(bytes)) : check.ifTooLarge
}

/** XML comes in UTF-8 or in UTF-16, with or without its mark (XML 1.0, appendix F). */
function decodeXml(bytes: Buffer): string {
  const start = bytes.readUInt16BE(0)
  if (start === 0xfffe || start === 0x3c00) return new TextDecoder('utf-16le').decode(bytes)
  if (start === 0xfeff || start === 0x003c) return new TextDecoder('utf-16be').decode(bytes)
  return bytes.toString('utf8')
}

/** Relations that fetch when the document opens; a link that somebody clicks is not one. */
const refersElsewhere = (relations: string) =>
  [...relations.matchAll(/<(?:[\w.-]+:)?Relationship\b[^<>]*>/gi)].some(
    ([tag]) =>
      /TargetMode\s*=\s*["']External/i.test(tag) && /\/(?:attachedTemplate|oleObject|frame|subDocument)["']/i.test(tag),
  )

/** A field that runs a command (DDE, DDEAUTO); its instruction may be split over several runs. */
function runsCommand(xml: string): boolean {
  const split = [...xml.matchAll(/<(?:[\w.-]+:)?instrText\b[^<>]*>([^<]*)</g)].map(([, text]) => text).join('')
  const whole = [...xml.matchAll(/<(?:[\w.-]+:)?fldSimple\b[^<>]*\binstr=["']([^"'<>]*)/g)]
    .map(([, text]) => text)
    .join(' ')
  return /\bDDE(?:AUTO)?\b/i.test(`${split} ${whole}`)
}
