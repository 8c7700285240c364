import { addDays, type PlainDate } from '../kit/plain-date.ts'
import { endOfTerm } from '../office/term-end.ts'

/** A term of the register: its days, and the law or decision that it rests on. */
interface AssociationTerm {
  readonly days: number
  readonly basis: string
}

const decision = 'decisions §6'
const procedure = 'law 241/1990, art. 2(2)'

/** Terms of the register, each with the law or decision that it rests on. */
// biome-ignore format: a table
export const associationTerms = {
  // For the applicant to send the missing documents.
  documents:           { days: 30, basis: decision },
  // From the notice of rejection until RUP may reject.
  rejectionWarning:    { days: 10, basis: 'law 241/1990, art. 10-bis' },
  renewalBeforeExpiry: { days: 60, basis: decision },
  renewalAfterExpiry:  { days: 90, basis: decision },
  // From the letter to an association whose renewal waits for it, until that renewal ends.
  renewalWarning:      { days: 15, basis: decision },
  // For the office to decide on a request.
  decision:            { days: 30, basis: procedure },
  // For the earlier applicant to answer before another application replaces the request.
  replacement:         { days: 7,  basis: decision },
  // For RUP to decide on a removal that the association requested.
  removal:             { days: 30, basis: procedure },
  // For the register to decide on a change of what the decree rests on.
  proposal:            { days: 30, basis: procedure },
} as const satisfies Record<string, AssociationTerm>
export type AssociationTermName = keyof typeof associationTerms

/** The days of a term of the register. */
export const termDays = (term: AssociationTermName): number => associationTerms[term].days

/** Days before the expiry on which the association gets a reminder (decisions §6). */
export const reminderDays = [60, 30, 7] as const

/** The last day of a term that begins on a day; a free one is moved, as for every term of an Italian procedure. */
export const termEnd = (term: AssociationTermName, from: PlainDate): PlainDate =>
  endOfTerm(addDays(from, termDays(term)), 'italian')

/** Whether the last day of a term was moved. */
export const isTermMoved = (term: AssociationTermName, from: PlainDate): boolean =>
  termEnd(term, from) !== addDays(from, termDays(term))

export const isPast = (day: PlainDate | undefined, today: PlainDate) => day !== undefined && day < today

/** The same day of the next year, for comparisons: 29 February is past on 1 March. */
export const aYearAfterFor = (day: PlainDate) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}` as PlainDate

/** Why a decree cannot have a date: it is dated from the request to the day of the signature. */
export function decreeDateError(
  date: PlainDate | undefined,
  first: PlainDate | undefined,
  today: PlainDate,
): 'campo_obbligatorio' | 'data_futura' | 'decreto_prima_della_richiesta' | undefined {
  if (date === undefined) return 'campo_obbligatorio'
  if (date > today) return 'data_futura'
  return first !== undefined && date < first ? 'decreto_prima_della_richiesta' : undefined
}
