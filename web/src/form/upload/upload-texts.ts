import {
  type AttachmentArea,
  type FileGroup,
  fileTypeOf,
  largestFile,
  type ScanCode,
  typeExtensionOf,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { isolate } from '#lib/i18n/format.tsx'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { AcceptedFile, RowError, UploadNews } from './upload-rules.ts'

/** Set apart from the text around it, whose direction may be the other one. */
export const largestText = (area: AttachmentArea, language: string) => isolate(formatBytes(largestFile[area], language))

/** Why a file is not taken; what comes without a code is an error of the system (specification 1 §8). */
export function errorText(t: TFunction, error: RowError, size: string): string {
  if ('message' in error) return t(`messages.${error.message}`)
  if ('lost' in error) return error.reason ?? t('upload.lost')
  return t(`antivirus.${error.code}`, { size })
}

/** Groups of files whose refusal names what to send instead; other files have one sentence. */
const groupsWithRemedy = ['mail', 'signed', 'archive', 'web'] as const satisfies readonly FileGroup[]
type Instead = 'content' | 'size' | 'empty'

/** The refusals after which another file helps; others say themselves what to do. */
const insteadOfCode: Partial<Record<ScanCode, Instead>> = {
  ESTENSIONE_ERROR: 'content',
  TIPO_ERROR: 'content',
  FILE_ESEGUIBILE: 'content',
  VIRUS_FOUND: 'content',
  CONTENUTO_ERROR: 'content',
  LIVELLI_ERROR: 'content',
  DIMENSIONE_ERROR: 'size',
  FILE_VUOTO: 'empty',
}

/** What the sender of a refused file may do: which file within it is the reason, and what to send instead. */
export function remedyText(t: TFunction, error: RowError, name: string): string | undefined {
  const instead = 'code' in error ? insteadOfCode[error.code] : undefined
  if (!instead || !('code' in error)) return undefined
  const group = fileTypeOf(typeExtensionOf(name))?.group
  const kind = instead === 'content' ? (groupsWithRemedy.find((one) => one === group) ?? 'other') : instead
  const remedy = t(`upload.instead.${kind}`)
  return error.within === undefined ? remedy : `${t('upload.within', { name: error.within })} ${remedy}`
}

/** That a file is taken; the sentence of the specification only where an antivirus looked through it. */
export const acceptedText = (t: TFunction, { isScanned, isStored }: AcceptedFile): string =>
  isStored ? t('upload.stored') : t(isScanned ? 'antivirus.SUCCESS_ANTIVIRUS' : 'upload.accepted')

/** What happened last, as it is read out. */
export function newsText(t: TFunction, news: UploadNews, size: string): string {
  switch (news.kind) {
    case 'full':
      return t('messages.allegati_al_limite')
    case 'notRemoved':
      return t('antivirus.ERROR_SYSTEM')
    case 'accepted':
      return `${news.file.name}: ${acceptedText(t, news.file)}`
    case 'refused':
      return [`${news.name}: ${errorText(t, news.error, size)}`, remedyText(t, news.error, news.name)]
        .filter((text) => text !== undefined)
        .join('. ')
    case 'removed':
    case 'cancelled':
    case 'asking':
    case 'notCleaned':
    case 'notSmaller':
      return t(`upload.news.${news.kind}`, { name: news.name })
  }
}

type Limits = Pick<UploadQueue, 'most' | 'area' | 'isPdfOnly'>

export const mostText = (t: TFunction, { most, area, isPdfOnly }: Limits, language: string) =>
  t(isPdfOnly ? 'upload.hintPdf' : 'upload.hint', { max: most, size: largestText(area, language) })
