import type { NewCallRequest } from '@portal/contract'
import { textsIn } from '../texts.ts'

const t = textsIn('it')

/** A request to be called in one line, for documents of the office. */
export const callWords = ({ phone, callHours, onlyToReporter }: NewCallRequest): string =>
  [
    t('calls.requested', { phone: phone ?? '' }),
    ...(callHours ? [t('calls.hours', { hours: callHours })] : []),
    ...(onlyToReporter ? [t('calls.only')] : []),
  ].join('. ')
