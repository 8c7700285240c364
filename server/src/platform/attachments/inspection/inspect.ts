import { type ContentKind, type FileWarning, fileTypes, fileWarnings, type ScanCode } from '@portal/contract'
import { findTraces } from '@portal/contract/file-traces'
import { fileTypeFromBuffer } from 'file-type'
import { type Budget, createBudget } from '../../parsing/budget.ts'
import type { SpooledFile } from '../spool.ts'
import { beginsAsProgram } from './executables.ts'
import { isWholeGif } from './gif.ts'
import { eicar, lookFor, wide } from './look-for.ts'
import { isActivePdf } from './pdf.ts'
import { readText } from './text.ts'
import { inspectZipFile, type ZipFindings } from './zip.ts'

/** Result of an inspection: the code of a refusal, or warnings. */
export type Inspection = { readonly code: ScanCode } | { readonly warnings: readonly FileWarning[] }

const refuse = (code: ScanCode): Inspection => ({ code })
const wrongType = refuse('TIPO_ERROR')
const program = refuse('FILE_ESEGUIBILE')
const accept = (...warnings: (FileWarning | false)[]): Inspection => ({
  warnings: warnings.filter((word) => word !== false),
})
const { macros, activeContent, place, author } = fileWarnings

const headBytes = 64 * 1024
const startsWith = (head: Buffer, text: string) => head.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))

/** Bytes and steps for the parsers of one file (`pdf.ts`, `zip.ts`); a document of 20 MB needs a tenth of them. */
const budgetOfFile = { bytes: 256 * 1024 * 1024, steps: 1_000_000 }

/** A file under inspection. */
interface Subject {
  readonly file: SpooledFile
  readonly head: Buffer
  readonly content: ContentKind
  readonly budget: Budget
}
type Inspector = (subject: Subject) => Inspection | Promise<Inspection>

/**
 * Inspects the content of a file with an accepted extension, cheapest check first: programs, the content that the extension
 * requires, and hidden content. Throws `BudgetExceededError` where it takes too much.
 */
export async function inspect(file: SpooledFile, extension: string): Promise<Inspection> {
  const content = fileTypes[extension]?.content
  if (!content) return refuse('ESTENSIONE_ERROR')
  const head = file.read(0, headBytes)
  if (beginsAsProgram(head)) return program
  const inspection = await inspectorOf(content)({ file, head, content, budget: createBudget(budgetOfFile) })
  if ('code' in inspection) return inspection
  if (lookFor(file, [eicar]).size > 0) return refuse('VIRUS_FOUND')
  const { hasPlace, hasAuthor } = findTraces(file.read(0, file.size), extension)
  return accept(...inspection.warnings, hasPlace && place, hasAuthor && author)
}

// biome-ignore format: a table
const inspectors: Partial<Record<ContentKind, Inspector>> = {
  word: inspectZip, excel: inspectZip, slides: inspectZip, odt: inspectZip, ods: inspectZip, odp: inspectZip, zip: inspectZip,
  oldWord: inspectOle, oldExcel: inspectOle, oldSlides: inspectOle, outlook: inspectOle,
  text: inspectText, html: inspectText, mail: inspectText,
  pdf: inspectPdf, rtf: inspectRtf,
}
const inspectorOf = (content: ContentKind): Inspector => inspectors[content] ?? inspectMedia

/** Types of the file-type package for each kind of content that is recognised by its first bytes alone. */
// biome-ignore format: a table
const signatures: Partial<Record<ContentKind, readonly string[]>> = {
  jpeg: ['jpg'], png: ['png', 'apng'], gif: ['gif'], webp: ['webp'], bmp: ['bmp'], tiff: ['tif'], heif: ['heic', 'heif', 'avif'],
  mp3: ['mp3', 'mp2', 'mp1'], mp4: ['mp4', 'm4a', 'm4v', 'm4b', 'm4p', 'mov', '3gp', '3g2', 'f4v', 'f4a'], aac: ['aac'],
  wav: ['wav'], ogg: ['ogg', 'oga', 'opus', 'ogv', 'ogx', 'spx'], flac: ['flac'], amr: ['amr'],
  matroska: ['webm', 'mkv'], avi: ['avi'], mpeg: ['mpg', 'mpeg'],
  '7z': ['7z'], rar: ['rar'], tar: ['tar'], gzip: ['gz', 'tar.gz', 'tgz'],
}

/** Markers of a file that is also valid as another format. */
// Long enough not to occur by chance in 20 MB of a photograph or film.
const otherLanguages = ['<script', '<?php ', '<?php\n', '<?php\r', '<!doctype html', '<html>', '<html ', '<svg xmlns']

async function inspectMedia({ file, head, content }: Subject): Promise<Inspection> {
  const fileType = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!fileType || !signatures[content]?.includes(fileType.ext)) return wrongType
  if (content === 'gif' && !isWholeGif(file)) return wrongType
  if (content === 'bmp' && !hasBitmapHeader(head)) return wrongType
  const isArchive = ['7z', 'rar', 'tar', 'gzip'].includes(content)
  if (!isArchive && (lookFor(file, otherLanguages).size > 0 || endsAsZip(file))) return wrongType
  return accept()
}

const bitmapHeaders = [12, 16, 40, 52, 56, 64, 108, 124]
const hasBitmapHeader = (head: Buffer) =>
  head.length > 18 && head.readUInt32LE(6) === 0 && bitmapHeaders.includes(head.readUInt32LE(14))

const endBytes = 22
const longestComment = 0xffff
const endOfZip = Buffer.from('PK\x05\x06', 'latin1')
const entryOfZip = Buffer.from('PK\x01\x02', 'latin1')

/** Whether a zip file is appended: its end record, preceded by the directory that the record points to. */
function endsAsZip(file: SpooledFile): boolean {
  const start = Math.max(0, file.size - endBytes - longestComment)
  const tail = file.read(start, file.size - start)
  const at = tail.lastIndexOf(endOfZip)
  if (at < 0 || at + endBytes > tail.length) return false
  const directory = start + at - tail.readUInt32LE(at + 12)
  return directory >= 0 && file.read(directory, 4).equals(entryOfZip)
}

function inspectPdf({ file, head, budget }: Subject): Inspection {
  if (!/^(?:\xef\xbb\xbf)?\s{0,16}%PDF-\d/.test(head.toString('latin1', 0, 64))) return wrongType
  if (endsAsZip(file) || lookFor(file, otherLanguages).size > 0) return wrongType
  return accept(isActivePdf(file, budget) && activeContent)
}

/** Control words of objects, also split ones (`\\obj{}data`), of remote templates, and of fields that run a command. */
const rtfObjects = ['\\obj', '\\*\\template http', 'ddeauto']

function inspectRtf({ file, head }: Subject): Inspection {
  if (!startsWith(head, '{\\rtf')) return wrongType
  return accept(lookFor(file, rtfObjects).size > 0 && activeContent)
}

function inspectText({ file, content }: Subject): Inspection {
  const text = readText(file)
  if (!text) return wrongType
  if (content === 'html') {
    if (!text.isMarkup) return wrongType
    return accept(lookFor(file, ['<script', 'javascript:', ' onload=', ' onerror=']).size > 0 && activeContent)
  }
  if (content === 'mail') return text.isMail ? accept() : wrongType
  if (text.isScript) return program
  return text.isMarkup ? wrongType : accept(text.hasFormula && activeContent)
}

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

function inspectOle({ file, head, content }: Subject): Inspection {
  if (!startsWith(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return wrongType
  const own = (streams[content] ?? []).map(wide)
  const words = lookFor(file, [...own, installerClass, encryptedPackage, macroProject, packagedObject])
  if (words.has(installerClass)) return program
  // Encrypted content cannot be inspected.
  if (words.has(encryptedPackage) || !own.some((stream) => words.has(stream)) || endsAsZip(file)) return wrongType
  return accept(words.has(macroProject) && macros, words.has(packagedObject) && activeContent)
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

async function inspectZip({ file, head, content, budget }: Subject): Promise<Inspection> {
  const isZip = startsWith(head, 'PK\x03\x04') || (content === 'zip' && startsWith(head, 'PK\x05\x06'))
  const zip = isZip ? await inspectZipFile(file, budget) : undefined
  if (!zip) return wrongType
  if (zip.hasEicar || zip.isBomb) return refuse('VIRUS_FOUND')
  if (zip.hasProgram || packages.some((name) => zip.names.has(name))) return program
  if (zip.isEncrypted || !documents[content]?.(zip)) return wrongType
  return accept(zip.hasMacros && macros, zip.isActive && activeContent)
}
