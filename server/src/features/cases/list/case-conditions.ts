import { type CaseFilters, limits, officeZone, type PlainDate, type RegistryKind } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { type lateBefore, waitingStatuses } from '../case-terms.rules.ts'
import { namesOneOf } from '../registry-references.ts'
import { facetGroups } from './cases.facets.ts'

export type LateBefore = ReturnType<typeof lateBefore>

/** What of the cases is asked for, ready for the database. */
export interface Wanted {
  readonly filters: CaseFilters
  /** Search tokens: a case's report must have one of every group. */
  readonly tokens: readonly (readonly string[])[]
  /** Who works on the cases; undefined where anybody may. */
  readonly operatorIds?: readonly number[] | undefined
  /** The record of the registry that the cases name; undefined where they may name any or none. */
  readonly record?: { readonly kind: RegistryKind; readonly id: number } | undefined
  /** The days before which what waits is late (`lateBefore`). */
  readonly late: LateBefore
  /** What public codes begin with, in capitals. */
  readonly tag: string
}

/** Wanted cases, as far as they were looked up. */
export interface LookedUp {
  /** All that can match, where they are few. */
  readonly ids?: readonly number[] | undefined
  /** What finds all that can match, where they are many. */
  readonly source?: Source | undefined
  /** What each of them must meet, told from its row of `cases`. */
  readonly conditions: readonly RawBuilder<boolean>[]
  /** Whether PostgreSQL can foresee how many match: it knows how frequent one value is, not how often two of them meet. */
  readonly isForeseen: boolean
  /** Those of the conditions that an index in list order begins with. */
  readonly leading: readonly RawBuilder<boolean>[]
}

const intArray = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::int[]`
const textArray = (texts: readonly string[]) => sql`${[...texts]}::text[]`

const dayStart = (day: PlainDate, later = 0) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${officeZone})`

const within = (column: string, from: PlainDate | undefined, to: PlainDate | undefined): RawBuilder<boolean>[] => [
  ...(from ? [sql<boolean>`${sql.ref(column)} >= ${dayStart(from)}`] : []),
  ...(to ? [sql<boolean>`${sql.ref(column)} < ${dayStart(to, 1)}`] : []),
]

/** A filter with an index of its own. */
export interface Source {
  /** Whether a case meets it, told from its row of `cases` alone: PostgreSQL has no other way to go about it. */
  readonly holds: RawBuilder<boolean>
  /** Finds the ids of all that meet it, where its index is not of `cases`. */
  readonly finding?: RawBuilder<{ id: number }>
}

const every = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`

const facetConditions = (filters: CaseFilters) =>
  facetGroups(filters).map((group) => sql<boolean>`facets && ${intArray(group)}`)

/** Words and names; what is a facet is found together with them (migration 0017). */
function tokenSource({ tokens, filters }: Wanted): Source[] {
  if (tokens.length === 0) return []
  const meets = every([
    ...tokens.map((group) => sql`tokens && ${`{${group.join()}}`}::bigint[]`),
    ...facetConditions(filters),
  ])
  return [
    {
      finding: sql`select id from report_tokens where ${meets}`,
      holds: sql`coalesce((select ${meets} from report_tokens where id = cases.id), false)`,
    },
  ]
}

function facetSource({ tokens, filters }: Wanted): Source[] {
  const conditions = facetConditions(filters)
  return tokens.length > 0 || conditions.length === 0 ? [] : [{ holds: every(conditions) }]
}

/** What stands beside the report in clear. */
const reportSource = (meets: RawBuilder<boolean>): Source => ({
  finding: sql`select case_id as id from reports where ${meets}`,
  holds: sql`(select coalesce(${meets}, false) from reports where case_id = cases.id)`,
})

function residenceSource({ nations, regions, provinces }: CaseFilters): Source[] {
  const places = [
    ['nation', nations],
    ['region', regions],
    ['province', provinces],
  ] as const
  const wanted = places.filter(([, ids]) => ids?.length)
  if (wanted.length === 0) return []
  const lives = (prefix: string) =>
    sql<boolean>`(${every(wanted.map(([name, ids = []]) => sql`${sql.ref(`${prefix}${name}`)} = any(${intArray(ids)})`))})`
  return [reportSource(sql`(${lives('')} or ${lives('organisation_')})`)]
}

function eventSource({ eventFrom, eventTo }: CaseFilters): Source[] {
  if (!eventFrom && !eventTo) return []
  const [from, to] = [eventFrom ?? '1000-01-01', eventTo ?? '9999-12-31']
  return [reportSource(sql`(event_date >= ${from}::date and event_date <= ${to}::date)`)]
}

function unreadSource({ hasUnread }: CaseFilters): Source[] {
  if (!hasUnread) return []
  const unread = sql`from case_messages where written_by is null and read_at is null`
  return [
    {
      finding: sql`select distinct case_id as id ${unread}`,
      holds: sql`(select count(*) > 0 ${unread} and case_id = cases.id)`,
    },
  ]
}

const recordSource = ({ record }: Wanted): Source[] => (record ? [{ holds: namesOneOf(record.kind, [record.id]) }] : [])

const spelt = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** The office's own code is a protocol number too; its year and its tag may be left out. */
function protocolSource({ protocolNumbers = [] }: CaseFilters, tag: string): Source[] {
  const texts = protocolNumbers.map(spelt).filter((text) => text !== '')
  if (texts.length === 0) return []
  const codes = texts.flatMap((text) => {
    const [, year, number] = new RegExp(`^(?:${tag}-)?(?:(\\d{4})[-/])?(\\d{1,9})$`).exec(text) ?? []
    if (!number) return []
    const years = year ? sql`(${Number(year)})` : sql`(select year from protocol_counters)`
    return [sql`(protocol_year in ${years} and protocol_number = ${Number(number)})`]
  })
  return [{ holds: sql`(${sql.join([sql`protocol_texts && ${textArray(texts)}`, ...codes], sql` or `)})` }]
}

function protocolDaySource({ enrolledFrom, enrolledTo }: CaseFilters): Source[] {
  if (!enrolledFrom && !enrolledTo) return []
  const [from, to] = [enrolledFrom ?? '0000-01-01', enrolledTo ?? '9999-12-31']
  return [
    {
      holds: sql`protocol_days is not null and protocol_days[1] <= ${to}
          and exists (select from unnest(protocol_days) as day where day between ${from} and ${to})`,
    },
  ]
}

/** One value is told as such: only then an index that begins with it gives its rows in order. */
const isOneOf = (column: 'status' | 'assignedTo', values: readonly (string | number)[], type: 'text' | 'integer') => {
  const [first] = values
  const name = sql.ref(`cases.${column}`)
  return values.length === 1
    ? sql<boolean>`${name} = ${first}`
    : sql<boolean>`${name} = any(${sql`${[...values]}`}::${sql.raw(type)}[])`
}

/** What an index in list order may begin with. */
const leadingConditions = ({
  filters: { statuses, isUnassigned, isClosingProposed },
  operatorIds,
}: Wanted): RawBuilder<boolean>[] => [
  ...(statuses?.length ? [isOneOf('status', statuses, 'text')] : []),
  ...(operatorIds ? [isOneOf('assignedTo', operatorIds, 'integer')] : []),
  ...(isUnassigned ? [sql<boolean>`cases.assigned_to is null`] : []),
  ...(isClosingProposed ? [sql<boolean>`cases.closing_proposed_at is not null`] : []),
]

/** What is told of each row. */
function plainConditions({ filters, late }: Wanted): RawBuilder<boolean>[] {
  const { reporter, isLate } = filters
  const language = reporter?.isOn === false ? undefined : reporter?.languageCode
  return [
    ...(language
      ? [
          sql<boolean>`cases.language_id in (select id from reference_items where list = 'language' and code = ${language.toUpperCase()})`,
        ]
      : []),
    ...(isLate ? [isLateOn(late)] : []),
    ...within('cases.created_at', filters.createdFrom, filters.createdTo),
    ...within('cases.inserted_at', filters.insertedFrom, filters.insertedTo),
  ]
}

export const isLateOn = ({ workedBefore, waitingBefore }: LateBefore) => sql<boolean>`
  (cases.status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened')
    and (cases.worked_from < ${dayStart(workedBefore)}
      or (cases.status = any(${textArray(waitingStatuses)}) and cases.status_since < ${dayStart(waitingBefore)})))`

/**
 * Looks up what has an index of its own. A filter that is alone is left to one statement; of several each is asked by itself, and
 * what it finds are the only candidates if they are few: PostgreSQL cannot foresee how many rows two of them have in common.
 */
export async function lookUp(db: Db, wanted: Wanted): Promise<LookedUp> {
  const { filters, tag } = wanted
  const own = [
    ...facetSource(wanted),
    ...protocolSource(filters, tag),
    ...protocolDaySource(filters),
    ...recordSource(wanted),
  ]
  const others = [
    ...tokenSource(wanted),
    ...residenceSource(filters),
    ...eventSource(filters),
    ...unreadSource(filters),
  ]
  const leading = leadingConditions(wanted)
  const plain = [...leading, ...plainConditions(wanted)]
  const sources = [...others, ...own]
  const [first] = others
  const few = sources.length > 1 && first ? await Promise.all(sources.map((source) => idsOf(db, source))) : []
  const ids = few.filter((found) => found !== undefined).reduce<ReadonlySet<number> | undefined>(meeting, undefined)
  const told = sources.filter((source, index) => few[index] === undefined && (ids || source !== first))
  return {
    ids: ids && [...ids],
    source: ids ? undefined : first,
    conditions: [...told.map(({ holds }) => holds), ...plain],
    isForeseen: others.length === 0 && own.length === facetGroups(filters).length && own.length + plain.length <= 1,
    leading,
  }
}

/** The cases of a source; undefined where they are more than are counted exactly. */
async function idsOf(db: Db, { finding, holds }: Source): Promise<ReadonlySet<number> | undefined> {
  const most = limits.page.exactCount
  // Found as if all were wanted: for a few PostgreSQL would read row after row, in the hope of meeting some.
  const { rows } = await sql<{ id: number }>`
    with found as materialized (${finding ?? sql`select id from cases where ${holds}`})
    select id from found limit ${most + 1}`.execute(db)
  return rows.length > most ? undefined : new Set(rows.map(({ id }) => id))
}

const meeting = (all: ReadonlySet<number> | undefined, some: ReadonlySet<number>): ReadonlySet<number> =>
  all ? new Set([...all].filter((id) => some.has(id))) : some
