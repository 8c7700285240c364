import { Readable } from 'node:stream'
import { constants, inflateRawSync } from 'node:zlib'
import { extensionOf } from '@portal/contract'
import yauzl, { type Entry, type RandomAccessReader } from 'yauzl'
import { type Budget, BudgetExceededError } from '../../../parsing/budget.ts'
import type { SpooledFile } from '../../spool.ts'
import { beginsAsProgram, isRunnable } from '../executables.ts'
import { eicar } from '../look-for.ts'
import { memoryFile } from '../memory-file.ts'

// Limits of the inspection; a file beyond them counts as a zip bomb.
const maxEntries = 5000
const maxUnpacked = 500 * 1024 * 1024
const maxRatio = 200
const minBytesForRatio = 10 * 1024 * 1024
const maxDepth = 3
const nestedBytes = 4 * 1024 * 1024
const headBytes = 4096
/** Largest size to which the first bytes of an entry can unpack. */
const maxUnpackedHead = 8 * 1024 * 1024
/** Steps of inspecting an entry; a stream mark in a PDF costs one step. */
const entrySteps = 50

/** Findings in a zip file; the inspection never unpacks beyond the limits. */
export interface ZipFindings {
  readonly names: Set<string>
  /** Content of the entry `mimetype`, which declares the type of an OpenDocument. */
  mimetype: string
  isBomb: boolean
  isEncrypted: boolean
  hasProgram: boolean
  hasEicar: boolean
  hasMacros: boolean
  /** Refers to an external template or object, runs a command by a field, or contains an object or control. */
  isActive: boolean
}

/** Inspects a zip file; undefined where it is unreadable. */
export async function inspectZipFile(file: SpooledFile, budget: Budget): Promise<ZipFindings | undefined> {
  const findings = noFindings()
  return (await walk({ file, findings, budget, depth: 1 })) ? findings : undefined
}

const noFindings = (): ZipFindings => ({
  names: new Set(),
  mimetype: '',
  isBomb: false,
  isEncrypted: false,
  hasProgram: false,
  hasEicar: false,
  hasMacros: false,
  isActive: false,
})

/** State of the inspection of one zip file and of those nested in it. */
interface Walk {
  readonly file: SpooledFile
  readonly findings: ZipFindings
  readonly budget: Budget
  readonly depth: number
}

async function walk(current: Walk): Promise<boolean> {
  const { file, findings, budget } = current
  try {
    const options = { lazyEntries: true, autoClose: false }
    const zip = await yauzl.fromRandomAccessReaderPromise(zipReader(file), file.size, options)
    const sums = { count: 0, packed: 0, unpacked: 0 }
    for await (const entry of zip.eachEntry()) {
      budget.spendSteps(entrySteps)
      sums.count += 1
      sums.packed += entry.compressedSize
      sums.unpacked += entry.uncompressedSize
      if (isBomb(sums, file.size)) findings.isBomb = true
      if (findings.isBomb) return true
      await inspectEntry(entry, current)
    }
    return true
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error
    return false
  }
}

const isBomb = ({ count, packed, unpacked }: { count: number; packed: number; unpacked: number }, size: number) =>
  count > maxEntries ||
  // Overlapping entries.
  packed > size ||
  unpacked > maxUnpacked ||
  (unpacked > minBytesForRatio && unpacked > size * maxRatio)

async function inspectEntry(entry: Entry, current: Walk): Promise<void> {
  const { fileName } = entry
  const { findings, depth } = current
  if (depth === 1) findings.names.add(fileName)
  if (/(?:^|\/)vbaproject\.bin$/i.test(fileName) || /^(?:Basic|Scripts)\/.+\/.+/.test(fileName))
    findings.hasMacros = true
  if (isActivePart(fileName)) findings.isActive = true
  if (isRunnable(extensionOf(fileName)) && !/^(?:word|xl|ppt)\//.test(fileName)) findings.hasProgram = true
  if (entry.isEncrypted()) findings.isEncrypted = true
  else if (entry.canDecodeFileData() && entry.uncompressedSize > 0) await inspectContent(entry, current)
}

/** Whether the manifest of an OpenDocument says that its parts are encrypted (OpenDocument 1.3, part 2, §4). */
const isEncryptedManifest = (manifest: Buffer | undefined) =>
  /<(?:[\w.-]+:)?encryption-data\b/.test(manifest?.toString() ?? '')

const isNestedZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function inspectContent(entry: Entry, current: Walk): Promise<void> {
  const { findings, depth } = current
  const head = unpackHead(entry, current)
  if (beginsAsProgram(head)) findings.hasProgram = true
  if (head.toString('latin1').includes(eicar)) findings.hasEicar = true
  if (depth === 1 && entry.fileName === 'mimetype') findings.mimetype = head.toString('latin1').trim()
  if (depth === 1 && entry.fileName === 'META-INF/manifest.xml' && isEncryptedManifest(unpackWhole(entry, current)))
    findings.isEncrypted = true
  if (hasActivePart(entry, () => unpackWhole(entry, current))) findings.isActive = true
  if (isNestedZip(head)) await inspectNested(entry, { ...current, depth: depth + 1 })
}

async function inspectNested(entry: Entry, current: Walk): Promise<void> {
  if (current.depth > maxDepth) {
    current.findings.isBomb = true
    return
  }
  const bytes = unpackWhole(entry, current)
  if (bytes) await walk({ ...current, file: memoryFile(bytes) })
}

const localHeader = 0x04034b50
const localHeaderBytes = 30

/** The packed bytes of an entry, at most `maxBytes` (APPNOTE.TXT §4.3.7). */
function packedBytes({ relativeOffsetOfLocalHeader: at, compressedSize }: Entry, file: SpooledFile, maxBytes: number) {
  const header = file.read(at, localHeaderBytes)
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeader) throw new Error('no entry there')
  const start = at + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  return file.read(start, Math.min(compressedSize, maxBytes))
}

function unpackHead(entry: Entry, { file, budget }: Walk): Buffer {
  const packed = packedBytes(entry, file, headBytes)
  if (entry.compressionMethod === 0) return packed
  return inflate(packed, maxUnpackedHead, budget).subarray(0, headBytes)
}

/** Unpacks a whole entry; undefined where its declared size exceeds the limit. */
function unpackWhole(entry: Entry, { file, budget, findings }: Walk): Buffer | undefined {
  if (entry.uncompressedSize > nestedBytes) return undefined
  const packed = packedBytes(entry, file, nestedBytes + headBytes)
  if (entry.compressionMethod === 0) return packed
  try {
    return inflate(packed, nestedBytes, budget)
  } catch (error) {
    // The entry is larger than its declared size.
    if (error instanceof RangeError) findings.isBomb = true
    else throw error
    return undefined
  }
}

/** Unpacks possibly truncated data. Throws a RangeError where it has more than `maxBytes` bytes. */
function inflate(packed: Buffer, maxBytes: number, budget: Budget): Buffer {
  const bytes = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes })
  budget.spendBytes(bytes.length)
  return bytes
}

/** Whether a part is a control or an embedded object of another program. */
const isActivePart = (fileName: string): boolean =>
  /\/activeX\//i.test(fileName) || /\/embeddings\/[^/]*\.bin$/i.test(fileName) || /(?:^|\/)oleObject/i.test(fileName)

const isRelations = (fileName: string) => /\.rels$/i.test(fileName)
const isExternalLink = (fileName: string) => /^xl\/externalLinks\/[^/]*\.xml$/i.test(fileName)
const hasFields = (fileName: string) =>
  /^word\/(?:document|header|footer|footnotes|endnotes|comments)\w*\.xml$/i.test(fileName)

/**
 * Whether a part of an Office document (ECMA-376) acts when the document is opened. `read` unpacks the part; undefined means
 * that it is too large. Relations and links of that size count as active, because no program writes them.
 */
function hasActivePart({ fileName }: Pick<Entry, 'fileName'>, read: () => Buffer | undefined): boolean {
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

class Reader extends yauzl.RandomAccessReader {
  readonly #file: SpooledFile

  constructor(file: SpooledFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.windows(start, end))
  }
}

/** Lets yauzl read a zip file. */
const zipReader = (file: SpooledFile): RandomAccessReader => new Reader(file)
