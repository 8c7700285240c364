import { defaults, type PlaceKind, type ReferenceList } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** An item with its labels by language. */
export interface StoredItem {
  readonly list: ReferenceList
  readonly id: number
  readonly labels: Readonly<Record<string, string>>
  readonly parentId: number | null
  readonly isOther: boolean
  readonly code: string | null
}

const inForce = (column: string, place: PlaceKind | undefined) =>
  place === 'birth' ? sql`true` : sql`${sql.ref(column)} is null`

/**
 * Selects every list in one shape; nations, regions, provinces and municipalities have tables of their own. Places of birth
 * include abolished ones; places in Italy have one nation.
 */
const sources = {
  reference_items: (list: string) => sql`
    select list, id, labels, parent_id, is_other, code from reference_items where list = ${list} and retired_at is null`,
  nation: (_list: string, place?: PlaceKind) => sql`
    select 'nation' as list, id, labels, null::integer as parent_id, false as is_other, iso2 as code
    from nations where ${place === 'italy' ? sql`id = ${defaults.nationId}` : inForce('retired_at', place)}`,
  citizenship: () => sql`
    select 'citizenship' as list, id, labels, null::integer as parent_id, false as is_other, iso2 as code
    from nations where retired_at is null`,
  region: () => sql`
    select 'region' as list, id, jsonb_build_object('it', name) as labels, null::integer as parent_id, false as is_other,
      null as code from regions`,
  province: (_list: string, place?: PlaceKind) => sql`
    select 'province' as list, id, jsonb_build_object('it', name) as labels, region_id as parent_id, false as is_other,
      abbreviation as code from provinces where ${inForce('retired_at', place)}`,
  city: (_list: string, place?: PlaceKind) => sql`
    select 'city' as list, id, jsonb_build_object('it', name) as labels, province_id as parent_id, false as is_other,
      null as code from municipalities where ${inForce('valid_until', place)}`,
} as const

const sourceOf = (list: ReferenceList, place?: PlaceKind) =>
  list in sources ? sources[list as keyof typeof sources](list, place) : sources.reference_items(list)

/** Restricts a list to the children of a parent, or to what a kind of place allows. */
export interface ListFilter {
  readonly parentId?: number | undefined
  readonly place?: PlaceKind | undefined
}

/** The items in force of one list, all or those under a parent. */
export async function listItems(
  db: Db,
  list: ReferenceList,
  { parentId, place }: ListFilter = {},
): Promise<StoredItem[]> {
  const under = parentId === undefined ? sql`` : sql`where parent_id = ${parentId}`
  const { rows } = await sql<StoredItem>`select * from (${sourceOf(list, place)}) as items ${under}`.execute(db)
  return rows
}

/** The items in force of several lists, in one query. */
export async function listItemsOf(db: Db, lists: readonly ReferenceList[]): Promise<StoredItem[]> {
  const ownTables = lists.filter((list) => list in sources)
  const { rows } = await sql<StoredItem>`
    select list, id, labels, parent_id, is_other, code from reference_items
    where retired_at is null and list = any(${lists as string[]}::text[])
    ${sql.join(
      ownTables.map((list) => sql`union all ${sourceOf(list)}`),
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

/** Parent ids by choice key. A choice without an item in force is missing from the map. */
export async function parentsOf(db: Db, choices: readonly Choice[]): Promise<Map<string, number | null>> {
  if (choices.length === 0) return new Map()
  const lookups = choices.map(
    ({ key, list, id, place }) =>
      sql`select ${key}::text as key, parent_id from (${sourceOf(list, place)}) as items where id = ${id}`,
  )
  const { rows } = await sql<{ key: string; parentId: number | null }>`${sql.join(lookups, sql` union all `)}`.execute(
    db,
  )
  return new Map(rows.map(({ key, parentId }) => [key, parentId]))
}

/** Serialises inserts into a list until the transaction ends, so that concurrent callers see each other's items. */
export const lockList = (tx: Db, list: ReferenceList) =>
  sql`select pg_advisory_xact_lock(hashtext(${`reference_items ${list}`}))`.execute(tx)

/** Lower ids belong to the seeded lists; 99 is 'Altro'. */
const firstAddedId = 100

/** Adds an item under the next unused id and returns it. */
export async function insertItem(tx: Db, list: ReferenceList, label: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into reference_items (list, id, labels)
    select ${list}, greatest(${firstAddedId}, coalesce(max(id) + 1, 1)), jsonb_build_object('it', ${label}::text)
    from reference_items where list = ${list} returning id`.execute(tx)
  return rows[0]?.id ?? 0
}
