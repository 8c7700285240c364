import {
  type EntryLabels,
  hasOwnOrder,
  languages,
  listReferenceEntries,
  parentListOf,
  placeLists,
  type ReferenceEntryFilters,
  type ReferenceList,
  type ReferenceListOverview,
  referenceLists,
  translatedLists,
} from '@portal/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { byId, defineList, type ListOrder } from '#platform/database/list.ts'
import type { Db } from '#platform/database/transaction.ts'

/** An entry with its place in its list. */
export interface StoredEntry {
  readonly id: number
  readonly labels: EntryLabels
  readonly parentId: number | null
  readonly parentLabel: string | null
  readonly code: string | null
  readonly isOther: boolean
  readonly retiredAt: Date | null
  readonly validUntil: string | null
  readonly retiredUses: number | null
  readonly version: number
  /** From 1, in the order of the list. */
  readonly place: number
  readonly isLast: boolean
}

/** The names of places, which exist in Italian only; nobody moves them, and they have no versions. */
const placeColumns = sql`false as is_other, null::integer as retired_uses, 1 as version, null::integer as position`
const italian = (name: string) => sql`jsonb_build_object('it', ${sql.ref(name)})`

const nations = sql`select id, labels, null::integer as parent_id, null as parent_label, iso2 as code,
  retired_at, null::text as valid_until, ${placeColumns} from nations`

/** The entries of lists with tables of their own, in one shape. */
const placeSources: Readonly<Record<(typeof placeLists)[number], RawBuilder<unknown>>> = {
  nation: nations,
  citizenship: nations,
  region: sql`select id, ${italian('name')} as labels, null::integer as parent_id, null as parent_label, null as code,
    null::timestamptz as retired_at, null::text as valid_until, ${placeColumns} from regions`,
  province: sql`select provinces.id, ${italian('provinces.name')} as labels, region_id as parent_id,
    regions.name as parent_label, abbreviation as code, retired_at, null::text as valid_until, ${placeColumns}
    from provinces join regions on regions.id = region_id`,
  city: sql`select municipalities.id, ${italian('municipalities.name')} as labels, province_id as parent_id,
    provinces.name as parent_label, null as code, null::timestamptz as retired_at, valid_until::text, ${placeColumns}
    from municipalities join provinces on provinces.id = province_id`,
}

const isPlaceList = (list: ReferenceList): list is keyof typeof placeSources => list in placeSources

const sourceOf = (list: ReferenceList) =>
  isPlaceList(list)
    ? placeSources[list]
    : sql`select item.id, item.labels, item.parent_id, parent.labels ->> 'it' as parent_label, item.code,
        item.retired_at, null::text as valid_until, item.is_other, item.retired_uses, item.version, item.position
      from reference_items as item
      left join reference_items as parent on parent.list = ${parentListOf(list) ?? ''} and parent.id = item.parent_id
      where item.list = ${list} and item.deleted_at is null`

/** The order of a list as readers see it in Italian (`inListOrder`). */
function orderOf(list: ReferenceList) {
  const { order }: { order?: string } = referenceLists[list] as object
  const name = sql`labels ->> 'it' collate "und-x-icu"`
  return sql`is_other, ${hasOwnOrder(list) ? sql`position` : sql`null::integer`} nulls last,
    ${order === 'id' ? sql`id` : name}, id`
}

/** The entries of a list with their places. */
const entriesOf = (list: ReferenceList) => sql<StoredEntry>`
  select *, (row_number() over in_order)::integer as place, coalesce(lead(is_other) over in_order, true) as is_last
  from (${sourceOf(list)}) as sourced window in_order as (order by ${orderOf(list)})`

const isRetired = sql<boolean>`(retired_at is not null or valid_until is not null)`
const lacksLanguage = sql<boolean>`not (labels ?& ${sql`${[...languages]}`}::text[])`

const states: Readonly<Record<NonNullable<ReferenceEntryFilters['state']>, RawBuilder<boolean>>> = {
  inForce: sql`not ${isRetired}`,
  retired: isRetired,
  retiredInUse: sql`(${isRetired} and retired_uses > 0)`,
  untranslated: sql`(not ${isRetired} and ${lacksLanguage})`,
}

/** Matches a name in any language, ignoring case; a number matches the id too. */
function matches(words: string): RawBuilder<boolean> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const isId = /^\d{1,9}$/.test(words)
  return sql<boolean>`(exists (select from jsonb_each_text(labels) as name where name.value ilike ${pattern})
    ${isId ? sql`or id = ${Number(words)}` : sql``})`
}

const byPlace: ListOrder<StoredEntry> = {
  columns: ['entries.place', 'entries.id'],
  keyOf: ({ place, id }) => `${place}-${id}`,
  readKey(text) {
    const [, place, id] = /^([0-9]{1,9})-([0-9]{1,9})$/.exec(text) ?? []
    return id === undefined ? undefined : [Number(place), Number(id)]
  },
}

type Entries = SelectQueryBuilder<{ entries: StoredEntry }, 'entries', StoredEntry>

/** Pages of the entries of a list. */
export const readEntries = defineList({
  rows: (db: Db, { list, words, parentId, state }: ReferenceEntryFilters) => {
    const conditions = [
      ...(words ? [matches(words)] : []),
      ...(parentId === undefined ? [] : [sql<boolean>`parent_id = ${parentId}`]),
      ...(state ? [states[state]] : []),
    ]
    // The alias of the subquery is no table of the database, as the type of the list has it.
    const all = db.selectFrom(sql<StoredEntry>`(${entriesOf(list)})`.as('entries')).selectAll() as unknown as Entries
    return conditions.reduce((query, condition) => query.where(condition), all)
  },
  order: byId('entries.id'),
  sortNames: listReferenceEntries.sorts,
  sorts: { order: byPlace },
})

/** The entries of a list in its order, or one of them. */
export async function listEntries(db: Db, list: ReferenceList, id?: number): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select * from (${entriesOf(list)}) as entries ${id === undefined ? sql`` : sql`where id = ${id}`} order by place`.execute(
    db,
  )
  return rows
}

/** How many entries each list has. */
export async function countEntries(db: Db): Promise<ReferenceListOverview[]> {
  const counts = (list: RawBuilder<unknown>) => sql`
    select ${list} as list, count(*) filter (where not ${isRetired})::integer as in_force,
      count(*) filter (where ${isRetired})::integer as retired`
  const places = placeLists.map(
    (list) => sql`union all (${counts(sql`${list}`)}, 0, 0, null from (${placeSources[list]}) as entries)`,
  )
  const { rows } = await sql<ReferenceListOverview & { checkedAt: Date | null }>`
    ${counts(sql`list`)},
      count(*) filter (where retired_at is null and list = any(${[...translatedLists]}::text[]) and ${lacksLanguage})::integer
        as untranslated,
      count(*) filter (where ${states.retiredInUse})::integer as retired_in_use, max(checked_at) as checked_at
    from (select *, null::text as valid_until from reference_items) as entries
    where deleted_at is null group by list ${sql.join(places, sql` `)}`.execute(db)
  return rows.map(({ checkedAt, ...counted }) => ({ ...counted, checkedAt: checkedAt ?? undefined }))
}

interface EntryChange {
  readonly labels?: EntryLabels
  readonly retiredAt?: Date | null
  readonly deletedAt?: Date
}

/** Writes a change and the next version. */
export const changeEntry = (tx: Db, list: ReferenceList, id: number, { labels, retiredAt, deletedAt }: EntryChange) =>
  sql`update reference_items set version = version + 1
    ${labels ? sql`, labels = ${JSON.stringify(labels)}::jsonb` : sql``}
    ${retiredAt === undefined ? sql`` : sql`, retired_at = ${retiredAt}, retired_uses = null, checked_at = null`}
    ${deletedAt ? sql`, deleted_at = ${deletedAt}` : sql``}
    where list = ${list} and id = ${id}`.execute(tx)

/** Gives the entries of a list the places of these ids. */
export const placeEntries = (tx: Db, list: ReferenceList, ids: readonly number[]) =>
  sql`update reference_items as item set position = placed.position
    from unnest(${`{${ids.join()}}`}::integer[]) with ordinality as placed (id, position)
    where item.list = ${list} and item.id = placed.id`.execute(tx)

/** The retired entries of all lists. */
export async function listRetired(db: Db): Promise<{ list: ReferenceList; ids: number[] }[]> {
  const { rows } = await sql<{ list: ReferenceList; ids: number[] }>`
    select list, array_agg(id) as ids from reference_items
    where retired_at is not null and deleted_at is null group by list`.execute(db)
  return rows
}

/** Notes how many records use a retired entry. */
export const noteRetiredUses = (tx: Db, list: ReferenceList, uses: ReadonlyMap<number, number>, now: Date) =>
  sql`update reference_items as item set retired_uses = counted.uses, checked_at = ${now}
    from unnest(${`{${[...uses.keys()].join()}}`}::integer[], ${`{${[...uses.values()].join()}}`}::integer[])
      as counted (id, uses)
    where item.list = ${list} and item.id = counted.id and item.retired_at is not null`.execute(tx)
