import { type Endpoint, type Issue, problems } from '@portal/contract'
import * as z from 'zod/mini'
import type { Problem } from '../problem.ts'
import type { Translate } from '../texts.ts'

/** The envelope of a successful call (decisions §1). */
export const success = (result: unknown) => ({ success: true, result, errorCode: null })

/**
 * The envelope of a refused call: a sentence for people, every field with a fault, a stable word; for a conflict the whole
 * record where the endpoint declares it.
 */
export function failure(problem: Problem, requestId: string, t: Translate, endpoint?: Endpoint) {
  const code = (problem.code === 'invalid_input' && endpoint?.faultsAs) || problem.code
  const { word } = problems[code]
  const { issues, params, alsoAs, record } = problem.details
  const sentence = t(`problems.${word}`, { id: requestId, ...params })
  const failureAlsoAs = problem.status >= 500 && endpoint?.failureAlsoAs
  return {
    success: false,
    result: {
      ...(endpoint?.conflictReply && record && (z.encode(endpoint.reply, record as never) as object)),
      descrizione: sentence,
      ...(alsoAs && { [alsoAs]: sentence }),
      ...(failureAlsoAs && { [failureAlsoAs]: sentence }),
      ...(issues && { errori: issues.map((issue) => errorRow(issue, t)) }),
      ...(problem.status >= 500 && { id: requestId }),
    },
    errorCode: word,
  }
}

const errorRow = ({ path, message, params }: Issue, t: Translate) => ({
  campo: path,
  codice: message,
  messaggio: t(`messages.${message}`, { ...params }),
})
