import {
  type ContentKind,
  fileTypeOf,
  pictureExtensionOf,
  takesContent,
  takesName,
  typeExtensionOf,
} from '@portal/contract'
import { findTraces } from '@portal/contract/file-traces'
import { createBudget } from '../../parsing/budget.ts'
import type { SpooledFile } from '../spool.ts'
import { inspectContents, type ReceiveContent } from './contents/inspect-contents.ts'
import { beginsAsProgram } from './executables.ts'
import { contentOfHead, inspectMedia, inspectPdf, inspectRtf } from './kinds/media.ts'
import { inspectOle, inspectZip } from './kinds/office.ts'
import { inspectCertifiedMail, inspectHtml, inspectText } from './kinds/texts.ts'
import { eicar, lookFor } from './look-for.ts'
import { author, type Inspection, type Inspector, place, program, refuse, type Subject, wrongType } from './result.ts'

const headBytes = 64 * 1024

/** Bytes and steps for one upload and all that it contains; a document of 20 MB needs a tenth of them. */
const budgetOfFile = { bytes: 256 * 1024 * 1024, steps: 1_000_000 }

// biome-ignore format: a table
const inspectors: Partial<Record<ContentKind, Inspector>> = {
  word: inspectZip, excel: inspectZip, slides: inspectZip, odt: inspectZip, ods: inspectZip, odp: inspectZip, zip: inspectZip,
  oldWord: inspectOle, oldExcel: inspectOle, oldSlides: inspectOle,
  text: inspectText, html: inspectHtml, certifiedMail: inspectCertifiedMail,
  pdf: inspectPdf, rtf: inspectRtf,
}
const containers: readonly ContentKind[] = ['signed', 'mail', 'outlook']

/**
 * Inspects the content of a file whose name an area accepts, cheapest check first: programs, the content that the extension
 * requires, and hidden content; then all that a signed file or a mail contains, which `receive` gets too. Throws
 * `BudgetExceededError` where it takes too much.
 */
export const inspect = (
  file: SpooledFile,
  { name, area }: Pick<Subject, 'name' | 'area'>,
  receive: ReceiveContent = () => undefined,
): Promise<Inspection> => inspectFile({ file, name, area, budget: createBudget(budgetOfFile), level: 0 }, receive)

async function inspectFile(found: Omit<Subject, 'head' | 'content'>, receive: ReceiveContent): Promise<Inspection> {
  const { file, name, area, level } = found
  const head = file.read(0, headBytes)
  if (beginsAsProgram(head)) return program
  const extension = await trueExtensionOf(name, head)
  const content = fileTypeOf(extension)?.content
  const isAccepted = level === 0 ? takesName : takesContent
  if (!content || !isAccepted(area, `.${extension}`)) return wrongType
  const subject: Subject = { ...found, head, content }
  const isContainer = containers.includes(content)
  const result = isContainer
    ? await inspectContents(subject, { receive, inspectFile })
    : await (inspectors[content] ?? inspectMedia)(subject)
  if ('code' in result) return result
  if (lookFor(file, [eicar]).size > 0) return refuse('VIRUS_FOUND')
  const { hasPlace, hasAuthor } = findTraces(file.read(0, file.size), extension)
  const traces = [...(hasPlace ? [place] : []), ...(hasAuthor ? [author] : [])]
  return { ...result, extension, warnings: [...new Set([...result.warnings, ...traces])] }
}

/** The extension of a name, or that of the picture that the file is, whatever picture its name says. */
async function trueExtensionOf(name: string, head: Buffer): Promise<string> {
  const extension = typeExtensionOf(name)
  const type = fileTypeOf(extension)
  if (type?.group !== 'image') return extension
  const content = await contentOfHead(head)
  if (content === undefined || content === type.content) return extension
  return pictureExtensionOf(content) ?? extension
}
