import { constants, inflateRawSync } from 'node:zlib'
import { extensionOf } from '@portal/contract'
import yauzl, { type Entry } from 'yauzl'
import { type Budget, BudgetExceededError } from '../../parsing/budget.ts'
import type { SpooledFile } from '../spool.ts'
import { beginsAsProgram, isRunnable } from './executables.ts'
import { eicar } from './look-for.ts'
import { hasActivePart, isActivePart } from './office-parts.ts'
import { bufferFile, zipReader } from './zip-reader.ts'

// Bounds of what is looked at; what goes beyond is a bomb until somebody shows that it is not.
const mostEntries = 5000
const mostUnpacked = 500 * 1024 * 1024
const mostRatio = 200
const ratioCounts = 10 * 1024 * 1024
const deepest = 3
const nestedBytes = 4 * 1024 * 1024
const headBytes = 4096
/** What a few thousand bytes can unpack to at most. */
const mostOfHead = 8 * 1024 * 1024
/** A look at an entry costs as much as this many marks in a PDF. */
const lookSteps = 50

/** What a look into a zip file shows; it is never unpacked beyond these bounds. */
export interface ZipFindings {
  readonly names: Set<string>
  /** Content of the entry `mimetype`, by which OpenDocument tells what it is. */
  mimetype: string
  isBomb: boolean
  isEncrypted: boolean
  hasProgram: boolean
  hasEicar: boolean
  hasMacros: boolean
  /** Refers to a template or object elsewhere, runs a command by a field, or holds an object or control. */
  isActive: boolean
}

/** Looks into a zip file; undefined where it is none that can be read. */
export async function lookIntoZip(file: SpooledFile, budget: Budget): Promise<ZipFindings | undefined> {
  const findings = noFindings()
  return (await walk({ file, findings, budget, depth: 1 })) ? findings : undefined
}

const noFindings = (): ZipFindings => ({
  names: new Set(),
  mimetype: '',
  ...{ isBomb: false, isEncrypted: false, hasProgram: false },
  ...{ hasEicar: false, hasMacros: false, isActive: false },
})

/** A walk through one zip file, and through those inside it. */
interface Walk {
  readonly file: SpooledFile
  readonly findings: ZipFindings
  readonly budget: Budget
  readonly depth: number
}

async function walk(way: Walk): Promise<boolean> {
  const { file, findings, budget } = way
  try {
    const options = { lazyEntries: true, autoClose: false }
    const zip = await yauzl.fromRandomAccessReaderPromise(zipReader(file), file.size, options)
    const sums = { count: 0, packed: 0, unpacked: 0 }
    for await (const entry of zip.eachEntry()) {
      budget.spendSteps(lookSteps)
      sums.count += 1
      sums.packed += entry.compressedSize
      sums.unpacked += entry.uncompressedSize
      if (isBomb(sums, file.size)) findings.isBomb = true
      if (findings.isBomb) return true
      await lookAt(entry, way)
    }
    return true
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error
    return false
  }
}

const isBomb = ({ count, packed, unpacked }: { count: number; packed: number; unpacked: number }, size: number) =>
  count > mostEntries ||
  // Entries that lie over one another.
  packed > size ||
  unpacked > mostUnpacked ||
  (unpacked > ratioCounts && unpacked > size * mostRatio)

async function lookAt(entry: Entry, way: Walk): Promise<void> {
  const { fileName } = entry
  const { findings, depth } = way
  if (depth === 1) findings.names.add(fileName)
  if (/(?:^|\/)vbaproject\.bin$/i.test(fileName) || /^(?:Basic|Scripts)\/.+\/.+/.test(fileName))
    findings.hasMacros = true
  if (isActivePart(fileName)) findings.isActive = true
  if (isRunnable(extensionOf(fileName)) && !/^(?:word|xl|ppt)\//.test(fileName)) findings.hasProgram = true
  if (entry.isEncrypted()) findings.isEncrypted = true
  else if (entry.canDecodeFileData() && entry.uncompressedSize > 0) await lookInside(entry, way)
}

const isNestedZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function lookInside(entry: Entry, way: Walk): Promise<void> {
  const { findings, depth } = way
  const head = unpackHead(entry, way)
  if (beginsAsProgram(head)) findings.hasProgram = true
  if (head.toString('latin1').includes(eicar)) findings.hasEicar = true
  if (depth === 1 && entry.fileName === 'mimetype') findings.mimetype = head.toString('latin1').trim()
  if (hasActivePart(entry, () => unpackWhole(entry, way))) findings.isActive = true
  if (isNestedZip(head)) await lookIntoNested(entry, { ...way, depth: depth + 1 })
}

async function lookIntoNested(entry: Entry, way: Walk): Promise<void> {
  if (way.depth > deepest) {
    way.findings.isBomb = true
    return
  }
  const bytes = unpackWhole(entry, way)
  if (bytes) await walk({ ...way, file: bufferFile(bytes) })
}

const localHeader = 0x04034b50
const localHeaderBytes = 30

/** The packed bytes of an entry, `most` of them at most (APPNOTE.TXT §4.3.7). */
function packedBytes({ relativeOffsetOfLocalHeader: at, compressedSize }: Entry, file: SpooledFile, most: number) {
  const header = file.read(at, localHeaderBytes)
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeader) throw new Error('no entry there')
  const start = at + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  return file.read(start, Math.min(compressedSize, most))
}

function unpackHead(entry: Entry, { file, budget }: Walk): Buffer {
  const packed = packedBytes(entry, file, headBytes)
  if (entry.compressionMethod === 0) return packed
  return inflate(packed, mostOfHead, budget).subarray(0, headBytes)
}

/** The whole of an entry; undefined where it says that it is larger than what is looked at. */
function unpackWhole(entry: Entry, { file, budget, findings }: Walk): Buffer | undefined {
  if (entry.uncompressedSize > nestedBytes) return undefined
  const packed = packedBytes(entry, file, nestedBytes + headBytes)
  if (entry.compressionMethod === 0) return packed
  try {
    return inflate(packed, nestedBytes, budget)
  } catch (error) {
    // It says less than it is.
    if (error instanceof RangeError) findings.isBomb = true
    else throw error
    return undefined
  }
}

/** Unpacks what may be cut off. Throws a RangeError where there is more than `most`. */
function inflate(packed: Buffer, most: number, budget: Budget): Buffer {
  const bytes = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
  budget.spendBytes(bytes.length)
  return bytes
}
