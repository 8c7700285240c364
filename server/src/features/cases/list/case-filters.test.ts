import {
  type CaseFilterKey,
  type CaseFilters,
  type CaseKey,
  type CaseView,
  type ChoiceFilterKey,
  caseFilterNames,
  choiceFilterKeys,
  choiceFilters,
  languageCodes,
  listOperators,
  type OperatorFilter,
  type OperatorRow,
  type PlainDate,
  pendingStatuses,
  type ReferenceList,
  searchCases,
} from '@portal/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { operatorOnWire } from '../../../../test/make.ts'
import {
  insertManyCases,
  type ManyCase,
  madeUpCases,
  manyMails,
  manyNames,
  manyNicknames,
  manyProtocols,
  manyStatuses,
  manyTaxCodes,
  manyVats,
  manyWords,
} from '../../../../test/many-cases.ts'
import { isLongSeries } from '../../../../test/series.ts'
import { choiceSource } from './case-query-plan.ts'

const roles = ['manager', 'operatorOne', 'operatorTwo'] as const
type Office = (typeof roles)[number]
const views = ['all', 'toAssign', 'mine', 'outOfRemit'] as const satisfies readonly CaseView[]

const count = isLongSeries ? 5000 : 3000

let portal: TestApp
let cases: ManyCase[]
const callers = {} as Record<Office, Caller>
const people = {} as Record<Office, number>
let staff: readonly OperatorRow[]
const labelOrder = {} as Record<string, number[]>
beforeAll(async () => {
  portal = await startTestApp()
  for (const role of roles) {
    callers[role] = await portal.as(role)
    people[role] = await portal.idOf(role)
  }
  await addNamesakes(callers.manager)
  staff = (await callers.manager.call(listOperators, { query: { from: 1, to: 100 } })).rows
  // Whoever lists cases has more of them than everybody else.
  const workers = [...Object.values(people), ...Object.values(people), ...staff.map(({ id }) => id)]
  cases = await insertManyCases(portal, madeUpCases(count, workers, portal.clock.now()))
  for (const list of [
    'final_outcome',
    'field_of_life',
    'discrimination_mode',
    'ground',
    'language',
  ] as const satisfies ReferenceList[])
    labelOrder[list] = await portal.services.reference.idsInOrder(list)
}, 180_000)
afterAll(() => portal.close())

/** People whose names begin as others' do, with several roles, and with telephones. */
async function addNamesakes(manager: Caller) {
  const more = [
    { nome: 'Luciano', cognome: 'Ferrante', telefono: '066781234', listaRuolo: ['ACLOP1', 'ACLOP2'] },
    { nome: 'Élodie', cognome: 'Ferri', telefono: '+39066781234', listaRuolo: ['ACLOP2'] },
  ]
  for (const one of more)
    expect((await manager.raw('POST', '/v1/admin/add-operatore', operatorOnWire(one))).status).toBe(200)
}

const any = (ids: readonly number[] | undefined, ...has: (number | undefined)[]) =>
  !ids?.length || has.some((id) => id !== undefined && ids.includes(id))
const flag = (wanted: boolean | undefined, has: boolean | undefined) => wanted === undefined || wanted === has
const romeDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
const dayOf = (instant: Date) => romeDays.format(instant)
const within = (from: PlainDate | undefined, to: PlainDate | undefined, ...days: (string | undefined)[]) =>
  (!from && !to) || days.some((day) => day !== undefined && (!from || day >= from) && (!to || day <= to))
const isText = (wanted: string | undefined, ...has: (string | undefined)[]) =>
  !wanted || has.some((text) => text?.toLowerCase().split(' ').includes(wanted.toLowerCase()))
const spelt = (text: string) => text.replace(/\s/g, '').toUpperCase()
const daysAgo = (days: number) => dayOf(new Date(portal.clock.now().getTime() - days * 86_400_000))

function isLate({ status, workedFrom, statusSince }: ManyCase): boolean {
  if (!pendingStatuses.some((one) => one === status)) return false
  const waits = ['open', 'toAssign', 'reopened'].includes(status)
  return dayOf(workedFrom) < daysAgo(90) || (waits && dayOf(statusSince) < daysAgo(7))
}

/** Somebody lives in all of the places asked for, or the association has its seat there. */
const livesIn = ({ values }: ManyCase, { nations, regions, provinces }: CaseFilters) =>
  (any(nations, values.nation) && any(regions, values.region) && any(provinces, values.province)) ||
  (any(nations, values.organisationNation) &&
    any(regions, values.organisationRegion) &&
    any(provinces, values.organisationProvince))

const begins = (text: string, wanted: string | undefined) =>
  !wanted || text.toLowerCase().startsWith(wanted.toLowerCase())
const isSame = (text: string | undefined, wanted: string | undefined) =>
  !wanted || text?.toLowerCase() === wanted.toLowerCase()
const digits = (text: string) => text.replace(/\D/g, '')

/** Whether an account matches all conditions. */
const isLike = (account: OperatorRow, conditions: OperatorFilter) =>
  any(conditions.ids, account.id) &&
  (!conditions.roles?.length || conditions.roles.some((role) => account.roles.includes(role))) &&
  isSame(account.taxCode, conditions.taxCode) &&
  isSame(account.mail, conditions.mail) &&
  (!conditions.phone || digits(account.phone ?? '') === digits(conditions.phone)) &&
  begins(account.firstName, conditions.firstName) &&
  begins(account.lastName, conditions.lastName)

/** Whether the operator of a case matches all conditions; true where there are none. */
const isWorkedOnBy = ({ assignedTo }: ManyCase, conditions: OperatorFilter = {}) =>
  Object.values(conditions).every((value) => !value?.length) ||
  staff.some((account) => account.id === assignedTo && isLike(account, conditions))

/** Whether the reporter of a case matches all conditions. */
const isReportedBy = ({ values }: ManyCase, { isOn, typeIds, languageCode }: NonNullable<CaseFilters['reporter']>) =>
  isOn === false ||
  (any(typeIds, values.profile) &&
    (!languageCode || languageCodes[values.language ?? 0]?.toLowerCase() === languageCode.toLowerCase()))

type Meets = (one: ManyCase, wanted: CaseFilters, role: Office) => boolean

/** The ids that a case has in the fields of a filter by a choice. */
const chosenIn = ({ values }: ManyCase, key: ChoiceFilterKey): number[] =>
  choiceFilters[key].fields.flatMap((path) => {
    const [field, column = ''] = path.split('.') as [CaseKey, string?]
    const has = [values[field] ?? []].flat() as (number | Readonly<Record<string, number | undefined>>)[]
    return has.flatMap((one) => (typeof one === 'number' ? one : (one[column] ?? [])))
  })
const byChoice = Object.fromEntries(
  choiceFilterKeys.map((key): [string, Meets] => [key, (one, wanted) => any(wanted[key], ...chosenIn(one, key))]),
) as Record<ChoiceFilterKey, Meets>

/** What a filter means, said once more in the plainest way: each has its row, unless it finds the choice of a field. */
// biome-ignore format: a table
const meets: Readonly<Record<CaseFilterKey, Meets>> = {
  ...byChoice,
  statuses:            (one, { statuses }) => !statuses?.length || statuses.includes(one.status),
  reporter:            (one, { reporter }) => !reporter || isReportedBy(one, reporter),
  user:                (one, { user }) => isWorkedOnBy(one, user),
  nations:             livesIn,
  regions:             livesIn,
  provinces:           livesIn,
  isVirtual:           ({ values }, { isVirtual }) => flag(isVirtual, values.isVirtual),
  isPrivate:           ({ values }, { isPrivate }) => flag(isPrivate, values.isPrivate),
  isOnePerson:         ({ values }, { isOnePerson }) => flag(isOnePerson, values.isOnePerson),
  isPhysicalAggression:({ values }, { isPhysicalAggression }) => flag(isPhysicalAggression, values.isPhysicalAggression),
  isHateCrime:         ({ values }, { isHateCrime }) => flag(isHateCrime, values.isHateCrime),
  involvesMinors:      ({ values }, { involvesMinors }) => flag(involvesMinors, values.involvesMinors),
  minorsCount:         ({ values }, { minorsCount }) => minorsCount === undefined || values.minorsCount === minorsCount,
  protocolNumbers:     ({ values }, { protocolNumbers }) => !protocolNumbers?.length || (values.protocolNumbers ?? []).some(({ number = '' }) => protocolNumbers.some((one) => spelt(one) === spelt(number))),
  eventFrom:           ({ values }, { eventFrom, eventTo }) => within(eventFrom, eventTo, values.eventDate),
  eventTo:             ({ values }, { eventFrom, eventTo }) => within(eventFrom, eventTo, values.eventDate),
  createdFrom:         ({ createdAt }, { createdFrom, createdTo }) => within(createdFrom, createdTo, dayOf(createdAt)),
  createdTo:           ({ createdAt }, { createdFrom, createdTo }) => within(createdFrom, createdTo, dayOf(createdAt)),
  insertedFrom:        ({ insertedAt }, { insertedFrom, insertedTo }) => within(insertedFrom, insertedTo, dayOf(insertedAt)),
  insertedTo:          ({ insertedAt }, { insertedFrom, insertedTo }) => within(insertedFrom, insertedTo, dayOf(insertedAt)),
  enrolledFrom:        ({ values }, { enrolledFrom, enrolledTo }) => within(enrolledFrom, enrolledTo, ...(values.protocolNumbers ?? []).map((line) => line.date)),
  enrolledTo:          ({ values }, { enrolledFrom, enrolledTo }) => within(enrolledFrom, enrolledTo, ...(values.protocolNumbers ?? []).map((line) => line.date)),
  birthDate:           ({ values }, { birthDate }) => within(birthDate, birthDate, values.birthDate, values.victimBirthDate),
  bornFrom:            ({ values }, { bornFrom, bornTo }) => within(bornFrom, bornTo, values.birthDate, values.victimBirthDate),
  bornTo:              ({ values }, { bornFrom, bornTo }) => within(bornFrom, bornTo, values.birthDate, values.victimBirthDate),
  isLate:              (one, { isLate: wanted }) => !wanted || isLate(one),
  hasUnread:           ({ unread }, { hasUnread }) => !hasUnread || unread > 0,
  isUnassigned:        ({ assignedTo }, { isUnassigned }) => !isUnassigned || assignedTo === null,
  isOwn:               ({ assignedTo }, { isOwn }, role) => !isOwn || assignedTo === people[role],
  isClosingProposed:   ({ closingProposedAt }, { isClosingProposed }) => !isClosingProposed || closingProposedAt !== null,
  person:              ({ values }, { person }) => isText(person, values.lastName, values.victimLastName, values.organisationName),
  taxCode:             ({ values }, { taxCode }) => !taxCode || values.reporterTaxCode === taxCode,
  contact:             ({ values }, { contact }) => !contact || values.email === contact,
  vatNumber:           ({ values }, { vatNumber }) => !vatNumber || values.organisationVat === vatNumber,
  organisationName:    ({ values }, { organisationName }) => isText(organisationName, values.organisationName),
  accountNickname:     ({ values }, { accountNickname }) => !accountNickname || values.accountNickname === accountNickname,
  narrative:           ({ values }, { narrative }) => isText(narrative, values.message),
}

const isOutOfRemit = ({ values }: ManyCase) => values.relevanceId === 2 || values.relevanceId === 4
function isIn(view: CaseView, role: Office, one: ManyCase): boolean {
  if (view === 'outOfRemit') return isOutOfRemit(one)
  if (isOutOfRemit(one)) return false
  if (view === 'toAssign') return one.status === 'toAssign'
  if (view === 'mine') return one.assignedTo === people[role]
  return (
    role !== 'operatorOne' || ['open', 'inWorkOne', 'reopened'].includes(one.status) || one.createdBy === people[role]
  )
}

const placeIn = (list: string, id: number | undefined) => {
  const place = id === undefined ? -1 : (labelOrder[list] ?? []).indexOf(id)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}
/** The columns that a list may be sorted by, as numbers. */
// biome-ignore format: a table
const sortValue: Record<string, (one: ManyCase) => number> = {
  data_creazione:              ({ createdAt }) => createdAt.getTime(),
  data_inserimento:            ({ insertedAt }) => insertedAt.getTime(),
  numero_protocollo:           ({ id }) => id,
  id_stato:                    ({ status }) => manyStatuses.indexOf(status),
  id_esito_finale:             ({ values }) => placeIn('final_outcome', values.outcomeId),
  id_ambito:                   ({ values }) => placeIn('field_of_life', values.fieldId),
  id_modalita_discriminazione: ({ values }) => placeIn('discrimination_mode', values.modeId),
  id_ground:                   ({ values }) => placeIn('ground', values.grounds?.[0]?.groundId),
  id_lingua:                   ({ values }) => placeIn('language', values.language),
  data_scadenza:               (one) => dueAt(one),
  virtuale_fisico:             ({ values }) => (values.isVirtual === undefined ? 2 : values.isVirtual ? 0 : 1),
}

const dueAt = ({ status, workedFrom, statusSince }: ManyCase) => {
  if (status === 'closed' || status === 'cancelled') return Number.POSITIVE_INFINITY
  const waits = ['open', 'toAssign', 'reopened'].includes(status)
  const close = workedFrom.getTime() + 90 * 86_400_000
  return Math.floor(Math.min(close, waits ? statusSince.getTime() + 7 * 86_400_000 : close) / 1000)
}

interface Sorting {
  readonly campo: string
  readonly verso: 'asc' | 'desc'
}

/** What is late and sorted by nobody begins with what is latest. */
const latestFirst: Sorting = { campo: 'data_scadenza', verso: 'asc' }

function expected(filters: CaseFilters, view: CaseView, role: Office, asked: Sorting | undefined): number[] {
  const sorting = asked ?? (filters.isLate ? latestFirst : undefined)
  // The list of all cases alone is filtered by operator.
  const keys = (Object.keys(filters) as CaseFilterKey[]).filter((key) => key !== 'user' || view === 'all')
  const hits = cases.filter((one) => isIn(view, role, one) && keys.every((key) => meets[key](one, filters, role)))
  const rank = (one: ManyCase) => (one.status === 'open' ? 0 : 1)
  const value = sorting && sortValue[sorting.campo]
  const sign = sorting?.verso === 'desc' ? -1 : 1
  const order = (one: ManyCase, other: ManyCase) => {
    if (!value) return rank(one) - rank(other) || other.id - one.id
    const [a, b] = [value(one), value(other)]
    return a === b ? sign * (one.id - other.id) : sign * (a < b ? -1 : 1)
  }
  return hits.toSorted(order).map(({ id }) => id)
}

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
/** Ids that some of the cases have; of cases without any, one that none has. */
const idsOf = (key: ChoiceFilterKey) =>
  fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: 4 }).map((places) => {
    const has = places.flatMap((place) => (cases[place] ? chosenIn(cases[place], key) : []))
    return has.length > 0 ? [...new Set(has)].slice(0, 4) : [9999]
  })
const one = <K extends keyof CaseFilters>(key: K, values: fc.Arbitrary<unknown>) =>
  values.map((value) => ({ [key]: value }))

/** Ways to tell of somebody of the office; the last three say nothing. */
// biome-ignore format: a table
const tellings = {
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
const condition = fc
  .tuple(fc.nat(), fc.constantFrom(...Object.values(tellings)))
  .map(([index, tell]) => staff.slice(index % staff.length, (index % staff.length) + 1).map(tell)[0] ?? {})
const operator = fc
  .array(condition, { minLength: 1, maxLength: 2 })
  .map((some): OperatorFilter => Object.assign({}, ...some))
const reporter = fc.record(
  { typeIds: ids(8), isOn: fc.boolean(), languageCode: fc.constantFrom('IT', 'en', 'FR', 'ar', 'XX', '') },
  { requiredKeys: [] },
)
const dayOfBirth = fc.nat(count - 1).map((index) => cases[index]?.values.birthDate ?? '1980-01-01')

/** Filters in clear, and filters on what is sealed. */
// biome-ignore format: a table
const clear: fc.Arbitrary<object>[] = [
  one('statuses', fc.uniqueArray(fc.constantFrom(...manyStatuses), { minLength: 1, maxLength: 4 })),
  one('reporter', reporter), one('user', operator), one('minorsCount', fc.integer({ min: 0, max: 4 })),
  ...choiceFilterKeys.map((key) => one(key, idsOf(key))),
  ...(['isVirtual', 'isPrivate', 'isOnePerson', 'isPhysicalAggression', 'isHateCrime', 'involvesMinors'] as const).map((key) => one(key, fc.boolean())),
  one('protocolNumbers', fc.uniqueArray(fc.constantFrom(...manyProtocols, 'dpo12/a', 'X 1'), { minLength: 1, maxLength: 2 })),
  range('eventFrom', 'eventTo'), range('createdFrom', 'createdTo'), range('insertedFrom', 'insertedTo'), range('enrolledFrom', 'enrolledTo'),
  one('isLate', fc.constant(true)), one('hasUnread', fc.constant(true)), one('isUnassigned', fc.constant(true)),
  one('isClosingProposed', fc.constant(true)), one('isOwn', fc.constant(true)),
]
// biome-ignore format: a table
const sealed: fc.Arbitrary<object>[] = [
  one('person', fc.constantFrom(...manyNames)), one('contact', fc.constantFrom(...manyMails)), one('vatNumber', fc.constantFrom(...manyVats)),
  one('taxCode', fc.constantFrom(...manyTaxCodes)), one('organisationName', fc.constantFrom(...manyNames)),
  one('accountNickname', fc.constantFrom(...manyNicknames)), one('narrative', fc.constantFrom(...manyWords)), range('bornFrom', 'bornTo', birthday),
  one('birthDate', dayOfBirth),
]
/** Some of them, none twice: halves of two draws of one range might not fit. */
const someOf = (filters: fc.Arbitrary<object>[], maxLength: number) =>
  fc.shuffledSubarray(filters, { maxLength }).chain((drawn) => fc.tuple(...drawn))
const filters = fc
  .tuple(someOf(clear, 3), someOf(sealed, 1))
  .map(([some, few]) => Object.assign({}, ...some, ...few) as CaseFilters)
const sorting = fc.option(
  fc.record({
    campo: fc.constantFrom(...Object.keys(sortValue)),
    verso: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { nil: undefined },
)

/** A list as the screen asks for it. */
const search = (caller: Caller, view: CaseView, asked: object) =>
  caller.call(searchCases, { query: { view }, wire: z.encode(searchCases.body, asked) as object })

/** Who works on the cases that a filter by operator finds, as the list of all cases answers. */
async function foundOf(user: OperatorFilter) {
  const { count, rows } = await search(callers.manager, 'all', { from: 1, to: 100, filters: { user } })
  const all = expected({ user }, 'all', 'manager', undefined)
  expect({ count, ids: rows.map(({ id }) => id) }, JSON.stringify(user)).toEqual({
    count: all.length,
    ids: all.slice(0, 100),
  })
  return rows.map(({ operator }) => operator)
}

describe('the filter by operator', () => {
  test('finds the cases whose operator matches all conditions: id, tax code, names, roles, mail, telephone', async () => {
    const luciano = staff.find(({ firstName }) => firstName === 'Luciano') as OperatorRow
    for (const name of ['id', 'taxCode', 'mail', 'phone'] as const)
      expect(new Set(await foundOf(tellings[name](luciano))), name).toEqual(new Set(['Ferrante Luciano']))
    const namesakes = new Set(['Ferri Giulia', 'Ferri Élodie', 'Ferrante Luciano'])
    expect(new Set(await foundOf(tellings.lastName(luciano)))).toEqual(namesakes)
    const lucs = new Set(['Rossetti Luca', 'Ferrante Luciano'])
    expect(new Set(await foundOf(tellings.firstName(luciano)))).toEqual(lucs)
    expect(new Set(await foundOf({ lastName: 'ferri', roles: ['operatorTwo'] }))).toEqual(new Set(['Ferri Élodie']))
    expect(await foundOf({ ids: [people.manager], lastName: 'Ferrante' })).toEqual([])
    expect(await foundOf({ taxCode: luciano.taxCode.slice(0, 15) })).toEqual([])
  })

  test.each(['unset', 'empty', 'nothing'] as const)('finds all cases without a condition: %s', async (name) => {
    expect(await foundOf(tellings[name]())).toContain(undefined)
  })

  test('narrows no other list', async () => {
    for (const view of views.slice(1)) {
      const { count } = await search(callers.manager, view, {
        from: 1,
        to: 1,
        filters: { user: { lastName: 'Rossetti' } },
      })
      expect(count, view).toBe(expected({}, view, 'manager', undefined).length)
    }
  })
})

test.each([
  ['nation', 'nations'],
  ['familyBackgroundId', 'familyBackgrounds'],
] as const)('a filter by %s that is no facet finds it in its plain column', async (field, key) => {
  const [id = 0] = cases.flatMap((one) => chosenIn(one, key))
  const { predicate, idQuery } = choiceSource(field, [id])
  const all = cases.filter(({ values }) => values[field] === id).map((one) => one.id)
  for (const query of [sql<{ id: number }>`select id from cases where ${predicate}`, ...(idQuery ? [idQuery] : [])]) {
    const { rows } = await query.execute(portal.database.db)
    expect(rows.map((row) => row.id).sort((a, b) => a - b)).toEqual(all)
  }
})

describe('any combination of filters', () => {
  test('is drawn of every filter that the contract has', () => {
    const drawn = [...clear, ...sealed].flatMap((filter) => fc.sample(filter, 50))
    expect(new Set(drawn.flatMap(Object.keys))).toEqual(new Set(Object.keys(caseFilterNames)))
  })

  test('finds what a plain reading of them finds: the same cases, in the same order, as many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          filters,
          sorting,
          view: fc.constantFrom(...views),
          role: fc.constantFrom(...roles),
          size: fc.integer({ min: 1, max: 100 }),
          page: fc.integer({ min: 1, max: 3 }),
        }),
        async ({ filters: given, sorting: sort, view, role, size, page }) => {
          const all = expected(given, view, role, sort)
          const from = (page - 1) * size + 1
          const asked = {
            from,
            to: from + size - 1,
            filters: given,
            ...(sort && { orderings: [{ column: sort.campo, direction: sort.verso }] }),
          }
          const reply = await search(callers[role], view, asked)
          expect({ count: reply.count, ids: reply.rows.map(({ id }) => id) }).toEqual({
            count: all.length,
            ids: all.slice(from - 1, from - 1 + size),
          })
        },
      ),
      { numRuns: Number(process.env.FILTER_RUNS ?? 250) },
    )
  }, 180_000)

  test('pages forwards and backwards by key in any order', async () => {
    for (const campo of Object.keys(sortValue)) {
      const orderings = [{ column: campo, direction: 'desc' as const }]
      const given: CaseFilters = { channels: [1, 2] }
      const all = expected(given, 'all', 'manager', { campo, verso: 'desc' })
      const first = await search(callers.manager, 'all', { from: 1, to: 40, filters: given, orderings })
      const next = await search(callers.manager, 'all', {
        from: 1,
        to: 40,
        after: first.lastKey,
        filters: given,
        orderings,
      })
      expect(
        next.rows.map(({ id }) => id),
        campo,
      ).toEqual(all.slice(40, 80))
      const back = await search(callers.manager, 'all', {
        from: 1,
        to: 40,
        before: next.firstKey,
        filters: given,
        orderings,
      })
      expect(
        back.rows.map(({ id }) => id),
        campo,
      ).toEqual(all.slice(0, 40))
    }
  })

  test('sorts as many as five hundred by who works on them, page by page; more are refused at the order', async () => {
    const byName = (filters: CaseFilters, from = 1, verso: 'asc' | 'desc' = 'asc') => ({
      ...{ from, to: from + 99, filters },
      orderings: [{ column: 'operatore', direction: verso }],
    })
    const few: CaseFilters = { grounds: [1], channels: [1, 2, 3, 4, 5, 6, 7, 8, 9] }
    const all = expected(few, 'all', 'manager', undefined)
    expect(all.length).toBeGreaterThan(100)
    expect(all.length).toBeLessThanOrEqual(500)
    const { compare } = new Intl.Collator('it')
    for (const verso of ['asc', 'desc'] as const) {
      const rows = []
      for (let from = 1; from <= all.length; from += 100)
        rows.push(...(await search(callers.manager, 'all', byName(few, from, verso))).rows)
      expect(rows.map(({ id }) => id).sort()).toEqual([...all].sort())
      const names = rows.map(({ operator }) => operator ?? '\uffff')
      expect(names).toEqual(names.toSorted((one, other) => (verso === 'asc' ? 1 : -1) * compare(one, other)))
      expect(new Set(names).size).toBeGreaterThan(2)
    }
    const wire = z.encode(searchCases.body, byName({})) as object
    const refused = await callers.manager.raw('POST', `${searchCases.path}?vista=0`, wire)
    expect(refused.status).toBe(400)
    expect(refused.body.result.errori).toEqual([
      expect.objectContaining({ campo: 'ordinamenti', codice: 'ordinamento_troppi_nomi' }),
    ])
  })
})
