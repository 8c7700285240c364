import {
  type CaseEntry,
  findPossibleDuplicates,
  findSamePeople,
  newCaseForm,
  type PersonRow,
  type PossibleDuplicateCase,
  withoutHidden,
} from '@portal/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { useSettled } from '#lib/page/use-settled.ts'

type BodyOf<E extends typeof findPossibleDuplicates | typeof findSamePeople> = Extract<
  Parameters<typeof call<E>>[1],
  { body: unknown }
>['body']
type CaseClues = BodyOf<typeof findPossibleDuplicates>
type PersonClues = BodyOf<typeof findSamePeople>

/** Shorter names and numbers match too many people. */
const nameCharacters = 3
const phoneDigits = 6

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
const ifName = (name: string) => (name.length >= nameCharacters ? name : undefined)
const ifPhone = (phone: string | undefined) =>
  phone !== undefined && phone.replace(/\D/g, '').length >= phoneDigits ? phone : undefined

/** What is known of the person who calls. */
export function personCluesIn(entry: CaseEntry): PersonClues | undefined {
  const { lastName, firstName, phone, email } = withoutHidden(newCaseForm, entry)
  const words = ifName(joined(lastName, firstName))
  const number = ifPhone(phone)
  const clues: PersonClues = {
    ...(words && { words }),
    ...(number && { phone: number }),
    ...(email && { email }),
  }
  return Object.keys(clues).length > 0 ? clues : undefined
}

/** The search keys for possible duplicates; undefined while there are too few. Ignores fields that other answers hide. */
export function cluesIn(entry: CaseEntry): CaseClues | undefined {
  const values = withoutHidden(newCaseForm, entry)
  const { protocolNumbers = [], placeCity, eventDate } = values
  const { lastName, firstName, organisationName, victimLastName, victimFirstName } = values
  const place = placeCity !== undefined && eventDate !== undefined ? { placeCity, eventDate } : undefined
  const numbers = protocolNumbers.flatMap(({ number }) => number || [])
  const names = [joined(lastName, firstName) || organisationName || '', joined(victimLastName, victimFirstName)]
  const persons = [...new Set(names.flatMap((name) => ifName(name) ?? []))]
  const phones = [values.phone, values.organisationPhone].flatMap((phone) => ifPhone(phone) ?? [])
  const contacts = [...phones, ...(values.email ? [values.email] : [])]
  const clues: CaseClues = {
    ...(numbers.length > 0 && { protocolNumbers: numbers }),
    ...(persons.length > 0 && { persons }),
    ...(contacts.length > 0 && { contacts }),
    ...place,
  }
  return Object.keys(clues).length > 0 ? clues : undefined
}

const typing = { placeholderData: keepPreviousData, meta: { isHandled: true } } as const

const casesQuery = (clues: CaseClues | undefined) =>
  queryOptions({
    ...typing,
    queryKey: ['cases', 'possibleDuplicates', clues],
    queryFn: ({ signal }) => call(findPossibleDuplicates, { body: clues ?? {} }, { signal }),
    enabled: clues !== undefined,
  })

const peopleQuery = (clues: PersonClues | undefined) =>
  queryOptions({
    ...typing,
    queryKey: ['registry', 'samePeople', clues],
    queryFn: ({ signal }) => call(findSamePeople, { body: clues ?? {} }, { signal }),
    enabled: clues !== undefined,
  })

const pauseMs = 400
/** More than these are no help while somebody waits on the telephone. */
const mostShown = 5

export interface Matches {
  readonly people: readonly PersonRow[]
  readonly cases: readonly PossibleDuplicateCase[]
}

/** How a match is named that the user took the data of. */
export const sourceOf = (kind: 'person' | 'case', id: number) => `${kind}-${id}`

/**
 * People of the registry and cases that may be of the caller, searched while the user types, without the one whose data was taken
 * over: five at most, people first.
 */
export function useMatches(values: CaseEntry, usedSource: string | undefined): Matches {
  const personClues = useSettled(personCluesIn(values), pauseMs)
  const caseClues = useSettled(cluesIn(values), pauseMs)
  const { data: registry } = useQuery(peopleQuery(personClues))
  const { data: found } = useQuery(casesQuery(caseClues))
  const people = (registry?.rows ?? []).filter(({ id }) => sourceOf('person', id) !== usedSource)
  const cases = (found?.rows ?? []).filter(({ id }) => sourceOf('case', id) !== usedSource)
  const shown = personClues ? people.slice(0, mostShown) : []
  return { people: shown, cases: caseClues ? cases.slice(0, mostShown - shown.length) : [] }
}
