import { type AssistanceRequest, availabilityAt, type FormMark, wordsOf } from '@portal/contract'

/** A person needs at least this long to fill in the form. */
const minSeconds = 3

/** Whether a program seems to have filled in the form; false without a mark. */
export const looksAutomatic = (mark: FormMark | undefined): boolean =>
  mark !== undefined && (mark.isTrapFilled || mark.seconds < minSeconds)

/** Availability of the contact centre at `now`, with the text key and parameters of its sentence. */
export function contactCentreAt(now: Date, language: string) {
  const availability = availabilityAt(now)
  const { key, ...params } = wordsOf(availability, now, language)
  return { availability, key: `contactCentre.${key}` as const, params }
}

export const fullName = ({ firstName, lastName }: AssistanceRequest) => `${firstName ?? ''} ${lastName ?? ''}`.trim()
