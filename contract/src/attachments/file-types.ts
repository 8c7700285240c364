import { limits } from '../kit/limits.ts'

/** What a file is uploaded for; each area has its own endpoint. */
export type AttachmentArea = 'report' | 'case' | 'assistance'

export type FileGroup = 'office' | 'text' | 'pdf' | 'image' | 'audio' | 'video' | 'archive' | 'signed' | 'mail' | 'web'

/** The content that the bytes of a file must have, independent of its name. */
export type ContentKind =
  | ('word' | 'excel' | 'slides' | 'oldWord' | 'oldExcel' | 'oldSlides' | 'odt' | 'ods' | 'odp' | 'rtf')
  | ('text' | 'pdf' | 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'heif' | 'avif')
  | ('mp3' | 'mp4' | 'aac' | 'wav' | 'ogg' | 'flac' | 'amr' | 'matroska' | 'avi' | 'mpeg')
  | ('zip' | '7z' | 'rar' | 'tar' | 'gzip' | 'signed' | 'mail' | 'outlook' | 'certifiedMail' | 'html')

interface FileType {
  readonly group: FileGroup
  readonly media: string
  readonly content: ContentKind
  readonly areas: readonly AttachmentArea[]
}

const everywhere: readonly AttachmentArea[] = ['report', 'case', 'assistance']
const reports: readonly AttachmentArea[] = ['report', 'case']
const cases: readonly AttachmentArea[] = ['case']
const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** The accepted extensions, in lower case: for which areas, and the content that such a file must have (decisions §4). */
// biome-ignore format: a table
export const fileTypes: Readonly<Record<string, FileType>> = {
  doc:  { group: 'office',  areas: everywhere, content: 'oldWord',   media: 'application/msword' },
  docx: { group: 'office',  areas: everywhere, content: 'word',      media: `${openXml}.wordprocessingml.document` },
  xls:  { group: 'office',  areas: everywhere, content: 'oldExcel',  media: 'application/vnd.ms-excel' },
  xlsx: { group: 'office',  areas: everywhere, content: 'excel',     media: `${openXml}.spreadsheetml.sheet` },
  ppt:  { group: 'office',  areas: everywhere, content: 'oldSlides', media: 'application/vnd.ms-powerpoint' },
  pptx: { group: 'office',  areas: everywhere, content: 'slides',    media: `${openXml}.presentationml.presentation` },
  odt:  { group: 'office',  areas: reports,    content: 'odt',       media: `${openDocument}.text` },
  ods:  { group: 'office',  areas: reports,    content: 'ods',       media: `${openDocument}.spreadsheet` },
  odp:  { group: 'office',  areas: reports,    content: 'odp',       media: `${openDocument}.presentation` },
  rtf:  { group: 'office',  areas: reports,    content: 'rtf',       media: 'application/rtf' },
  docm: { group: 'office',  areas: cases,      content: 'word',      media: 'application/vnd.ms-word.document.macroenabled.12' },
  xlsm: { group: 'office',  areas: cases,      content: 'excel',     media: 'application/vnd.ms-excel.sheet.macroenabled.12' },
  pptm: { group: 'office',  areas: cases,      content: 'slides',    media: 'application/vnd.ms-powerpoint.presentation.macroenabled.12' },
  txt:  { group: 'text',    areas: everywhere, content: 'text',      media: 'text/plain' },
  csv:  { group: 'text',    areas: everywhere, content: 'text',      media: 'text/csv' },
  pdf:  { group: 'pdf',     areas: everywhere, content: 'pdf',       media: 'application/pdf' },
  jpg:  { group: 'image',   areas: everywhere, content: 'jpeg',      media: 'image/jpeg' },
  jpeg: { group: 'image',   areas: everywhere, content: 'jpeg',      media: 'image/jpeg' },
  png:  { group: 'image',   areas: everywhere, content: 'png',       media: 'image/png' },
  gif:  { group: 'image',   areas: everywhere, content: 'gif',       media: 'image/gif' },
  webp: { group: 'image',   areas: reports,    content: 'webp',      media: 'image/webp' },
  bmp:  { group: 'image',   areas: reports,    content: 'bmp',       media: 'image/bmp' },
  tif:  { group: 'image',   areas: reports,    content: 'tiff',      media: 'image/tiff' },
  tiff: { group: 'image',   areas: reports,    content: 'tiff',      media: 'image/tiff' },
  heic: { group: 'image',   areas: reports,    content: 'heif',      media: 'image/heic' },
  heif: { group: 'image',   areas: reports,    content: 'heif',      media: 'image/heif' },
  avif: { group: 'image',   areas: reports,    content: 'avif',      media: 'image/avif' },
  mp3:  { group: 'audio',   areas: reports,    content: 'mp3',       media: 'audio/mpeg' },
  m4a:  { group: 'audio',   areas: reports,    content: 'mp4',       media: 'audio/mp4' },
  aac:  { group: 'audio',   areas: reports,    content: 'aac',       media: 'audio/aac' },
  wav:  { group: 'audio',   areas: reports,    content: 'wav',       media: 'audio/wav' },
  ogg:  { group: 'audio',   areas: reports,    content: 'ogg',       media: 'audio/ogg' },
  opus: { group: 'audio',   areas: reports,    content: 'ogg',       media: 'audio/ogg' },
  flac: { group: 'audio',   areas: reports,    content: 'flac',      media: 'audio/flac' },
  amr:  { group: 'audio',   areas: reports,    content: 'amr',       media: 'audio/amr' },
  mp4:  { group: 'video',   areas: reports,    content: 'mp4',       media: 'video/mp4' },
  m4v:  { group: 'video',   areas: reports,    content: 'mp4',       media: 'video/mp4' },
  mov:  { group: 'video',   areas: reports,    content: 'mp4',       media: 'video/quicktime' },
  '3gp': { group: 'video',  areas: reports,    content: 'mp4',       media: 'video/3gpp' },
  webm: { group: 'video',   areas: reports,    content: 'matroska',  media: 'video/webm' },
  mkv:  { group: 'video',   areas: reports,    content: 'matroska',  media: 'video/matroska' },
  avi:  { group: 'video',   areas: reports,    content: 'avi',       media: 'video/vnd.avi' },
  mpg:  { group: 'video',   areas: reports,    content: 'mpeg',      media: 'video/mpeg' },
  mpeg: { group: 'video',   areas: reports,    content: 'mpeg',      media: 'video/mpeg' },
  zip:  { group: 'archive', areas: cases,      content: 'zip',       media: 'application/zip' },
  '7z': { group: 'archive', areas: cases,      content: '7z',        media: 'application/x-7z-compressed' },
  rar:  { group: 'archive', areas: cases,      content: 'rar',       media: 'application/vnd.rar' },
  tar:  { group: 'archive', areas: cases,      content: 'tar',       media: 'application/x-tar' },
  gz:   { group: 'archive', areas: cases,      content: 'gzip',      media: 'application/gzip' },
  p7m:  { group: 'signed',  areas: reports,    content: 'signed',    media: 'application/pkcs7-mime' },
  p7s:  { group: 'signed',  areas: reports,    content: 'signed',    media: 'application/pkcs7-signature' },
  tsd:  { group: 'signed',  areas: reports,    content: 'signed',    media: 'application/timestamped-data' },
  eml:  { group: 'mail',    areas: reports,    content: 'mail',      media: 'message/rfc822' },
  msg:  { group: 'mail',    areas: reports,    content: 'outlook',   media: 'application/vnd.ms-outlook' },
  xml:  { group: 'mail',    areas: cases,      content: 'certifiedMail', media: 'application/xml' },
  ics:  { group: 'mail',    areas: cases,      content: 'text',      media: 'text/calendar' },
  vcf:  { group: 'mail',    areas: cases,      content: 'text',      media: 'text/vcard' },
  htm:  { group: 'web',     areas: cases,      content: 'html',      media: 'text/html' },
  html: { group: 'web',     areas: cases,      content: 'html',      media: 'text/html' },
  mht:  { group: 'web',     areas: cases,      content: 'mail',      media: 'multipart/related' },
  mhtml: { group: 'web',    areas: cases,      content: 'mail',      media: 'multipart/related' },
}

/** Largest file of each area, in bytes. */
export const largestFile: Readonly<Record<AttachmentArea, number>> = {
  report: limits.reportAttachments.bytes,
  case: limits.reportAttachments.bytes,
  assistance: limits.assistanceAttachments.bytes,
}

/** Other extensions of a type, which browsers give to pictures that they save. */
const aliases: Readonly<Record<string, string>> = { jfif: 'jpg', pjpeg: 'jpg', pjp: 'jpg', jpe: 'jpg' }

/** The extensions that an area takes, without the dot. */
export const extensionsOf = (area: AttachmentArea): readonly string[] =>
  Object.keys(fileTypes).filter((extension) => fileTypes[extension]?.areas.includes(area))

/** The extensions of an area for the `accept` attribute of a file field. */
export const acceptOf = (area: AttachmentArea): string =>
  [...extensionsOf(area), ...Object.keys(aliases)].map((extension) => `.${extension}`).join()

/** The part after the last dot of a name, in lower case; empty without a dot. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The extension of a name; of an alias that of its type. */
export function typeExtensionOf(name: string): string {
  const extension = extensionOf(name)
  return (Object.hasOwn(aliases, extension) && aliases[extension]) || extension
}

/** The type of an extension; undefined for one that no area takes. */
export const fileTypeOf = (extension: string): FileType | undefined =>
  Object.hasOwn(fileTypes, extension) ? fileTypes[extension] : undefined

/** Whether an area accepts files of this name. Only the server checks their content. */
export const takesName = (area: AttachmentArea, name: string): boolean =>
  fileTypeOf(typeExtensionOf(name))?.areas.includes(area) === true

/** Parts of mails that every area accepts inside of one: of certified mail, invitations, cards and formatted texts. */
const mailParts = ['xml', 'ics', 'vcf', 'htm', 'html']

/** Whether an area accepts a file of this name within a signed file or a mail. */
export const takesContent = (area: AttachmentArea, name: string): boolean =>
  takesName(area, name) || mailParts.includes(typeExtensionOf(name))

/** The extension to which pictures of this content are renamed that have the extension of another picture. */
export const pictureExtensionOf = (content: ContentKind): string | undefined =>
  Object.keys(fileTypes).find(
    (extension) => fileTypes[extension]?.group === 'image' && fileTypes[extension]?.content === content,
  )

const previewGroups = ['image', 'pdf', 'text', 'audio', 'video'] as const satisfies readonly FileGroup[]
/** How a page shows a file. */
export type PreviewKind = (typeof previewGroups)[number]

/** Content that browsers neither draw nor play, although its group has a preview. */
const notShown: readonly ContentKind[] = ['tiff', 'amr', 'avi', 'mpeg']

/** Whether the server draws a picture of such a file, which most browsers cannot. */
export const needsPicture = (extension: string): boolean => fileTypeOf(extension)?.content === 'heif'

/** How a page shows a file of this extension; undefined when it can only be saved. */
export function previewOf(extension: string): PreviewKind | undefined {
  const type = fileTypeOf(extension)
  return type && !notShown.includes(type.content) ? previewGroups.find((group) => group === type.group) : undefined
}
