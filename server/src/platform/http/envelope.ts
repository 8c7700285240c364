import { appErrors, type Endpoint, type FieldError, wireWriter } from '@portal/contract'
import type { AppError } from '../app-error.ts'
import type { Translate } from '../texts.ts'

/** The envelope of a successful call (decisions §1). */
export const success = (result: unknown) => ({ success: true, result, errorCode: null })

/**
 * The envelope of a refused call: a sentence for people, every field with an error, a stable word; for a conflict the whole
 * record where the endpoint declares it.
 */
export function failure(appError: AppError, requestId: string, t: Translate, endpoint?: Endpoint) {
  const code = (appError.code === 'invalid_input' && endpoint?.errorsAs) || appError.code
  const { word } = appErrors[code]
  const { fieldErrors, params, alsoAs, keptId, record } = appError.details
  const sentence = t(`problems.${word}`, { id: requestId, ...params })
  const failureAlsoAs = appError.status >= 500 && endpoint?.failureAlsoAs
  return {
    success: false,
    result: {
      ...(endpoint?.conflictReply && record && (wireWriter(endpoint.reply)(record) as object)),
      descrizione: sentence,
      ...(keptId !== undefined && { id_scheda: keptId }),
      ...(alsoAs && { [alsoAs]: sentence }),
      ...(failureAlsoAs && { [failureAlsoAs]: sentence }),
      ...(fieldErrors && { errori: fieldErrors.map((fieldError) => errorRow(fieldError, t)) }),
      ...(appError.status >= 500 && { id: requestId }),
    },
    errorCode: word,
  }
}

const errorRow = ({ path, message, params }: FieldError, t: Translate) => ({
  campo: path,
  codice: message,
  messaggio: t(`messages.${message}`, { ...params }),
})
