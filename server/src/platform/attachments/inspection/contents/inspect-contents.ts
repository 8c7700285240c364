import {
  type ContentKind,
  extensionOf,
  type FileWarning,
  fileTypeOf,
  takesContent,
  typeExtensionOf,
} from '@portal/contract'
import type { Budget } from '../../../parsing/budget.ts'
import { cleanFileName } from '../../file-name.ts'
import { beginsAsProgram, isRunnable } from '../executables.ts'
import { readText } from '../kinds/text.ts'
import { pageScripts } from '../kinds/texts.ts'
import { eicar, lookFor } from '../look-for.ts'
import { memoryFile } from '../memory-file.ts'
import { rejectionOfName } from '../names.ts'
import {
  type Acceptance,
  accept,
  activeContent,
  type Inspection,
  program,
  type Rejection,
  refuse,
  type Subject,
  wrongType,
} from '../result.ts'
import { ClosedContentError, type Content, type Contents, type ContentsReader } from './contents.ts'
import { extensionOfBytes, extensionOfMedia } from './extension.ts'
import { readMail } from './mail.ts'
import { readOutlook } from './outlook.ts'
import { readSigned } from './signed.ts'

/** Gets the bytes of each file and text within an upload, in their order. */
export type ReceiveContent = (bytes: Buffer) => void

interface Needs {
  readonly receive: ReceiveContent
  readonly inspectFile: (found: Omit<Subject, 'head' | 'content'>, receive: ReceiveContent) => Promise<Inspection>
}

/** Files within files are inspected up to this level; 0 is the upload. */
const deepest = 3
/** Steps of a contained file: 400 of them are within the budget. */
const contentSteps = 2_500

// biome-ignore format: a table
const readers: Partial<Record<ContentKind, ContentsReader>> = {
  signed: readSigned,
  mail: readMail,
  outlook: readOutlook,
}

type Contained = (Acceptance & { readonly contains?: string }) | Rejection

/**
 * Inspects what a signed file or a mail contains by the rules of the upload itself: types, programs, malware. What cannot be
 * opened is refused, and so is a file deeper than three levels.
 */
export async function inspectContents(subject: Subject, needs: Needs): Promise<Contained> {
  const contents = await readContents(subject)
  if ('code' in contents) return contents
  const files = contents.files.filter(({ bytes }) => bytes.length > 0)
  if (files.length > 0 && subject.level === deepest) return refuse('LIVELLI_ERROR')
  const texts = inspectTexts(contents.texts ?? [], needs)
  if ('code' in texts) return texts
  const inspected = await inspectFiles(files, subject, needs)
  if ('code' in inspected) return inspected
  const { warnings, types } = inspected
  const [contains] = subject.content === 'signed' ? types : []
  return {
    warnings: [...new Set([...(contents.isActive ? [activeContent] : []), ...texts.warnings, ...warnings])],
    ...(contains !== undefined && { contains }),
  }
}

function inspectTexts(texts: readonly Buffer[], { receive }: Needs): Acceptance | Rejection {
  for (const text of texts) {
    receive(text)
    if (beginsAsProgram(text)) return program
    if (lookFor(memoryFile(text), [eicar]).size > 0) return refuse('VIRUS_FOUND')
  }
  return accept(texts.some((text) => lookFor(memoryFile(text), pageScripts).size > 0) && activeContent)
}

interface InspectedFiles extends Acceptance {
  /** The extension of each file; of a signed one, of what it contains. */
  readonly types: readonly string[]
}

async function inspectFiles(
  files: readonly Content[],
  subject: Subject,
  needs: Needs,
): Promise<InspectedFiles | Rejection> {
  const warnings: FileWarning[] = []
  const types: string[] = []
  for (const file of files) {
    const found = await inspectContent(file, subject, needs)
    if ('code' in found) return found
    warnings.push(...found.warnings)
    types.push(found.contains ?? found.extension)
  }
  return { warnings, types }
}

async function readContents(subject: Subject): Promise<Contents | Rejection> {
  const { file, name, content, budget, level } = subject
  if (content === 'mail' && !isMail(subject)) return wrongType
  try {
    return (await readers[content]?.(file.read(0, file.size), name, budget)) ?? wrongType
  } catch (error) {
    if (!(error instanceof ClosedContentError)) throw error
    const within = error.part ?? (level > 0 ? name : undefined)
    return { code: 'CONTENUTO_ERROR', ...(within !== undefined && { within: cleanFileName(within) }) }
  }
}

/** A message has the head of one; what a mail program has signed may begin with the type of its content. */
function isMail({ file, level }: Subject): boolean {
  const text = readText(file)
  return text !== undefined && (text.isMail || (level > 0 && text.isMimePart))
}
async function inspectContent(content: Content, { area, budget, level }: Subject, needs: Needs): Promise<Inspection> {
  const { bytes } = content
  budget.spendSteps(contentSteps)
  needs.receive(bytes)
  const name = await nameOf(content, budget)
  const code = name.hasType ? rejectionOfName(name.text, (text) => takesContent(area, text)) : unknownCode(bytes)
  if (code) return { code, within: name.text }
  const found = await needs.inspectFile(
    { file: memoryFile(bytes), name: name.text, area, budget, level: level + 1 },
    needs.receive,
  )
  return 'code' in found ? { ...found, within: found.within ?? name.text } : found
}

const unknownCode = (bytes: Buffer) => (beginsAsProgram(bytes) ? 'FILE_ESEGUIBILE' : 'CONTENUTO_ERROR')

/** The name of a content, with the extension of its bytes or of its media type where it has none of its own. */
async function nameOf({ name = '', media, bytes }: Content, budget: Budget) {
  const text = cleanFileName(name)
  const isTyped = fileTypeOf(typeExtensionOf(text)) !== undefined || isRunnable(extensionOf(text))
  // A media type comes with names of mails: an extension in one of them is meant as such.
  if (isTyped || (media !== undefined && extensionOf(text) !== '')) return { text, hasType: true }
  const extension = extensionOfMedia(media) ?? (await extensionOfBytes(bytes, budget))
  return extension === undefined ? { text, hasType: false } : { text: `${text}.${extension}`, hasType: true }
}
