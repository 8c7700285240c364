/** How the web form was filled in: a signal for the spam review, never a reason to refuse a report. */
export interface FormMark {
  /** Seconds between opening the form and sending it. */
  readonly seconds: number
  /** Whether the hidden honeypot field has a value. */
  readonly isTrapFilled: boolean
}

/** The header of the form mark. A request without it is not judged by it (decisions §3). */
export const formMarkHeader = 'Form-Mark'

export const writeFormMark = ({ seconds, isTrapFilled }: FormMark) =>
  `seconds=${Math.max(0, Math.round(seconds))}; trap=${isTrapFilled ? 1 : 0}`

/** Reads the form mark from a header; undefined where the header is absent or malformed. */
export function readFormMark(header: string | undefined): FormMark | undefined {
  const [, seconds, trap] = /^seconds=(\d{1,9}); trap=([01])$/.exec(header ?? '') ?? []
  return seconds === undefined ? undefined : { seconds: Number(seconds), isTrapFilled: trap === '1' }
}
