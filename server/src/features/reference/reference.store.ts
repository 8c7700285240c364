import { defaults, type PlaceKind, type ReferenceList } from '@portal/contract'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { defineStatement, type HoleOf } from '#platform/database/statement.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Place } from './place-index.ts'

/** An item with its labels by language. */
export interface StoredItem {
  readonly list: ReferenceList
  readonly id: number
  readonly labels: Readonly<Record<string, string>>
  readonly parentId: number | null
  readonly isOther: boolean
  readonly code: string | null
  /** Its place in a list with an order of its own. */
  readonly position: number | null
  readonly isRetired: boolean
}

/** Restricts a list to the children of a parent, or to what a kind of place allows. */
export interface ListFilter {
  readonly parentId?: number | undefined
  readonly place?: PlaceKind | undefined
  /** Includes retired entries and abolished places, for the labels of records that use them. */
  readonly withRetired?: boolean
}

/** The columns of entries that are retired from a date in `column`. Places of birth may be abolished. */
const shapeOf = (column: string, { place }: ListFilter) => sql`false as is_other, null::integer as position,
  ${place === 'birth' ? sql`false` : sql`${sql.ref(column)} is not null`} as is_retired`

const inForce = (column: string, { place, withRetired }: ListFilter) =>
  place === 'birth' || withRetired ? sql`true` : sql`${sql.ref(column)} is null`

const ownItems = (condition: RawBuilder<unknown>, { withRetired }: ListFilter) => sql`
  select list, id, labels, parent_id, code, is_other, position, retired_at is not null as is_retired
  from reference_items where ${condition} and deleted_at is null ${withRetired ? sql`` : sql`and retired_at is null`}`

/**
 * Selects every list in one shape; nations, regions, provinces and municipalities have tables of their own. Places of birth
 * include abolished ones; places in Italy have one nation.
 */
const sources = {
  nation: (filter: ListFilter) => sql`
    select 'nation' as list, id, labels, null::integer as parent_id, iso2 as code, ${shapeOf('retired_at', filter)}
    from nations where ${filter.place === 'italy' ? sql`id = ${defaults.nationId}` : inForce('retired_at', filter)}`,
  citizenship: (filter: ListFilter) => sql`
    select 'citizenship' as list, id, labels, null::integer as parent_id, iso2 as code, ${shapeOf('retired_at', filter)}
    from nations where ${inForce('retired_at', { ...filter, place: undefined })}`,
  region: () => sql`
    select 'region' as list, id, jsonb_build_object('it', name) as labels, null::integer as parent_id, null as code,
      false as is_other, null::integer as position, false as is_retired from regions`,
  province: (filter: ListFilter) => sql`
    select 'province' as list, id, jsonb_build_object('it', name) as labels, region_id as parent_id, abbreviation as code,
      ${shapeOf('retired_at', filter)} from provinces where ${inForce('retired_at', filter)}`,
  // One that ended before ISTAT's codes of today is a place of birth alone.
  city: (filter: ListFilter) => sql`
    select 'city' as list, id, jsonb_build_object('it', name) as labels, province_id as parent_id, null as code,
      ${shapeOf('valid_until', filter)} from municipalities
    where ${inForce('valid_until', filter)} and ${filter.place === 'birth' ? sql`true` : sql`istat_code is not null`}`,
} as const

const sourceOf = (list: ReferenceList, filter: ListFilter) =>
  list in sources ? sources[list as keyof typeof sources](filter) : ownItems(sql`list = ${list}`, filter)

/** A number that every change of a list or a place raises. */
export async function readListVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from list_version`.execute(db)
  return rows[0]?.version ?? 0
}

/** The items of one list, all or those under a parent; those in force unless `withRetired` is set. */
export async function listItems(db: Db, list: ReferenceList, filter: ListFilter = {}): Promise<StoredItem[]> {
  const { parentId } = filter
  const under = parentId === undefined ? sql`` : sql`where parent_id = ${parentId}`
  const { rows } = await sql<StoredItem>`select * from (${sourceOf(list, filter)}) as items ${under}`.execute(db)
  return rows
}

/** The items of several lists, in one query. */
export async function listItemsOf(
  db: Db,
  lists: readonly ReferenceList[],
  filter: Pick<ListFilter, 'withRetired'>,
): Promise<StoredItem[]> {
  const ownTables = lists.filter((list) => list in sources)
  const { rows } = await sql<StoredItem>`
    ${ownItems(sql`list = any(${lists as string[]}::text[])`, filter)}
    ${sql.join(
      ownTables.map((list) => sql`union all ${sourceOf(list, filter)}`),
      sql` `,
    )}`.execute(db)
  return rows
}

export interface Choice {
  readonly key: string
  readonly list: ReferenceList
  readonly id: number
  readonly place?: PlaceKind | undefined
}

/** What decides whether an item may be chosen. */
export interface ChosenItem {
  readonly parentId: number | null
  readonly isRetired: boolean
}

/** Ids of entries: of the own lists with their list at the same index, of the lists with a table of their own by table. */
interface EntryIds {
  readonly lists: readonly string[]
  readonly items: readonly number[]
  readonly nations: readonly number[]
  readonly regions: readonly number[]
  readonly provinces: readonly number[]
  readonly cities: readonly number[]
}

/** An entry that a choice names. */
export interface FoundEntry extends ChosenItem {
  readonly list: string
  readonly id: number
}

/** Entries by their ids, retired ones too. One text for any number of them, so that its plan is kept. */
const findEntries = defineStatement((db, hole: HoleOf<EntryIds>) =>
  db
    .selectFrom(
      sql<FoundEntry>`(
        select list, id, parent_id, retired_at is not null as is_retired
          from unnest(${hole('lists')}::text[], ${hole('items')}::int[]) as chosen (list, id)
          join reference_items using (list, id) where deleted_at is null
        union all
        select 'nation', id, null, retired_at is not null from nations where id = any(${hole('nations')}::int[])
        union all
        select 'region', id, null, false from regions where id = any(${hole('regions')}::int[])
        union all
        select 'province', id, region_id, retired_at is not null from provinces where id = any(${hole('provinces')}::int[])
        union all
        select 'city', id, province_id, valid_until is not null from municipalities where id = any(${hole('cities')}::int[]))`.as(
        'found',
      ),
    )
    .select(['list', 'id', 'parentId', 'isRetired']),
)

/** Citizenships are nations under another name. */
const tableOf = (list: ReferenceList) => (list === 'citizenship' ? 'nation' : list)

/** Selects the entries that choices name; undefined without a choice. */
export function selectChosen(db: Db, choices: readonly Choice[]): CompiledQuery<FoundEntry> | undefined {
  if (choices.length === 0) return undefined
  const own = choices.filter(({ list }) => !(list in sources))
  const idsIn = (table: string) => choices.filter(({ list }) => tableOf(list) === table).map(({ id }) => id)
  return findEntries.filled(db, {
    lists: own.map(({ list }) => list),
    items: own.map(({ id }) => id),
    nations: idsIn('nation'),
    regions: idsIn('region'),
    provinces: idsIn('province'),
    cities: idsIn('city'),
  })
}

/** The chosen items by choice key, retired ones too. A choice of an id that no item has is missing from the map. */
export function chosenOf(choices: readonly Choice[], entries: readonly FoundEntry[]): Map<string, ChosenItem> {
  const byPlace = new Map(entries.map((entry) => [`${entry.list} ${entry.id}`, entry]))
  return new Map(
    choices.flatMap(({ key, list, id, place }): [string, ChosenItem][] => {
      const entry = byPlace.get(`${tableOf(list)} ${id}`)
      const isElsewhere = list === 'nation' && place === 'italy' && id !== defaults.nationId
      if (!entry || isElsewhere) return []
      // People may be born in places that were abolished since.
      return [[key, { parentId: entry.parentId, isRetired: entry.isRetired && place !== 'birth' }]]
    }),
  )
}

/** A municipality or nation with its code of the land registry. */
export interface CodedPlace {
  readonly name: string
  readonly nation: number
  readonly region: number | null
  readonly province: number | null
  readonly city: number | null
}

/** The municipality or nation with a code of the land registry, also one that ended. */
export async function findPlaceOfCode(db: Db, code: string): Promise<CodedPlace | undefined> {
  const { rows } = await sql<CodedPlace>`
    select m.name || ' (' || p.abbreviation || ')' as name, ${defaults.nationId}::integer as nation, p.region_id as region,
      p.id as province, m.id as city
    from municipalities m join provinces p on p.id = m.province_id where m.belfiore = ${code}
    union all
    select labels ->> 'it', id, null, null, null from nations where belfiore = ${code}`.execute(db)
  return rows[0]
}

/** Every region, province and municipality of Italy, also those that ended. */
export async function readPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select name, null as abbreviation, name as region, id as region_id, null::integer as province_id, null::integer as city_id,
      false as is_retired from regions
    union all
    select p.name, p.abbreviation, r.name, r.id, p.id, null, p.retired_at is not null
    from provinces p join regions r on r.id = p.region_id
    union all
    select m.name, p.abbreviation, r.name, r.id, p.id, m.id, m.valid_until is not null or m.istat_code is null
    from municipalities m join provinces p on p.id = m.province_id join regions r on r.id = p.region_id`.execute(db)
  return rows
}

/** Serialises inserts into a list until the transaction ends, so that concurrent callers see each other's items. */
export const lockList = (tx: Db, list: ReferenceList) =>
  sql`select pg_advisory_xact_lock(hashtext(${`reference_items ${list}`}))`.execute(tx)

/** Lower ids belong to the seeded lists; 99 is 'Altro'. */
const firstAddedId = 100

/** Adds an item under the next id, which no item has had, not even a deleted one; returns the id. */
export async function insertItem(
  tx: Db,
  list: ReferenceList,
  labels: Readonly<Record<string, string | undefined>>,
  parentId: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into reference_items (list, id, labels, parent_id)
    select ${list}, greatest(${firstAddedId}, coalesce(max(id) + 1, 1)), ${JSON.stringify(labels)}::jsonb, ${parentId}::integer
    from reference_items where list = ${list} returning id`.execute(tx)
  return rows[0]?.id ?? 0
}
