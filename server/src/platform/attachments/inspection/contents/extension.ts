import { fileTypeOf, fileTypes } from '@portal/contract'
import { fileTypeFromBuffer } from 'file-type'
import type { Budget } from '../../../parsing/budget.ts'
import { contentOfCompound } from '../kinds/office.ts'
import { readText } from '../kinds/text.ts'
import { memoryFile } from '../memory-file.ts'
import { isSigned } from './signed.ts'

/** Media types of parts of mails that programs write beside those of the table of types. */
const otherMedia: Readonly<Record<string, string>> = {
  'application/x-pkcs7-mime': 'p7m',
  'application/x-pkcs7-signature': 'p7s',
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
}

/** The extension of a media type; undefined for one without a type of file. */
export const extensionOfMedia = (media: string | undefined): string | undefined =>
  media === undefined
    ? undefined
    : (otherMedia[media] ?? Object.keys(fileTypes).find((extension) => fileTypes[extension]?.media === media))

const extensionWith = (content: string | undefined) =>
  content === undefined ? undefined : Object.keys(fileTypes).find((key) => fileTypes[key]?.content === content)

/** The extension of a file without a name, by what it is; undefined where its bytes say nothing. */
export async function extensionOfBytes(bytes: Buffer, budget: Budget): Promise<string | undefined> {
  const compound = contentOfCompound(memoryFile(bytes), bytes.subarray(0, 8))
  if (compound) return extensionWith(compound)
  const fileType = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (fileType && fileTypeOf(fileType.ext)) return fileType.ext
  if (isSigned(bytes, budget)) return 'p7m'
  return fileType ? undefined : extensionOfText(bytes)
}

function extensionOfText(bytes: Buffer): string | undefined {
  const text = readText(memoryFile(bytes))
  if (!text) return undefined
  if (text.isMail || text.isMimePart) return 'eml'
  if (!text.isMarkup) return 'txt'
  return /^\s*<\?xml/.test(text.head) ? 'xml' : 'html'
}
