import {
  type CaseFilters,
  type ChoiceFilterKey,
  choiceFilterKeys,
  type OperatorFilter,
  type OperatorRow,
  type PlainDate,
} from '@portal/contract'
import fc from 'fast-check'
import { chosenIn, digits } from './case-filter-oracle.ts'
import {
  type ManyCase,
  manyMails,
  manyNames,
  manyNicknames,
  manyProtocols,
  manyStatuses,
  manyTaxCodes,
  manyVats,
  manyWords,
} from './many-cases.ts'

const ids = (most: number, base = 0) =>
  fc.uniqueArray(fc.integer({ min: base + 1, max: base + most }), { minLength: 1, maxLength: 4 })
const day = fc
  .integer({ min: 0, max: 800 })
  .map((back) => new Date(Date.UTC(2026, 10, 20) - back * 86_400_000).toISOString().slice(0, 10) as PlainDate)
const birthday = fc
  .integer({ min: 0, max: 22_000 })
  .map((days) => new Date(Date.UTC(1949, 0, 1) + days * 86_400_000).toISOString().slice(0, 10) as PlainDate)
const range = <F extends string, T extends string>(from: F, to: T, of = day) =>
  fc.tuple(fc.option(of, { nil: undefined }), fc.option(of, { nil: undefined })).map(([one, other]) => {
    const [first, last] = one && other && one > other ? [other, one] : [one, other]
    return { ...(first && { [from]: first }), ...(last && { [to]: last }) }
  })
const one = <K extends keyof CaseFilters>(key: K, values: fc.Arbitrary<unknown>) =>
  values.map((value) => ({ [key]: value }))

/** Ways to tell of somebody of the office; the last three say nothing. */
// biome-ignore format: a table
export const tellings = {
  id:        ({ id }: OperatorRow) => ({ ids: [id] }),
  taxCode:   ({ taxCode }) => ({ taxCode: taxCode.toLowerCase() }),
  firstName: ({ firstName }) => ({ firstName: firstName.slice(0, 3).toUpperCase() }),
  lastName:  ({ lastName }) => ({ lastName: lastName.slice(0, 4).toLowerCase() }),
  roles:     ({ roles }) => ({ roles: roles.slice(-1) }),
  mail:      ({ mail }) => ({ mail }),
  phone:     ({ phone }) => ({ phone: phone && [...digits(phone)].join(' ') }),
  unset:     () => ({ ids: [], roles: [] }),
  empty:     () => ({ taxCode: '', lastName: '', phone: '' }),
  nothing:   () => ({}),
} as const satisfies Record<string, (account: OperatorRow) => OperatorFilter>

const reporter = fc.record(
  { typeIds: ids(8), isOn: fc.boolean(), languageCode: fc.constantFrom('IT', 'en', 'FR', 'ar', 'XX', '') },
  { requiredKeys: [] },
)

interface Draws {
  readonly idsOf: (key: ChoiceFilterKey) => fc.Arbitrary<number[]>
  readonly operator: fc.Arbitrary<OperatorFilter>
}

// biome-ignore format: a table
const clearFilters = ({ idsOf, operator }: Pick<Draws, 'idsOf' | 'operator'>): fc.Arbitrary<object>[] => [
  one('statuses', fc.uniqueArray(fc.constantFrom(...manyStatuses), { minLength: 1, maxLength: 4 })),
  one('reporter', reporter), one('user', operator), one('minorsCount', fc.integer({ min: 1, max: 4 })),
  ...choiceFilterKeys.map((key) => one(key, idsOf(key))),
  ...(['isVirtual', 'isPrivate', 'isOnePerson', 'isPhysicalAggression', 'isHateCrime', 'involvesMinors', 'needsAccommodation'] as const).map((key) => one(key, fc.boolean())),
  one('protocolNumbers', fc.uniqueArray(fc.constantFrom(...manyProtocols, 'dpo12/a', 'X 1'), { minLength: 1, maxLength: 2 })),
  range('eventFrom', 'eventTo'), range('createdFrom', 'createdTo'), range('insertedFrom', 'insertedTo'), range('enrolledFrom', 'enrolledTo'),
  one('isLate', fc.constant(true)), one('hasUnread', fc.constant(true)), one('isUnassigned', fc.constant(true)),
  one('isClosingProposed', fc.constant(true)), one('isToInform', fc.constant(true)), one('isOwn', fc.constant(true)),
]
// biome-ignore format: a table
const sealedFilters = (dayOfBirth: fc.Arbitrary<PlainDate>): fc.Arbitrary<object>[] => [
  one('person', fc.constantFrom(...manyNames)), one('contact', fc.constantFrom(...manyMails)), one('vatNumber', fc.constantFrom(...manyVats)),
  one('taxCode', fc.constantFrom(...manyTaxCodes)), one('organisationName', fc.constantFrom(...manyNames)),
  one('accountNickname', fc.constantFrom(...manyNicknames)), one('narrative', fc.constantFrom(...manyWords)), range('bornFrom', 'bornTo', birthday),
  one('birthDate', dayOfBirth),
]

/** Some of them, none twice: halves of two draws of one range might not fit. */
const someOf = (filters: fc.Arbitrary<object>[], maxLength: number) =>
  fc.shuffledSubarray(filters, { maxLength }).chain((drawn) => fc.tuple(...drawn))

/** What filters are drawn for: read when a filter is drawn, after the cases are there. */
interface DrawnFrom {
  readonly cases: () => readonly ManyCase[]
  readonly staff: () => readonly OperatorRow[]
}

/** Random filters of cases, in clear and sealed, and combinations of both. */
export function filterDraws({ cases, staff }: DrawnFrom) {
  const someCase = fc.nat().map((index) => cases()[index % cases().length])
  /** Ids that some of the cases have; of cases without any, one that none has. */
  const idsOf = (key: ChoiceFilterKey) =>
    fc.array(someCase, { minLength: 1, maxLength: 4 }).map((some) => {
      const has = some.flatMap((drawn) => (drawn ? chosenIn(drawn, key) : []))
      return has.length > 0 ? [...new Set(has)].slice(0, 4) : [9999]
    })
  const condition = fc.tuple(fc.nat(), fc.constantFrom(...Object.values(tellings))).map(
    ([index, tell]) =>
      staff()
        .slice(index % staff().length)
        .slice(0, 1)
        .map(tell)[0] ?? {},
  )
  const operator = fc
    .array(condition, { minLength: 1, maxLength: 2 })
    .map((some): OperatorFilter => Object.assign({}, ...some))
  const clear = clearFilters({ idsOf, operator })
  const sealed = sealedFilters(someCase.map((drawn) => drawn?.values.birthDate ?? '1980-01-01'))
  const filters = fc
    .tuple(someOf(clear, 3), someOf(sealed, 1))
    .map(([some, few]) => Object.assign({}, ...some, ...few) as CaseFilters)
  return { clear, sealed, filters }
}
