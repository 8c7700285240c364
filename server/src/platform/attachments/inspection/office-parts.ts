import type { Entry } from 'yauzl'

/** Whether a part is a control or an embedded object of another program. */
export const isActivePart = (fileName: string): boolean =>
  /\/activeX\//i.test(fileName) || /\/embeddings\/[^/]*\.bin$/i.test(fileName) || /(?:^|\/)oleObject/i.test(fileName)

const isRelations = (fileName: string) => /\.rels$/i.test(fileName)
const isExternalLink = (fileName: string) => /^xl\/externalLinks\/[^/]*\.xml$/i.test(fileName)
const hasFields = (fileName: string) =>
  /^word\/(?:document|header|footer|footnotes|endnotes|comments)\w*\.xml$/i.test(fileName)

/**
 * Whether a part of an Office document (ECMA-376) acts when the document is opened. `read` unpacks the part; undefined means
 * that it is too large. Relations and links of that size count as active, because no program writes them.
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

/** XML in UTF-8 or UTF-16, with or without a byte order mark (XML 1.0, appendix F). */
function decodeXml(bytes: Buffer): string {
  const start = bytes.readUInt16BE(0)
  if (start === 0xfffe || start === 0x3c00) return new TextDecoder('utf-16le').decode(bytes)
  if (start === 0xfeff || start === 0x003c) return new TextDecoder('utf-16be').decode(bytes)
  return bytes.toString('utf8')
}

/** Whether relations load a resource when the document opens; ordinary links do not count. */
const refersElsewhere = (relations: string) =>
  [...relations.matchAll(/<(?:[\w.-]+:)?Relationship\b[^<>]*>/gi)].some(
    ([tag]) =>
      /TargetMode\s*=\s*["']External/i.test(tag) && /\/(?:attachedTemplate|oleObject|frame|subDocument)["']/i.test(tag),
  )

/** Whether a field runs a command (DDE, DDEAUTO); its instruction may be split over several runs. */
function runsCommand(xml: string): boolean {
  const split = [...xml.matchAll(/<(?:[\w.-]+:)?instrText\b[^<>]*>([^<]*)</g)].map(([, text]) => text).join('')
  const whole = [...xml.matchAll(/<(?:[\w.-]+:)?fldSimple\b[^<>]*\binstr=["']([^"'<>]*)/g)]
    .map(([, text]) => text)
    .join(' ')
  return /\bDDE(?:AUTO)?\b/i.test(`${split} ${whole}`)
}
