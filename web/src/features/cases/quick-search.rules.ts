import { type CaseFilters, protocolNumberLength } from '@portal/contract'

/** What a text may mean, the likeliest first. */
export interface Sought {
  readonly filters: CaseFilters
  /** What is looked for where that finds nothing. */
  readonly otherwise?: CaseFilters
}

const taxCode = /^[a-z]{6}\d{2}[a-z]\d{2}[a-z]\d{3}[a-z]$/i
const vatNumber = /^\d{11}$/
const phone = /^\+?[\d\s./-]{6,20}$/

/** Reads what somebody types to find a case; undefined where it is nothing. `tag` is what codes begin with. */
export function soughtBy(text: string, tag: string): Sought | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  if (typed.includes('@')) return { filters: { contact: typed } }
  // Names and numbers are short: a sentence was told by somebody.
  if (typed.length > protocolNumberLength) return { filters: { narrative: typed } }
  if (typed.toUpperCase().startsWith(`${tag}-`)) return { filters: { protocolNumbers: [typed] } }
  if (taxCode.test(typed)) return { filters: { taxCode: typed } }
  if (vatNumber.test(typed)) return { filters: { vatNumber: typed }, otherwise: { contact: typed } }
  if (phone.test(typed)) return { filters: { contact: typed }, otherwise: { protocolNumbers: [typed] } }
  if (/\d/.test(typed)) return { filters: { protocolNumbers: [typed] }, otherwise: { narrative: typed } }
  return { filters: { person: typed }, otherwise: { narrative: typed } }
}
