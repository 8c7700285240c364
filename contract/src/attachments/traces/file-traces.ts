import { type ContentKind, fileTypeOf } from '../file-types.ts'
import { summaryTraces } from './old-office.ts'
import { blankPackage, blankPicture, packageTraces, pictureTraces } from './packages.ts'
import { blankPdf, pdfTraces } from './pdf.ts'
import { createScan, mark } from './scan.ts'
import { blank, space, type Trace, textOf } from './trace.ts'

/** What a file says beside its content. */
export interface FileTraces {
  /** Where it was made: the coordinates of a photo. */
  readonly hasPlace: boolean
  /** Who made it. */
  readonly hasAuthor: boolean
  /** Whether `withoutTraces` can remove them. */
  readonly canRemove: boolean
}

interface Findings {
  readonly traces: readonly Trace[]
  /** Nothing can be removed, since it would spoil the file. */
  readonly isSealed?: boolean
}

/** A reader of one kind of file: finds its traces; a copy without them, undefined where they cannot be removed. */
interface Reader {
  readonly find: (bytes: Uint8Array) => Findings
  readonly remove: (copy: Uint8Array) => Uint8Array | undefined
}

const picture: Reader = {
  find: (bytes) => ({ traces: pictureTraces(bytes) }),
  remove(copy) {
    blankPicture(copy, pictureTraces(copy))
    return copy
  },
}

const pdf: Reader = {
  find(bytes) {
    const { traces, packed, isSealed } = pdfTraces(bytes)
    return { traces: [...traces, ...packed.flatMap((stream) => stream.traces)], isSealed }
  },
  remove: (copy) => (blankPdf(copy, pdfTraces(copy)) ? copy : undefined),
}

const officePackage: Reader = { find: packageTraces, remove: blankPackage }

/** Files of this kind name people in many places, of which few are documented. */
const oldOffice: Reader = {
  find: (bytes) => ({ traces: summaryTraces(bytes), isSealed: true }),
  remove: () => undefined,
}

const mostName = 1000
const rtfTraces = createScan<Trace>(
  ['{\\author ', '{\\operator ', '{\\manager ', '{\\company '].map((word) =>
    mark(word, (bytes, at) => {
      const start = at + word.length
      const [name = ''] = /^[^{}]*/.exec(textOf(bytes.subarray(start, start + mostName))) ?? []
      return name.trim() ? [{ kind: 'author', start, end: start + name.length, fill: space }] : []
    }),
  ),
)
const rtf: Reader = {
  find: (bytes) => ({ traces: rtfTraces(bytes) }),
  remove(copy) {
    blank(copy, rtfTraces(copy))
    return copy
  },
}

// Recordings, archives, mails and texts are not looked into.
// biome-ignore format: a table
const readers: Partial<Record<ContentKind, Reader>> = {
  jpeg: picture, png: picture, webp: picture, tiff: picture, heif: picture, avif: picture, gif: picture, mp4: picture,
  pdf, rtf,
  word: officePackage, excel: officePackage, slides: officePackage, odt: officePackage, ods: officePackage, odp: officePackage,
  oldWord: oldOffice, oldExcel: oldOffice, oldSlides: oldOffice,
}
const readerOf = (extension: string) => {
  const content = fileTypeOf(extension)?.content
  return content && readers[content]
}

/** The place and the author that a file of this extension carries; a file that cannot be read carries none. */
export function findTraces(bytes: Uint8Array, extension: string): FileTraces {
  const { traces, isSealed = false } = findingsOf(bytes, extension)
  return {
    hasPlace: traces.some(({ kind }) => kind === 'place'),
    hasAuthor: traces.some(({ kind }) => kind === 'author'),
    canRemove: !isSealed,
  }
}

function findingsOf(bytes: Uint8Array, extension: string): Findings {
  try {
    return readerOf(extension)?.find(bytes) ?? { traces: [] }
  } catch {
    // What is no file of its kind is refused by the inspection.
    return { traces: [] }
  }
}

/** A copy of the file without place and author, which shows the same; undefined where they cannot be removed. */
export function withoutTraces(bytes: Uint8Array, extension: string): Uint8Array | undefined {
  try {
    if (findingsOf(bytes, extension).isSealed) return undefined
    const copy = readerOf(extension)?.remove(new Uint8Array(bytes))
    if (!copy) return undefined
    const { hasPlace, hasAuthor } = findTraces(copy, extension)
    return hasPlace || hasAuthor ? undefined : copy
  } catch {
    return undefined
  }
}
