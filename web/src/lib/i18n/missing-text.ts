import type { TFunction } from 'i18next'

/** The specification's sentence for a field that is empty, and what to do about it; it needs no name of the field. */
export const missingText = (t: TFunction, todo: string) =>
  t('report.missing', { error: t('messages.campo_obbligatorio'), todo })
