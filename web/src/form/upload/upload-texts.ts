import { type AttachmentArea, largestFile } from '@portal/contract'
import type { TFunction } from 'i18next'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { AcceptedFile, RowError, UploadNews } from './upload-rules.ts'

/** Set apart from the text around it, whose direction may be the other one. */
export const largestText = (area: AttachmentArea, language: string) =>
  `\u2068${formatBytes(largestFile[area], language)}\u2069`

/** Why a file is not taken; what comes without a code is an error of the system (specification 1 §8). */
export function errorText(t: TFunction, error: RowError, size: string): string {
  if ('message' in error) return t(`messages.${error.message}`)
  if ('lost' in error) return error.reason ?? t('upload.lost')
  return t(`antivirus.${error.code}`, { size })
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
      return `${news.name}: ${errorText(t, news.error, size)}`
    case 'removed':
    case 'cancelled':
    case 'asking':
    case 'notCleaned':
      return t(`upload.news.${news.kind}`, { name: news.name })
  }
}

type Limits = Pick<UploadQueue, 'most' | 'area' | 'isPdfOnly'>

export const mostText = (t: TFunction, { most, area, isPdfOnly }: Limits, language: string) =>
  t(isPdfOnly ? 'upload.hintPdf' : 'upload.hint', { max: most, size: largestText(area, language) })
