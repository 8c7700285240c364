import type { Readable } from 'node:stream'
import { extensionOf } from '@portal/contract'
import yauzl, { type Entry, type RandomAccessReader, type ZipFile } from 'yauzl'
import type { Spool } from '../spool.ts'
import { beginsAsProgram, isRunnable } from './executables.ts'
import { eicar } from './look-for.ts'
import { spoolReader } from './spool-reader.ts'

// Bounds of what is looked at; what goes beyond is a bomb until somebody shows that it is not.
const mostEntries = 5000
const mostUnpacked = 500 * 1024 * 1024
const mostRatio = 200
const ratioCounts = 10 * 1024 * 1024
const deepest = 3
const nestedBytes = 4 * 1024 * 1024
const headBytes = 4096
/** For all that lies within one another together. */
const patienceMs = 20_000
const mostLooks = 20_000

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
  /** Refers to a template or object elsewhere, or holds an ActiveX control. */
  isActive: boolean
}

/** Looks into a zip file; undefined where it is none that can be read. */
export async function lookIntoZip(file: Spool): Promise<ZipFindings | undefined> {
  const findings = nothing()
  const budget = { looks: mostLooks, until: performance.now() + patienceMs }
  return (await walk(spoolReader(file), file.size, { findings, budget, depth: 1 })) ? findings : undefined
}

const nothing = (): ZipFindings => ({
  names: new Set(),
  mimetype: '',
  ...{ isBomb: false, isEncrypted: false, hasProgram: false },
  ...{ hasEicar: false, hasMacros: false, isActive: false },
})

/** A walk through one zip file, and through those inside it. */
interface Walk {
  readonly findings: ZipFindings
  /** Looks that are left, and until when. */
  readonly budget: { looks: number; readonly until: number }
  readonly depth: number
}

async function walk(reader: RandomAccessReader, size: number, way: Walk): Promise<boolean> {
  const { findings, budget } = way
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, size, { lazyEntries: true, autoClose: false })
    const sums = { count: 0, packed: 0, unpacked: 0 }
    for await (const entry of zip.eachEntry()) {
      sums.count += 1
      sums.packed += entry.compressedSize
      sums.unpacked += entry.uncompressedSize
      budget.looks -= 1
      if (isBomb(sums, size) || budget.looks < 0 || performance.now() > budget.until) findings.isBomb = true
      if (findings.isBomb) return true
      await lookAt(zip, entry, way)
    }
    return true
  } catch {
    return false
  }
}

const isBomb = ({ count, packed, unpacked }: { count: number; packed: number; unpacked: number }, size: number) =>
  count > mostEntries ||
  // Entries that lie over one another.
  packed > size ||
  unpacked > mostUnpacked ||
  (unpacked > ratioCounts && unpacked > size * mostRatio)

async function lookAt(zip: ZipFile, entry: Entry, way: Walk): Promise<void> {
  const { fileName } = entry
  const { findings, depth } = way
  if (depth === 1) findings.names.add(fileName)
  if (/(?:^|\/)vbaproject\.bin$/i.test(fileName) || /^(?:Basic|Scripts)\/.+\/.+/.test(fileName))
    findings.hasMacros = true
  if (/\/activeX\//i.test(fileName)) findings.isActive = true
  if (isRunnable(extensionOf(fileName)) && !/^(?:word|xl|ppt)\//.test(fileName)) findings.hasProgram = true
  if (entry.isEncrypted()) findings.isEncrypted = true
  else if (entry.canDecodeFileData() && entry.uncompressedSize > 0) await lookInside(zip, entry, way)
}

const isRelations = ({ fileName }: Entry) => fileName.endsWith('.rels')
const isNestedZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function lookInside(zip: ZipFile, entry: Entry, way: Walk): Promise<void> {
  const { findings, depth } = way
  const head = await readSome(await zip.openReadStreamPromise(entry), isRelations(entry) ? 16 * headBytes : headBytes)
  if (beginsAsProgram(head)) findings.hasProgram = true
  if (head.toString('latin1').includes(eicar)) findings.hasEicar = true
  if (depth === 1 && entry.fileName === 'mimetype') findings.mimetype = head.toString('latin1').trim()
  if (isRelations(entry) && refersElsewhere(head.toString('utf8'))) findings.isActive = true
  if (isNestedZip(head)) await lookIntoNested(zip, entry, { ...way, depth: depth + 1 })
}

/** Relations of Office that fetch when the document opens; a link that somebody clicks is not one. */
const refersElsewhere = (relations: string) =>
  [...relations.matchAll(/<Relationship\b[^<>]*>/gi)].some(
    ([tag]) =>
      /TargetMode\s*=\s*["']External/i.test(tag) && /\/(?:attachedTemplate|oleObject|frame|subDocument)["']/i.test(tag),
  )

async function lookIntoNested(zip: ZipFile, entry: Entry, way: Walk): Promise<void> {
  if (way.depth > deepest) {
    way.findings.isBomb = true
    return
  }
  if (entry.uncompressedSize > nestedBytes) return
  const bytes = await readSome(await zip.openReadStreamPromise(entry), nestedBytes)
  await walk(spoolReader(bytes), bytes.length, way)
}

/** The first bytes of a stream, which is then given up. */
async function readSome(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}
