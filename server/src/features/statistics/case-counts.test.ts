import {
  type CaseFilters,
  type CaseIndicator,
  type CaseStatistics,
  caseIndicators,
  caseStatusIds,
  getCaseStatistics,
  type Indicator,
  listOperators,
  type OperatorRow,
  startCaseStatistics,
} from '@portal/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { filterDraws } from '../../../test/case-filter-draws.ts'
import { dayOf, meetsFilters } from '../../../test/case-filter-oracle.ts'
import { type ExpectedDuties, makeDuties } from '../../../test/made-duties.ts'
import { insertManyCases, type ManyCase, madeUpCases } from '../../../test/many-cases.ts'
import { isLongSeries } from '../../../test/series.ts'

const roles = ['manager', 'operatorTwo'] as const
const count = isLongSeries ? 20_000 : 1500

let portal: TestApp
let cases: ManyCase[]
let duties: ExpectedDuties
let staff: readonly OperatorRow[]
/** When the office first wrote to the reporter, by case. */
const answeredAt = new Map<number, Date>()
const callers = {} as Record<(typeof roles)[number], Caller>
const people = {} as Record<(typeof roles)[number], number>
beforeAll(async () => {
  portal = await startTestApp()
  for (const role of roles) {
    callers[role] = await portal.as(role)
    people[role] = await portal.idOf(role)
  }
  staff = (await callers.manager.call(listOperators, { query: { from: 1, to: 100 } })).rows
  const workers = [...Object.values(people), ...staff.map(({ id }) => id)]
  cases = await insertManyCases(portal, madeUpCases(count, workers, portal.clock.now(), 11))
  await writeMessages()
  duties = await makeDuties(portal, cases, people.manager)
}, 600_000)
afterAll(() => portal.close())

/** Messages of every third case: of the reporter at once, of the office some days later and again after that. */
async function writeMessages() {
  const messages = cases.flatMap(({ id, createdAt }, index) => {
    if (index % 3 !== 0) return []
    const after = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000)
    const first = after((index % 40) * 20)
    answeredAt.set(id, first)
    return [
      { id, by: null, at: after(0) },
      { id, by: people.manager, at: after((index % 40) * 20 + 90) },
      { id, by: people.operatorTwo, at: first },
    ]
  })
  await portal.database.pool.query(
    `insert into case_messages (case_id, written_by, sent_at, read_at)
      select *, now() from unnest($1::int[], $2::int[], $3::timestamptz[])`,
    [messages.map(({ id }) => id), messages.map(({ by }) => by), messages.map(({ at }) => at)],
  )
}

/** The grounds and fields of the directives, as the first entries of their lists have them: by ground and by field of the office. */
const groundsOfDirectives: Readonly<Record<number, number>> = { 1: 101, 2: 201, 3: 301, 4: 401, 5: 501, 8: 801 }
/** Housing, transport, shops and banks are goods and services. */
const fieldsOfDirectives: Readonly<Record<number, number>> = { 1: 101, 2: 201, 3: 301, 4: 401, 5: 101, 8: 101, 9: 101 }

const daysBetween = (from: Date, to: Date) =>
  Math.max(0, Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / 86_400_000))
const idsOf = (ids: readonly (number | undefined)[]) => ids.filter((id) => id !== undefined)
const maybe = <T>(value: T | undefined | null) => (value === undefined || value === null ? [] : [value])

/** What a case counts as, said once more in the plainest way; of durations the days. */
// biome-ignore format: a table
const plain: Readonly<Record<CaseIndicator, (one: ManyCase) => readonly (string | number)[]>> = {
  statuses:      ({ status }) => [caseStatusIds[status]],
  outcomes:      ({ values }) => maybe(values.outcomeId),
  relevances:    ({ values }) => maybe(values.relevanceId),
  grounds:       ({ values }) => idsOf((values.grounds ?? []).map(({ groundId }) => groundId)),
  subGrounds:    ({ values }) => idsOf((values.grounds ?? []).map(({ subGroundId }) => subGroundId)),
  fields:        ({ values }) => maybe(values.fieldId),
  contexts:      ({ values }) => idsOf((values.contexts ?? []).map(({ contextId }) => contextId)),
  regions:       ({ values }) => maybe(values.placeRegion),
  provinces:     ({ values }) => maybe(values.placeProvince),
  months:        ({ createdAt }) => [dayOf(createdAt).slice(0, 7)],
  channels:      ({ values }) => maybe(values.channelId),
  reporters:     ({ values }) => maybe(values.profile),
  modes:         ({ values }) => maybe(values.modeId),
  places:        ({ values }) => maybe(values.isVirtual).map(Number),
  virtualPlaces: ({ values }) => maybe(values.virtualPlaceId),
  ageBands:      ({ values }) => maybe(values.victimAgeBandId),
  citizenships:  ({ values }) => idsOf((values.victimCitizenships ?? []).map(({ citizenshipId }) => citizenshipId)),
  operators:     ({ assignedTo }) => maybe(assignedTo),
  takeDays:      ({ assignedTo, createdAt, statusSince }) => assignedTo === null ? [] : [daysBetween(createdAt, statusSince)],
  directiveGrounds: ({ values }) => idsOf((values.grounds ?? []).map(({ groundId = 0 }) => groundsOfDirectives[groundId])),
  directiveFields:  ({ values }) => idsOf([fieldsOfDirectives[values.fieldId ?? 0]]),
  languages:     ({ values }) => maybe(values.language),
  accommodations: ({ values }) => [values.needsAccommodation ? 1 : 0],
  answerDays:    ({ id, createdAt }) => maybe(answeredAt.get(id)).map((at) => daysBetween(createdAt, at)),
  informed:      ({ id }) => maybe(duties.informed.get(id)),
  assessments:   ({ id }) => duties.stages.get(id) ?? [],
  followUps:     ({ id }) => maybe(duties.followUps.get(id)),
  closeDays:     ({ status, createdAt, closedAt }) => status === 'closed' && closedAt ? [daysBetween(createdAt, closedAt)] : [],
}

const middle = (sorted: readonly number[]) =>
  ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2

/** The key of the band that has a number of days, from the starts of the table. */
function bandKeyOf(days: number, starts: readonly number[]): string {
  const place = starts.findLastIndex((start) => days >= start)
  const [from = 0, next] = [starts[place], starts[place + 1]]
  if (next === undefined) return `${from}+`
  return from === next - 1 ? `${from}` : `${from}-${next - 1}`
}

/** The fewest days within which nine tenths of the values are: tried from the least. */
const nineTenths = (sorted: readonly number[]) =>
  sorted.find((day) => sorted.filter((one) => one <= day).length >= 0.9 * sorted.length)

/** The expected numbers of an indicator: counts by key, cases without a value, median, mean and 90th percentile. */
function plainCount(indicator: CaseIndicator, found: readonly ManyCase[]) {
  const { bands }: Indicator = caseIndicators[indicator]
  const keysOf = (one: ManyCase) => [...new Set(plain[indicator](one).map(String))]
  const counts: Record<string, number> = {}
  for (const key of found.flatMap(keysOf)) {
    const entry = bands ? bandKeyOf(Number(key), bands) : key
    counts[entry] = (counts[entry] ?? 0) + 1
  }
  const days = bands ? found.flatMap((one) => plain[indicator](one).map(Number)).sort((a, b) => a - b) : []
  const sum = days.reduce((all, day) => all + day, 0)
  return {
    counts,
    missing: found.filter((one) => keysOf(one).length === 0).length,
    ...(days.length > 0 && {
      median: middle(days),
      mean: Math.round((sum / days.length) * 10) / 10,
      p90: nineTenths(days),
    }),
  }
}

const expectedOf = (found: readonly ManyCase[]) => ({
  total: found.length,
  indicators: Object.fromEntries(
    (Object.keys(caseIndicators) as CaseIndicator[]).map((indicator) => [indicator, plainCount(indicator, found)]),
  ),
})

/** The same form from an answer. Entries without records are left out. */
const answered = ({ total, indicators }: CaseStatistics['result']) => ({
  total,
  indicators: Object.fromEntries(
    indicators.map(({ indicator, entries, ...rest }) => {
      const counts = entries
        .filter(({ count: records }) => records > 0)
        .map(({ key, count: records }) => [key, records])
      return [indicator, { counts: Object.fromEntries(counts), ...rest }]
    }),
  ),
})

async function read(caller: Caller, filters?: CaseFilters, comparison?: CaseFilters) {
  const wire = z.encode(startCaseStatistics.body, { filters, comparison }) as object
  const { id } = await caller.call(startCaseStatistics, { wire })
  const statistics = await caller.call(getCaseStatistics, { wire: { numero_univoco: id } })
  if (!statistics) throw new Error('The statistics are not ready.')
  return statistics
}

const { filters } = filterDraws({ cases: () => cases, staff: () => staff })
const worldOf = (role: (typeof roles)[number]) => ({ now: portal.clock.now(), userId: people[role], staff })
const matching = (given: CaseFilters, role: (typeof roles)[number]) =>
  cases.filter((one) => meetsFilters(one, given, worldOf(role)))

describe('the statistics of cases', () => {
  test('count every case that RUP and level II may read, in remit or not, by every indicator', async () => {
    for (const role of roles) {
      const { result } = await read(callers[role])
      expect(answered(result)).toEqual(expectedOf(cases))
    }
  })

  test('count what any filters of the case list find, and a second set to compare with', async () => {
    await fc.assert(
      fc.asyncProperty(filters, filters, fc.constantFrom(...roles), async (given, other, role) => {
        const { result, comparison } = await read(callers[role], given, other)
        expect(answered(result)).toEqual(expectedOf(matching(given, role)))
        if (!comparison) throw new Error('The comparison is missing.')
        expect(answered(comparison)).toEqual(expectedOf(matching(other, role)))
      }),
      { numRuns: Number(process.env.FILTER_RUNS ?? (isLongSeries ? 100 : 60)) },
    )
  }, 600_000)

  test('state shares of cases: of grounds, which a case may have several of, they may exceed the whole', async () => {
    const { result } = await read(callers.manager, { subGrounds: [101, 102] })
    for (const { entries, missing, indicator } of result.indicators) {
      const { unit }: Indicator = caseIndicators[indicator]
      for (const { share, count: records } of entries)
        expect(share).toBe(Math.round((records / result.total) * 10_000) / 10_000)
      const sum = entries.reduce((all, entry) => all + entry.count, missing)
      if (unit === 'records') expect(sum, indicator).toBe(result.total)
      else expect(sum, indicator).toBeGreaterThanOrEqual(result.total)
    }
  })
})
