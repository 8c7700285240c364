import type { ContentKind } from '@portal/contract'
import { fileTypeFromBuffer } from 'file-type'
import type { SpooledFile } from '../../spool.ts'
import { lookFor } from '../look-for.ts'
import { accept, activeContent, type Inspector, password, startsWith, wrongType } from '../result.ts'
import { isWholeGif } from './gif.ts'
import { isActivePdf } from './pdf.ts'
import { needsPdfPassword } from './pdf-password.ts'

/** Types of the file-type package for each kind of content that is recognised by its first bytes alone. */
// biome-ignore format: a table
const signatures: Partial<Record<ContentKind, readonly string[]>> = {
  jpeg: ['jpg'], png: ['png', 'apng'], gif: ['gif'], webp: ['webp'], bmp: ['bmp'], tiff: ['tif'], heif: ['heic', 'heif'], avif: ['avif'],
  mp3: ['mp3', 'mp2', 'mp1'], mp4: ['mp4', 'm4a', 'm4v', 'm4b', 'm4p', 'mov', '3gp', '3g2', 'f4v', 'f4a'], aac: ['aac'],
  wav: ['wav'], ogg: ['ogg', 'oga', 'opus', 'ogv', 'ogx', 'spx'], flac: ['flac'], amr: ['amr'],
  matroska: ['webm', 'mkv'], avi: ['avi'], mpeg: ['mpg', 'mpeg'],
  '7z': ['7z'], rar: ['rar'], tar: ['tar'], gzip: ['gz', 'tar.gz', 'tgz'],
}

/** The kind of content that the first bytes say; undefined for kinds without a signature. */
export async function contentOfHead(head: Buffer): Promise<ContentKind | undefined> {
  const fileType = await fileTypeFromBuffer(head).catch(() => undefined)
  const kinds = Object.keys(signatures) as ContentKind[] // the keys of the table above
  return fileType && kinds.find((kind) => signatures[kind]?.includes(fileType.ext))
}

/** Markers of a file that is also valid as another format. */
// Long enough not to occur by chance in 20 MB of a photograph or film.
const otherLanguages = ['<script', '<?php ', '<?php\n', '<?php\r', '<!doctype html', '<html>', '<html ', '<svg xmlns']

export const inspectMedia: Inspector = async ({ file, head, content }) => {
  if ((await contentOfHead(head)) !== content) return wrongType
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
export function endsAsZip(file: SpooledFile): boolean {
  const start = Math.max(0, file.size - endBytes - longestComment)
  const tail = file.read(start, file.size - start)
  const at = tail.lastIndexOf(endOfZip)
  if (at < 0 || at + endBytes > tail.length) return false
  const directory = start + at - tail.readUInt32LE(at + 12)
  return directory >= 0 && file.read(directory, 4).equals(entryOfZip)
}

export const inspectPdf: Inspector = ({ file, head, budget }) => {
  if (!/^(?:\xef\xbb\xbf)?\s{0,16}%PDF-\d/.test(head.toString('latin1', 0, 64))) return wrongType
  if (endsAsZip(file) || lookFor(file, otherLanguages).size > 0) return wrongType
  return accept(isActivePdf(file, budget) && activeContent, needsPdfPassword(file) && password)
}

/** Control words of objects, also split ones (`\\obj{}data`), of remote templates, and of fields that run a command. */
const rtfObjects = ['\\obj', '\\*\\template http', 'ddeauto']

export const inspectRtf: Inspector = ({ file, head }) => {
  if (!startsWith(head, '{\\rtf')) return wrongType
  return accept(lookFor(file, rtfObjects).size > 0 && activeContent)
}
