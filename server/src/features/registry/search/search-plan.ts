import {
  type MatchReason,
  type OrganisationFilters,
  type PersonFilters,
  type PlainDate,
  parseScreenDate,
  parseWireDate,
} from '@portal/contract'
import { asCode, fieldsFor, type KindOfRecord } from '../registry.kinds.ts'

export type RegistryFilters = Partial<PersonFilters & OrganisationFilters>

/** A condition on sealed values: one of the fields has the value. */
export interface Condition {
  readonly fields: readonly string[]
  readonly text: string
  readonly reason: MatchReason
  /** The filter it comes from, as its path on the wire. */
  readonly path: string
}

interface Plan {
  /** The words to find in names; empty if there are none. */
  readonly names: string
  readonly conditions: readonly Condition[]
}

const path = (name: string) => `filtri.${name}`
const wordsPath = path('parole')

/** No registry has people born before or after; a range outside would have thousands of years. */
const [firstDay, lastDay] = ['1850-01-01', '2100-12-31']

const rangeOf = (from: string = firstDay, to: string = lastDay) =>
  `${from < firstDay ? firstDay : from}..${to > lastDay ? lastDay : to}`

/** Reads a day as an operator types it: 1.2.1980, 01/02/1980 or 1980-02-01. */
function readDay(text: string): PlainDate | undefined {
  const parts = text.split(/[./-]/)
  const [day = '', month = '', year = ''] = parts
  if (parts.length !== 3) return undefined
  return parseScreenDate([day.padStart(2, '0'), month.padStart(2, '0'), year].join('/')) ?? parseWireDate(text)
}

const isNumber = (text: string) => /^[+(]?\d[\d()./-]*$/.test(text)

/** Joins the parts of a telephone number: 06 1234 5678. */
function joinNumbers(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    const isMore = isNumber(last) && isNumber(word) && !readDay(last) && !readDay(word)
    joined.splice(isMore ? -1 : joined.length, isMore ? 1 : 0, isMore ? last + word : word)
  }
  return joined
}

/** What a word of the free search is, if it is no name. */
function conditionOf(kind: KindOfRecord, text: string): Condition | undefined {
  const day = kind.birthDate && readDay(text)
  if (kind.birthDate && day) return { fields: [kind.birthDate], text: day, reason: 'birthDate', path: wordsPath }
  const found = fieldsFor(kind, text)
  return found.reason && { fields: found.fields, text, reason: found.reason, path: wordsPath }
}

function readWords(kind: KindOfRecord, text: string): Plan {
  const whole = conditionOf(kind, text.replace(/\s/g, ''))
  if (whole?.reason === 'code') return { names: '', conditions: [{ ...whole, text: asCode(text) }] }
  const words = joinNumbers(text.split(/\s+/).filter(Boolean))
  const conditions = words.map((word) => conditionOf(kind, word))
  return {
    names: words.filter((_, index) => !conditions[index]).join(' '),
    conditions: conditions.filter((condition) => condition !== undefined),
  }
}

const levels = { city: 'id_citta', province: 'id_provincia', region: 'id_regione', nation: 'id_nazione' } as const

/** The most precise place of the filters. */
function placeOf(kind: KindOfRecord, filters: RegistryFilters): Condition[] {
  const fields = (filters.place === 'birth' && kind.areas.birth) || kind.areas.residence
  for (const level of Object.keys(levels) as (keyof typeof levels)[]) {
    const id = filters[level]
    if (id !== undefined)
      return [{ fields: [fields[level]], text: String(id), reason: 'place', path: path(levels[level]) }]
  }
  return []
}

/** What the filters of a search ask: words of names, and conditions on other values. */
export function planOf(kind: KindOfRecord, filters: RegistryFilters): Plan {
  const { words = '', taxCode, vat, email, phone, bornFrom, bornTo } = filters
  const { names, conditions } = words.trim() === '' ? { names: '', conditions: [] } : readWords(kind, words)
  const born = bornFrom ?? bornTo
  // biome-ignore format: a table
  const others: readonly (Condition | undefined)[] = [
    taxCode === undefined ? undefined : { fields: [kind.code],  text: asCode(taxCode), reason: 'code',  path: path('codice_fiscale') },
    vat === undefined     ? undefined : { fields: [kind.code],  text: asCode(vat),     reason: 'code',  path: path('piva') },
    email === undefined   ? undefined : { fields: kind.mails,   text: email,                  reason: 'email', path: path('email') },
    phone === undefined   ? undefined : { fields: kind.phones,  text: phone,                  reason: 'phone', path: path('telefono') },
    born === undefined || !kind.birthDate ? undefined
      : { fields: [kind.birthDate], text: rangeOf(bornFrom, bornTo), reason: 'birthDate', path: path('data_nascita_da') },
  ]
  return {
    names,
    conditions: [...conditions, ...others.filter((one) => one !== undefined), ...placeOf(kind, filters)],
  }
}
