import { type CaseFilters, limits, officeZone, type PlainDate } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { type lateBefore, waitingStatuses } from './case-terms.rules.ts'
import { facetGroups } from './cases.facets.ts'

export type LateBefore = ReturnType<typeof lateBefore>

/** What of the cases is asked for, ready for the database. */
export interface Wanted {
  readonly filters: CaseFilters
  /** Search tokens: a case's report must have one of every group. */
  readonly tokens: readonly (readonly string[])[]
  /** Who works on the cases; undefined where anybody may. */
  readonly operatorIds?: readonly number[] | undefined
  /** The days before which what waits is late (`lateBefore`). */
  readonly late: LateBefore
  /** What public codes begin with, in capitals. */
  readonly tag: string
}

/** Wanted cases, as far as they were looked up. */
export interface LookedUp {
  /** The only cases that can match, where they are few. */
  readonly ids?: readonly number[] | undefined
  readonly conditions: readonly RawBuilder<boolean>[]
}

const intArray = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::int[]`
const textArray = (texts: readonly string[]) => sql`${[...texts]}::text[]`

const dayStart = (day: PlainDate, later = 0) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${officeZone})`

const within = (column: string, from: PlainDate | undefined, to: PlainDate | undefined): RawBuilder<boolean>[] => [
  ...(from ? [sql<boolean>`${sql.ref(column)} >= ${dayStart(from)}`] : []),
  ...(to ? [sql<boolean>`${sql.ref(column)} < ${dayStart(to, 1)}`] : []),
]

/** What an index of its own finds: ids of cases. */
type Source = RawBuilder<{ id: number }>

function tokenSource(groups: Wanted['tokens']): Source[] {
  if (groups.length === 0) return []
  const meets = groups.map((group) => sql`tokens && ${`{${group.join()}}`}::bigint[]`)
  return [sql`select id from report_tokens where ${sql.join(meets, sql` and `)}`]
}

function facetSource(filters: CaseFilters): Source[] {
  const groups = facetGroups(filters)
  if (groups.length === 0) return []
  const meets = groups.map((group) => sql`facets && ${intArray(group)}`)
  return [sql`select id from cases where ${sql.join(meets, sql` and `)}`]
}

function residenceSource({ nations, regions, provinces }: CaseFilters): Source[] {
  const places = [
    ['nation', nations],
    ['region', regions],
    ['province', provinces],
  ] as const
  const wanted = places.filter(([, ids]) => ids?.length)
  if (wanted.length === 0) return []
  const lives = (prefix: string) =>
    sql.join(
      wanted.map(([name, ids = []]) => sql`${sql.ref(`${prefix}${name}`)} = any(${intArray(ids)})`),
      sql` and `,
    )
  return [
    sql`select case_id as id from reports where ${lives('')}
        union all select case_id from reports where ${lives('organisation_')}`,
  ]
}

function eventSource({ eventFrom, eventTo }: CaseFilters): Source[] {
  if (!eventFrom && !eventTo) return []
  return [
    sql`select case_id as id from reports
        where event_date >= ${eventFrom ?? '1000-01-01'}::date and event_date <= ${eventTo ?? '9999-12-31'}::date`,
  ]
}

const spelt = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** The office's own code is a protocol number too. */
function protocolSource({ protocolNumbers = [] }: CaseFilters, tag: string): Source[] {
  const texts = protocolNumbers.map(spelt).filter((text) => text !== '')
  if (texts.length === 0) return []
  const codes = texts.flatMap((text) => {
    const [, year, number] = new RegExp(`^${tag}-(\\d{4})-(\\d{1,9})$`).exec(text) ?? []
    return year && number
      ? [sql`select id from cases where protocol_year = ${Number(year)} and protocol_number = ${Number(number)}`]
      : []
  })
  return [
    sql`${sql.join([sql`select id from cases where protocol_texts && ${textArray(texts)}`, ...codes], sql` union `)}`,
  ]
}

function protocolDaySource({ enrolledFrom, enrolledTo }: CaseFilters): Source[] {
  if (!enrolledFrom && !enrolledTo) return []
  const [from, to] = [enrolledFrom ?? '0000-01-01', enrolledTo ?? '9999-12-31']
  return [
    sql`select id from cases where protocol_days is not null and protocol_days[1] <= ${to}
          and exists (select from unnest(protocol_days) as day where day between ${from} and ${to})`,
  ]
}

/** What no index of its own finds: told row by row. */
function plainConditions({ filters, operatorIds, late }: Wanted): RawBuilder<boolean>[] {
  const { statuses, reporter, isLate, hasUnread, isUnassigned } = filters
  const language = reporter?.isOn === false ? undefined : reporter?.languageCode
  return [
    ...(statuses?.length ? [sql<boolean>`cases.status = any(${textArray(statuses)})`] : []),
    ...(operatorIds ? [sql<boolean>`cases.assigned_to = any(${intArray(operatorIds)})`] : []),
    ...(isUnassigned ? [sql<boolean>`cases.assigned_to is null`] : []),
    ...(language
      ? [
          sql<boolean>`cases.language_id in (select id from reference_items where list = 'language' and code = ${language.toUpperCase()})`,
        ]
      : []),
    ...(hasUnread
      ? [
          sql<boolean>`exists (select from case_messages m where m.case_id = cases.id and m.written_by is null and m.read_at is null)`,
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
 * Looks up what has an index of its own, and goes on with the cases found if they are few: PostgreSQL cannot foresee how many rows
 * meet a token, and would walk through the whole list for one that is rare.
 */
export async function lookUp(db: Db, wanted: Wanted): Promise<LookedUp> {
  const { filters, tokens, tag } = wanted
  const sources = [
    ...tokenSource(tokens),
    ...facetSource(filters),
    ...residenceSource(filters),
    ...eventSource(filters),
    ...protocolSource(filters, tag),
    ...protocolDaySource(filters),
  ]
  const plain = plainConditions(wanted)
  const few = await Promise.all(sources.map((source) => idsOf(db, source)))
  const ids = few.filter((found) => found !== undefined).reduce<ReadonlySet<number> | undefined>(meeting, undefined)
  const many = sources.filter((_source, index) => few[index] === undefined)
  return {
    ids: ids && [...ids],
    conditions: [...many.map((source) => sql<boolean>`cases.id in (${source})`), ...plain],
  }
}

/** The cases of a source; undefined where they are more than are counted exactly. */
async function idsOf(db: Db, source: Source): Promise<ReadonlySet<number> | undefined> {
  const most = limits.page.exactCount
  const { rows } = await sql<{ id: number }>`select id from (${source}) as found limit ${most + 1}`.execute(db)
  return rows.length > most ? undefined : new Set(rows.map(({ id }) => id))
}

const meeting = (all: ReadonlySet<number> | undefined, some: ReadonlySet<number>): ReadonlySet<number> =>
  all ? new Set([...all].filter((id) => some.has(id))) : some
