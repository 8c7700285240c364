import { type UnzipFileInfo, unzipSync, type Zippable, zipSync } from 'fflate'
import { mediaTraces } from './media.ts'
import { isPng, mendPng, pngTraces } from './png.ts'
import { blank, type Trace, textOf } from './trace.ts'
import { officeNames, peopleNames, type XmlNames, xmlTraces } from './xml.ts'

/** Bytes of the parts that are looked into, all together. */
const mostUnpacked = 64 * 1024 * 1024

/** Parts of OOXML and OpenDocument packages that name people, and pictures, which keep what the camera wrote. */
// biome-ignore format: a table
const parts: readonly (readonly [RegExp, XmlNames | 'media'])[] = [
  [/^docProps\/(?:core|app)\.xml$|^meta\.xml$|^content\.xml$|^settings\.xml$/,                   officeNames],
  [/^word\/(?:document\d*|comments\w*|footnotes|endnotes|header\d*|footer\d*)\.xml$|^xl\/comments\d*\.xml$/, officeNames],
  [/^word\/people\.xml$|^xl\/persons\/.*\.xml$|^ppt\/(?:commentAuthors|authors)\.xml$/,          peopleNames],
  [/\.(?:jpe?g|png|tiff?|webp|heic|mp4|mov)$/i,                                                  'media'],
]
const readerOf = (name: string) => parts.find(([pattern]) => pattern.test(name))?.[1]
const signatures = /^_xmlsignatures\/|^META-INF\/documentsignatures\.xml$/

export interface PackageTraces {
  readonly traces: readonly Trace[]
  /** Signed: a change would end the signature. */
  readonly isSealed: boolean
}

/** The traces of a picture of any kind. */
export const pictureTraces = (bytes: Uint8Array): Trace[] => [
  ...mediaTraces(bytes),
  ...(isPng(bytes) ? pngTraces(bytes) : []),
]

/** Overwrites the traces of a picture. */
export function blankPicture(bytes: Uint8Array, traces: readonly Trace[]): void {
  blank(bytes, traces)
  if (traces.length > 0 && isPng(bytes)) mendPng(bytes)
}

function partTraces(name: string, bytes: Uint8Array): Trace[] {
  const reader = readerOf(name)
  if (!reader) return []
  return reader === 'media' ? pictureTraces(bytes) : xmlTraces(textOf(bytes), reader)
}

/** The traces in the parts of a document that is a zip file. Throws for what is no zip file. */
export function packageTraces(bytes: Uint8Array): PackageTraces {
  let isSealed = false
  let left = mostUnpacked
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    isSealed ||= signatures.test(name)
    if (!readerOf(name) || originalSize > left) return false
    left -= originalSize
    return true
  }
  const files = unzipSync(bytes, { filter })
  return { traces: Object.entries(files).flatMap(([name, part]) => partTraces(name, part)), isSealed }
}

/** The same document without them. What is packed already, as pictures are, is not packed again. */
export function blankPackage(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes)
  const blanked: Zippable = {}
  for (const [name, part] of Object.entries(files)) {
    blankPicture(part, partTraces(name, part))
    const isText = /\.(?:xml|rels|rdf)$/.test(name)
    // The first day that a zip file can say: when each part was written is nobody's business either.
    blanked[name] = [part, { level: isText ? 6 : 0, mtime: '1980-01-01' }]
  }
  return zipSync(blanked)
}
