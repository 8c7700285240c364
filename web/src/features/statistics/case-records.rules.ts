import { type CaseFilters, type CaseIndicator, type CaseStatus, caseStatusIds, type PlainDate } from '@portal/contract'
import { lastDay } from './periods.rules.ts'

type Narrowed = Partial<CaseFilters> | undefined
type Narrow = (key: string, filters: CaseFilters) => Narrowed

type ListFilter =
  | 'outcomes'
  | 'relevances'
  | 'grounds'
  | 'subGrounds'
  | 'fields'
  | 'contexts'
  | 'placeRegions'
  | 'placeProvinces'
  | 'channels'
  | 'languages'
  | 'modes'
  | 'virtualPlaces'

/** Whether a filter leaves room for one more choice: a case with two grounds is not found by "this one and that one". */
const allows = <T>(chosen: readonly T[] | undefined, one: T) => chosen === undefined || chosen.includes(one)

const byList =
  (filter: ListFilter): Narrow =>
  (key, filters) =>
    allows(filters[filter], Number(key)) ? { [filter]: [Number(key)] } : undefined

const statusOf = (id: string) =>
  (Object.keys(caseStatusIds) as CaseStatus[]).find((status) => String(caseStatusIds[status]) === id)

function byStatus(key: string): Narrowed {
  const status = statusOf(key)
  return status && { statuses: [status] }
}

/** The days of a month that are in the period too. */
function byMonth(month: string, { createdFrom, createdTo }: CaseFilters): Narrowed {
  const [first, last] = [`${month}-01` as PlainDate, lastDay(month)]
  return {
    createdFrom: createdFrom && createdFrom > first ? createdFrom : first,
    createdTo: createdTo && createdTo < last ? createdTo : last,
  }
}

/**
 * The filter that finds the cases of an entry. Age bands and durations have none; the filter by citizenship finds offenders
 * too, who are not counted.
 */
const narrowBy: Readonly<Partial<Record<CaseIndicator, Narrow>>> = {
  statuses: byStatus,
  outcomes: byList('outcomes'),
  relevances: byList('relevances'),
  grounds: byList('grounds'),
  subGrounds: byList('subGrounds'),
  fields: byList('fields'),
  contexts: byList('contexts'),
  regions: byList('placeRegions'),
  provinces: byList('placeProvinces'),
  months: byMonth,
  channels: byList('channels'),
  reporters: (key) => ({ reporter: { typeIds: [Number(key)], isOn: true } }),
  modes: byList('modes'),
  places: (key) => ({ isVirtual: key === '1' }),
  virtualPlaces: byList('virtualPlaces'),
  languages: byList('languages'),
  // Most cases that ask for none have no answer.
  accommodations: (key) => (key === '1' ? { needsAccommodation: true } : undefined),
  operators: (key) => ({ user: { ids: [Number(key)] } }),
}

/** The filters of exactly the cases that an entry counts; undefined where the list has none for them. */
export function filtersOfEntry(indicator: string, key: string, filters: CaseFilters): CaseFilters | undefined {
  const narrowed = narrowBy[indicator as CaseIndicator]?.(key, filters)
  return narrowed && { ...filters, ...narrowed }
}
