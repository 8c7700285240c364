/** What the web form tells of how it was filled in: a sign for the review of spam, never a reason to refuse. */
export interface FormMark {
  /** Between the opening of the form and its sending. */
  readonly seconds: number
  /** Whether a field was filled that people do not see. */
  readonly isTrapFilled: boolean
}

/** The header that carries it. Callers that send none are not judged by it (decisions §3). */
export const formMarkHeader = 'Form-Mark'

export const writeFormMark = ({ seconds, isTrapFilled }: FormMark) =>
  `seconds=${Math.max(0, Math.round(seconds))}; trap=${isTrapFilled ? 1 : 0}`

/** The mark that a header carries; undefined where it is none. */
export function readFormMark(header: string | undefined): FormMark | undefined {
  const [, seconds, trap] = /^seconds=(\d{1,9}); trap=([01])$/.exec(header ?? '') ?? []
  return seconds === undefined ? undefined : { seconds: Number(seconds), isTrapFilled: trap === '1' }
}
