import { type AssistanceRequest, availabilityAt, type FormMark, wordsOf } from '@portal/contract'

/** Nobody writes a request in less. */
const fewestSeconds = 3

/** Whether a request looks as if a program had filled in the form; without a mark there is nothing to judge by. */
export const looksAutomatic = (mark: FormMark | undefined): boolean =>
  mark !== undefined && (mark.isTrapFilled || mark.seconds < fewestSeconds)

/** Receipts that one address gets within an hour: the form must not flood somebody else's mailbox. */
export const receiptsPerHour = 3

/** The contact centre now: its state, and the sentence that tells it. */
export function contactCentreAt(now: Date, language: string) {
  const availability = availabilityAt(now)
  const { key, ...params } = wordsOf(availability, now, language)
  return { availability, key: `contactCentre.${key}` as const, params }
}

export const fullName = ({ firstName, lastName }: AssistanceRequest) => `${firstName ?? ''} ${lastName ?? ''}`.trim()
