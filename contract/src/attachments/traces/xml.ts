import { space, type Trace, type TraceKind } from './trace.ts'

/** Names of elements and attributes, without their prefix, that say who or where. */
export type XmlNames = (name: string) => TraceKind | undefined

const named = (kinds: Readonly<Partial<Record<TraceKind, readonly string[]>>>): XmlNames => {
  const kindOf = new Map(
    Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind as TraceKind])),
  )
  return (name) => kindOf.get(name) ?? (name.startsWith('GPS') ? 'place' : undefined)
}

/** XMP (ISO 16684-1), with the schemas of Dublin Core, Exif, Photoshop and IPTC. */
// biome-ignore format: a table
export const xmpNames = named({
  place:  ['City', 'State', 'Country', 'CountryCode', 'CountryName', 'Location', 'LocationCreated', 'LocationShown', 'ProvinceState', 'Sublocation'],
  author: ['creator', 'Artist', 'Author', 'AuthorsPosition', 'CameraOwnerName', 'CaptionWriter', 'CreatorContactInfo', 'Credit', 'Owner', 'OwnerName', 'rights'],
  device: ['BodySerialNumber', 'LensSerialNumber', 'SerialNumber'],
})

/** Office documents: OOXML (ISO/IEC 29500) and OpenDocument (ISO/IEC 26300), with their comments and tracked changes. */
// biome-ignore format: a table
export const officeNames = named({
  author: ['creator', 'lastModifiedBy', 'Manager', 'Company', 'author', 'initials', 'initial-creator', 'printed-by', 'creator-initials'],
})

/** The lists of people in OOXML: who wrote comments. */
export const peopleNames = named({ author: ['author', 'displayName', 'initials', 'name', 'userId'] })

/** Tags with the text after them; an attribute with its value. */
const tags = /<(\/?)([\w:.-]+)([^<>]*)>([^<]*)/g
const attributes = /([\w:.-]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/g
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The element whose texts are traces, and how many of its name are open. */
interface OpenElement {
  readonly name: string
  readonly kind: TraceKind
  depth: number
}

/** The texts in elements and attributes of these names, in a text of XML whose first character is at `start`. */
export function xmlTraces(text: string, kindOf: XmlNames, start = 0): Trace[] {
  const traces: Trace[] = []
  let open: OpenElement | undefined
  for (const { 0: all, 1: slash = '', 2: name = '', 3: rest = '', 4: content = '', index } of text.matchAll(tags)) {
    const at = start + index
    traces.push(...attributeTraces(rest, kindOf, at + 1 + slash.length + name.length))
    open = nextOpen(open, { name, isEnd: slash !== '', isEmpty: rest.endsWith('/') }, kindOf)
    if (open) traces.push(...textTraces(open.kind, at + all.length - content.length, content))
  }
  return traces
}

const textTraces = (kind: TraceKind, start: number, text: string): Trace[] =>
  text.trim() ? [{ kind, start, end: start + text.length, fill: space }] : []

function attributeTraces(tag: string, kindOf: XmlNames, start: number): Trace[] {
  return [...tag.matchAll(attributes)].flatMap(({ 1: name = '', 2: equals = '', 3: first, 4: second = '', index }) => {
    const kind = kindOf(localName(name))
    return kind ? textTraces(kind, start + index + name.length + equals.length + 1, first ?? second) : []
  })
}

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly isEmpty: boolean
}

function nextOpen(open: OpenElement | undefined, { name, isEnd, isEmpty }: Tag, kindOf: XmlNames) {
  if (isEmpty) return open
  if (open) {
    if (open.name === name) open.depth += isEnd ? -1 : 1
    return open.depth === 0 ? undefined : open
  }
  const kind = kindOf(localName(name))
  return kind && !isEnd ? { name, kind, depth: 1 } : undefined
}
