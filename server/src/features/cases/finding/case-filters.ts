import {
  type CaseFilters,
  type CaseKey,
  type CaseStatus,
  choiceFilterKeys,
  choiceFilters,
  pendingStatuses,
  type RegistryKind,
  readReportCode,
  relevancesOutOfRemit,
  withPlainDigits,
} from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { LatenessDates } from '../case-terms.rules.ts'
import { dimensions, facetGroups, facetOf } from '../cases.facets.ts'
import { isReportColumn } from '../record/case-values.ts'
import { refersToAnyOf } from '../registry-references.ts'

/** Filters of a list of cases, prepared for the database. */
export interface CaseQuery {
  readonly filters: CaseFilters
  /** The statuses that the cases may have, by the filter or by their list; undefined for any. */
  readonly statuses?: readonly CaseStatus[] | undefined
  /** Search tokens: a case's report must have one of every group. */
  readonly tokens: readonly (readonly string[])[]
  /** Ids of the assignees; undefined for no filter. */
  readonly operatorIds?: readonly number[] | undefined
  /** The registry record that the cases refer to; undefined for no filter. */
  readonly record?: { readonly kind: RegistryKind; readonly id: number } | undefined
  /** The days before which a waiting case is late (`latenessDates`). */
  readonly late: LatenessDates
  /** The cases that had one of the numbers as their key in another system. */
  readonly keyedIds?: readonly number[] | undefined
  /** Prefix of public codes, in capitals. */
  readonly tag: string
}

export const intArray = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::int[]`
const textArray = (texts: readonly string[]) => sql`${[...texts]}::text[]`

/** A filter with an index of its own. */
export interface Source {
  /** Whether a row of `cases` meets the filter; PostgreSQL cannot turn it into a join. */
  readonly predicate: RawBuilder<boolean>
  /** The ids of all cases that meet the filter, where its index is on another table. */
  readonly idQuery?: RawBuilder<{ id: number }>
  /** The same without cases out of remit, where the index of the filter knows which these are. */
  readonly inRemitQuery?: RawBuilder<{ id: number }>
  /** The same for lists that read nothing of a case but its place. */
  readonly ofPlaces?: PlaceSource
}

/** A filter on `case_facets`, which has the columns of `cases` that are the place of a case in a list. */
interface PlaceSource {
  /** The ids and places of all cases that meet the filter. */
  readonly query: RawBuilder<{ id: number }>
  /** Whether a row of the table, under the name `cases`, meets the filter. */
  readonly predicate: RawBuilder<boolean>
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`

const tokenConditions = ({ tokens }: CaseQuery) =>
  tokens.map((group) => sql`tokens && ${`{${group.join()}}`}::bigint[]`)

/** SQL for whether the facets of a row meet the filters, by the table of the row. */
type FacetMatch = (table: string) => RawBuilder<boolean>

function facetMatchOf({ filters }: CaseQuery): FacetMatch | undefined {
  const groups = facetGroups(filters)
  if (groups.length === 0) return undefined
  return (table) => allOf(groups.map((group) => sql`${sql.ref(`${table}.facets`)} && ${intArray(group)}`))
}

/** Words and names by their search tokens, and facets. */
function searchSource(query: CaseQuery): Source[] {
  const tokens = tokenConditions(query)
  const facets = facetMatchOf(query)
  if (tokens.length > 0) return [tokenSource(query, allOf(tokens), facets)]
  return facets ? [facetSource(facets, query)] : []
}

/** Whether a query is for pending cases alone, which are few. */
export const arePending = ({ statuses = [] }: Pick<CaseQuery, 'statuses'>) =>
  statuses.length > 0 && statuses.every((status) => pendingStatuses.some((one) => one === status))

/** Facets: those of `case_facets`, unless they changed since. Those of pending cases have an index of their own. */
function facetSource(match: FacetMatch, query: CaseQuery) {
  const changed = sql`(select ${match('changed_facets')} from changed_facets where id = cases.id)`
  const pending = arePending(query) ? sql`is_pending and` : sql``
  const present = sql`present_facets where ${pending} ${match('present_facets')}`
  return {
    idQuery: sql<{ id: number }>`select id from ${present}`,
    predicate: sql<boolean>`coalesce(${changed}, (select ${match('case_facets')} from case_facets where id = cases.id))`,
    ofPlaces: {
      query: sql<{ id: number }>`select id, list_rank, is_out_of_remit from ${present}`,
      predicate: sql<boolean>`coalesce(${changed}, ${match('cases')})`,
    },
  }
}

const isInRemit: FacetMatch = (table) =>
  sql`not (${sql.ref(`${table}.facets`)} && ${intArray(relevancesOutOfRemit.map((id) => facetOf('relevances', id)))})`

/**
 * Holds for every row. PostgreSQL takes the comparison of a hundred tokens for one operation, so that among few cases it would compare
 * all rows; twenty more operations for each, which are counted and never made, let it use the index (proved by case-plans.test.ts).
 */
const priceOfTokens = sql<boolean>`(id > 0 or id > all (${`{${Array(20).fill(0).join()}}`}::int[]))`

const rowsOfTokens = (tokens: RawBuilder<boolean>) =>
  sql<{ id: number }>`select id from report_tokens where ${tokens} and ${priceOfTokens}`

/**
 * Tokens, and facets, of which each may be frequent where both are rare: the row of tokens has a copy of `case_facets` in the same
 * index. A case whose facets changed since is compared by itself.
 */
const idsTogether = (tokens: RawBuilder<boolean>, facets: FacetMatch): RawBuilder<{ id: number }> => sql`
  ${rowsOfTokens(tokens)} and ${facets('report_tokens')} and id not in (select id from changed_facets)
  union all
  select id from changed_facets join report_tokens using (id) where ${tokens} and ${facets('changed_facets')}`

/** Words and names by their search tokens, with the filters by facets. */
function tokenSource(query: CaseQuery, tokens: RawBuilder<boolean>, facets: FacetMatch | undefined): Source {
  const predicate = sql<boolean>`coalesce((select ${tokens} from report_tokens where id = cases.id), false)`
  if (!facets)
    return {
      idQuery: rowsOfTokens(tokens),
      inRemitQuery: idsTogether(tokens, isInRemit),
      predicate,
    }
  return {
    idQuery: idsTogether(tokens, facets),
    inRemitQuery: idsTogether(tokens, (table) => allOf([facets(table), isInRemit(table)])),
    predicate: allOf([facetSource(facets, query).predicate, predicate]),
  }
}

/** A filter on the clear columns of a report. */
const reportSource = (matches: RawBuilder<boolean>): Source => ({
  idQuery: sql`select case_id as id from reports where ${matches}`,
  predicate: sql`(select coalesce(${matches}, false) from reports where case_id = cases.id)`,
})

/** A filter by the choice of a field: a plain column of `reports` or of `cases`, with its index. */
export function choiceSource(key: CaseKey, ids: readonly number[]): Source {
  const table = isReportColumn(key) ? 'reports' : 'cases'
  const matches = sql<boolean>`${sql.ref(`${table}.${key}`)} = any(${intArray(ids)})`
  return table === 'reports' ? reportSource(matches) : { predicate: matches }
}

/** The filters by the choice of one field that is neither a facet nor sealed. */
const choiceSources = (filters: CaseFilters): Source[] =>
  choiceFilterKeys.flatMap((key) => {
    const { fields, field } = choiceFilters[key]
    const isPlain = fields.length === 1 && !(key in dimensions || field.personal)
    return isPlain && filters[key]?.length ? [choiceSource(fields[0] as CaseKey, filters[key])] : []
  })

function residenceSource({ nations, regions, provinces }: CaseFilters): Source[] {
  const places = [
    ['nation', nations],
    ['region', regions],
    ['province', provinces],
  ] as const
  const filtered = places.filter(([, ids]) => ids?.length)
  if (filtered.length === 0) return []
  const lives = (prefix: string) =>
    sql<boolean>`(${allOf(filtered.map(([name, ids = []]) => sql`${sql.ref(`${prefix}${name}`)} = any(${intArray(ids)})`))})`
  return [reportSource(sql`(${lives('')} or ${lives('organisation_')})`)]
}

function eventSource({ eventFrom, eventTo }: CaseFilters): Source[] {
  if (!eventFrom && !eventTo) return []
  const [from, to] = [eventFrom ?? '1000-01-01', eventTo ?? '9999-12-31']
  return [reportSource(sql`(event_date >= ${from}::date and event_date <= ${to}::date)`)]
}

/** Alone, unread messages are a condition with an index in list order; beside other filters they are a source of candidates. */
const besideUnread = ({ hasUnread }: CaseFilters, sources: readonly Source[]): readonly Source[] =>
  hasUnread && sources.length > 0
    ? [{ idQuery: sql`select id from cases where unread > 0`, predicate: sql`cases.unread > 0` }, ...sources]
    : sources

const recordSource = ({ record }: CaseQuery): Source[] =>
  record ? [{ predicate: refersToAnyOf(record.kind, [record.id]) }] : []

const normalizeProtocol = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** The office's own code is a protocol number too; its year and its tag may be left out. So is the key in the system a case came from. */
function protocolSource({ filters: { protocolNumbers = [] }, tag, keyedIds = [] }: CaseQuery): Source[] {
  const texts = protocolNumbers.map(normalizeProtocol).filter((text) => text !== '')
  if (texts.length === 0) return []
  const codes = protocolNumbers.flatMap((typed) => {
    const read = readReportCode(typed)
    const text = normalizeProtocol('value' in read ? read.value : withPlainDigits(typed))
    const [, year, number] = new RegExp(`^(?:${tag}-)?(?:(\\d{4})[-/])?(\\d{1,9})$`).exec(text) ?? []
    if (!number) return []
    // As an array it is a condition of the index, which begins with the year: `in (select …)` reads every number of every year.
    const years = year ? sql`array[${Number(year)}::int]` : sql`array(select year from protocol_counters)`
    return [sql`(protocol_year = any(${years}) and protocol_number = ${Number(number)})`]
  })
  const keyed = keyedIds.length > 0 ? [sql`cases.id = any(${intArray(keyedIds)})`] : []
  const matches = [sql`protocol_texts && ${textArray(texts)}`, ...codes, ...keyed]
  return [{ predicate: sql`(${sql.join(matches, sql` or `)})` }]
}

function protocolDaySource({ enrolledFrom, enrolledTo }: CaseFilters): Source[] {
  if (!enrolledFrom && !enrolledTo) return []
  const [from, to] = [enrolledFrom ?? '0000-01-01', enrolledTo ?? '9999-12-31']
  return [
    {
      predicate: sql`protocol_days is not null and protocol_days[1] <= ${to}
          and exists (select from unnest(protocol_days) as day where day between ${from} and ${to})`,
    },
  ]
}

/** The filters of a query that have an index of their own. */
export function sourcesOf(query: CaseQuery): readonly Source[] {
  const { filters } = query
  return besideUnread(filters, [
    ...searchSource(query),
    ...residenceSource(filters),
    ...eventSource(filters),
    ...choiceSources(filters),
    ...protocolSource(query),
    ...protocolDaySource(filters),
    ...recordSource(query),
  ])
}
