import { type Issue, problems } from '@portal/contract'
import type { Problem } from '../problem.ts'
import type { Translate } from '../texts.ts'

/** The answer of a call that went well (decisions §1). */
export const success = (result: unknown) => ({ success: true, result, errorCode: null })

/** The answer of a call that was refused: a sentence for people, every field at fault, a stable word. */
export function failure(problem: Problem, requestId: string, t: Translate) {
  const { word } = problems[problem.code]
  const { issues, params } = problem.details
  return {
    success: false,
    result: {
      descrizione: t(`problems.${word}`, { id: requestId, ...params }),
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
