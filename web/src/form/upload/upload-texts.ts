import { type AttachmentArea, largestFile } from '@portal/contract'
import type { TFunction } from 'i18next'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { KeptFile, UploadFault, UploadNews } from './upload-rules.ts'

/** Set apart from the text around it, whose direction may be the other one. */
export const largestText = (area: AttachmentArea, language: string) =>
  `\u2068${formatBytes(largestFile[area], language)}\u2069`

/** Why a file is not taken; what comes without a code is a fault of the system (specification 1 §8). */
export function faultText(t: TFunction, fault: UploadFault, size: string): string {
  if ('message' in fault) return t(`messages.${fault.message}`)
  if ('lost' in fault) return fault.reason ?? t('upload.lost')
  return t(`antivirus.${fault.code}`, { size })
}

/** That a file is taken; the sentence of the specification only where an antivirus looked through it. */
export const acceptedText = (t: TFunction, { isScanned }: KeptFile): string =>
  t(isScanned ? 'antivirus.SUCCESS_ANTIVIRUS' : 'upload.accepted')

/** What happened last, as it is read out. */
export function newsText(t: TFunction, news: UploadNews, size: string): string {
  switch (news.kind) {
    case 'full':
      return t('messages.allegati_al_limite')
    case 'notRemoved':
      return t('antivirus.ERROR_SYSTEM')
    case 'kept':
      return `${news.file.name}: ${acceptedText(t, news.file)}`
    case 'refused':
      return `${news.name}: ${faultText(t, news.fault, size)}`
    case 'removed':
    case 'cancelled':
      return t(`upload.news.${news.kind}`, { name: news.name })
  }
}

export const mostText = (t: TFunction, { most, area }: Pick<UploadQueue, 'most' | 'area'>, language: string) =>
  t('upload.hint', { max: most, size: largestText(area, language) })
