import type { FormFieldError } from '@portal/contract'
import type { TFunction } from 'i18next'

/** What is wrong with a field. A date is typed in three boxes, where the format of the specification's sentence is no help. */
export const fieldErrorText = (t: TFunction, { message, params }: Pick<FormFieldError, 'message' | 'params'>) =>
  message === 'data_non_valida' ? t('report.checkDate') : t(`messages.${message}`, { ...params })
