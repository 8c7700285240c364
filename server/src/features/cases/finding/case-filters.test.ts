import {
  type CaseFilters,
  type CaseView,
  caseFilterNames,
  listOperators,
  type OperatorFilter,
  type OperatorRow,
  type ReferenceList,
  searchCases,
} from '@portal/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { filterDraws, tellings } from '../../../../test/case-filter-draws.ts'
import { chosenIn, type FilterWorld, meetsFilters } from '../../../../test/case-filter-oracle.ts'
import { operatorOnWire } from '../../../../test/make.ts'
import { insertManyCases, type ManyCase, madeUpCases, manyStatuses } from '../../../../test/many-cases.ts'
import { isLongSeries } from '../../../../test/series.ts'
import { choiceSource } from './case-filters.ts'
import { isByTerm } from './case-order.ts'

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

const worldOf = (role: Office): FilterWorld => ({ now: portal.clock.now(), userId: people[role], staff })

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

/** And reporters to inform, with what was received first. */
const firstReceived: Sorting = { campo: 'data_creazione', verso: 'asc' }

function orderOf(filters: CaseFilters, view: CaseView): Sorting | undefined {
  if (isByTerm({ view, filters })) return latestFirst
  return filters.isToInform ? firstReceived : undefined
}

function expected(filters: CaseFilters, view: CaseView, role: Office, asked: Sorting | undefined): number[] {
  const sorting = asked ?? orderOf(filters, view)
  // The list of all cases alone is filtered by operator.
  const { user, ...others } = filters
  const applied = view === 'all' && user ? { ...others, user } : others
  const hits = cases.filter((one) => isIn(view, role, one) && meetsFilters(one, applied, worldOf(role)))
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

const { clear, sealed, filters } = filterDraws({ cases: () => cases, staff: () => staff })
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

const firstPage = { sorting: undefined, view: 'all', role: 'manager', size: 20, page: 1 } as const
/** Two filters of which each has an order of its own, and each filter alone: chance need not draw every one of them. */
const surelyTried = () => {
  const alone = [...clear, ...sealed].flatMap((filter) => fc.sample(filter, 3))
  return [{ isLate: true, person: 'Wolkenstein' }, ...alone].map((given): [object] => [
    { ...firstPage, filters: given },
  ])
}

describe('any combination of filters', () => {
  test('is drawn of every filter that the contract has', () => {
    const drawn = [...clear, ...sealed].flatMap((filter) => fc.sample(filter, 50))
    expect(new Set(drawn.flatMap(Object.keys))).toEqual(new Set(Object.keys(caseFilterNames)))
  })

  test('finds what a plain reading of them finds: the same cases, in the same order, as many', async () => {
    const examples = surelyTried()
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
      { numRuns: examples.length + Number(process.env.FILTER_RUNS ?? 200), examples },
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
      from,
      to: from + 99,
      filters,
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
