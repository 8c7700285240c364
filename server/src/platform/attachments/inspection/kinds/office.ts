import type { ContentKind } from '@portal/contract'
import CFB from 'cfb'
import type { SpooledFile } from '../../spool.ts'
import { lookFor, wide } from '../look-for.ts'
import {
  accept,
  activeContent,
  type Inspector,
  macros,
  needsPassword,
  program,
  refuse,
  startsWith,
  wrongType,
} from '../result.ts'
import { endsAsZip } from './media.ts'
import { inspectZipFile, type ZipFindings } from './zip.ts'

/** Streams that a compound file must have for its extension. */
// biome-ignore format: a table
const streams: Partial<Record<ContentKind, readonly string[]>> = {
  oldWord:   ['WordDocument'],
  oldExcel:  ['Workbook', 'Book'],
  oldSlides: ['PowerPoint Document'],
  outlook:   ['__properties_version1.0'],
}
const installerClass = Buffer.from('84100c0000000000c000000000000046', 'hex').toString('latin1')
const encryptedPackage = wide('EncryptedPackage')
const macroProject = wide('_VBA_PROJECT')
const packagedObject = wide('\u0001Ole10Native')

const isCompound = (head: Buffer) => startsWith(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')

/** The kind of a compound file; undefined for other files. */
export function contentOfCompound(file: SpooledFile, head: Buffer): ContentKind | undefined {
  if (!isCompound(head)) return undefined
  const kinds = Object.keys(streams) as ContentKind[] // the keys of the table above
  return kinds.find((kind) => hasStream(file, kind))
}
const hasStream = (file: SpooledFile, kind: ContentKind) => lookFor(file, (streams[kind] ?? []).map(wide)).size > 0

export const inspectOle: Inspector = ({ file, head, content }) => {
  if (!isCompound(head)) return wrongType
  const words = lookFor(file, [installerClass, encryptedPackage, macroProject, packagedObject])
  if (words.has(installerClass)) return program
  // Encrypted content cannot be inspected.
  if (words.has(encryptedPackage)) return needsPassword
  if (!hasStream(file, content) || endsAsZip(file)) return wrongType
  if (isEncryptedDocument(file)) return needsPassword
  return accept(words.has(macroProject) && macros, words.has(packagedObject) && activeContent)
}

/** Whether a document of Word, Excel or PowerPoint before 2007 is encrypted ([MS-DOC], [MS-XLS], [MS-PPT]). */
function isEncryptedDocument(file: SpooledFile): boolean {
  const streamOf = openCompound(file)
  // FibBase: bit 8 of the flags.
  const word = streamOf('WordDocument')
  if (word && word.length > 12) return (word.readUInt16LE(10) & 0x0100) !== 0
  const workbook = streamOf('Workbook') ?? streamOf('Book')
  if (workbook) return hasFilePass(workbook)
  // CurrentUserAtom: its token.
  const user = streamOf('Current User')
  return user !== undefined && user.length >= 16 && user.readUInt32LE(12) === 0xf3d1c4df
}

function openCompound(file: SpooledFile): (name: string) => Buffer | undefined {
  try {
    const compound = CFB.read(file.read(0, file.size), { type: 'buffer' })
    return (name) => {
      const content = CFB.find(compound, `Root Entry/${name}`)?.content
      return content && Buffer.from(content)
    }
  } catch {
    return () => undefined
  }
}

/** Records before which the record of a password must come: it follows that of the beginning, or one that protects. */
const mostRecords = 8
const filePass = 0x2f

function hasFilePass(workbook: Buffer): boolean {
  let at = 0
  for (let count = 0; count < mostRecords && at + 4 <= workbook.length; count += 1) {
    if (workbook.readUInt16LE(at) === filePass) return true
    at += 4 + workbook.readUInt16LE(at + 2)
  }
  return false
}

const openDocument = 'application/vnd.oasis.opendocument'
/** Whether a zip file is the document that its extension says. */
// biome-ignore format: a table
const documents: Partial<Record<ContentKind, (zip: ZipFindings) => boolean>> = {
  word:   ({ names }) => names.has('[Content_Types].xml') && has(names, /^word\/document\d*\.xml$/),
  excel:  ({ names }) => names.has('[Content_Types].xml') && has(names, /^xl\/workbook\d*\.(?:xml|bin)$/),
  slides: ({ names }) => names.has('[Content_Types].xml') && has(names, /^ppt\/presentation\d*\.xml$/),
  odt:    ({ mimetype }) => mimetype.startsWith(`${openDocument}.text`),
  ods:    ({ mimetype }) => mimetype.startsWith(`${openDocument}.spreadsheet`),
  odp:    ({ mimetype }) => mimetype.startsWith(`${openDocument}.presentation`),
  zip:    () => true,
}
const has = (names: ReadonlySet<string>, pattern: RegExp) => [...names].some((name) => pattern.test(name))
const packages = ['META-INF/MANIFEST.MF', 'AndroidManifest.xml', 'classes.dex', 'AppxManifest.xml']

export const inspectZip: Inspector = async ({ file, head, content, budget }) => {
  // Office encrypts a document within a compound file.
  if (isCompound(head) && lookFor(file, [encryptedPackage]).size > 0) return needsPassword
  const isZip = startsWith(head, 'PK\x03\x04') || (content === 'zip' && startsWith(head, 'PK\x05\x06'))
  const zip = isZip ? await inspectZipFile(file, budget) : undefined
  return zip ? judgeZip(zip, content) : wrongType
}

function judgeZip(zip: ZipFindings, content: ContentKind) {
  if (zip.hasEicar || zip.isBomb) return refuse('VIRUS_FOUND')
  if (zip.hasProgram || packages.some((name) => zip.names.has(name))) return program
  if (zip.isEncrypted) return needsPassword
  if (!documents[content]?.(zip)) return wrongType
  return accept(zip.hasMacros && macros, zip.isActive && activeContent)
}
