import { type AssociationStatus, type PlainDate, type RegisterFilters, registerSorts } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { byText, defineList, type ListOrder, type Row } from '#platform/database/list.ts'
import { textKeyOf, textKeyReader } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { idsWithTokens } from '../record/associations.store.ts'
import { sealedAssociations } from '../record/sealed-associations.ts'
import {
  type ListedEntry,
  type Naming,
  type OpenedEntry,
  presentEntry,
  publicStepKinds,
} from './register-entry.rules.ts'

/** `publicStatusOf` for the database, as conditions that its statistics know. Migration 72 has an index for those in force. */
const statusConditions: Partial<Record<AssociationStatus, RawBuilder<boolean>>> = {
  enrolled: sql`associations.closed_on is null and associations.status <> all ('{removed,expired,rejected}')`,
  expired: sql`associations.status <> 'removed' and (associations.closed_on is not null or associations.status = any ('{expired,rejected}'))`,
  removed: sql`associations.status = 'removed'`,
}

/** Entries with one of these public statuses; the other ones are of no entry. */
function isOfStatus(statuses: readonly AssociationStatus[]) {
  const conditions = statuses.flatMap((status) => statusConditions[status] ?? [])
  return conditions.length > 0 ? sql<boolean>`((${sql.join(conditions, sql`) or (`)}))` : sql<boolean>`false`
}

export interface RegisterQuery {
  readonly filters: RegisterFilters
  readonly groups: readonly (readonly string[])[]
  readonly naming: Naming
  readonly vault: Vault
}

const ofMunicipality = (id: number, column: 'province_id' | 'region_id') => sql`(
  select ${sql.ref(column)} from municipalities join provinces on provinces.id = municipalities.province_id
  where municipalities.id = ${id})`

const inProvince = (condition: RawBuilder<unknown>) => sql`select id from municipalities where province_id ${condition}`

/** How near an entry is to a municipality: 0 in it, 1 in its province, 2 in its region, 3 elsewhere. */
const nearnessTo = (near: number | undefined): RawBuilder<number | null> =>
  near === undefined
    ? sql`null::int`
    : sql`(case
        when associations.city_id = ${near} then 0
        when associations.city_id in (${inProvince(sql`= ${ofMunicipality(near, 'province_id')}`)}) then 1
        when associations.region_id = ${ofMunicipality(near, 'region_id')} then 2
        else 3 end)`

/** Where associations have their seat. */
const municipalities = sql<{ id: number; provinceId: number; name: string }>`municipalities`.as('seat')
const provinces = sql<{ id: number; name: string; abbreviation: string }>`provinces`.as('seatProvince')

/** The records that are or were enrolled. */
const everEnrolled = (db: Db) =>
  db
    .selectFrom('associations')
    .where('associations.enrolmentNumber', 'is not', null)
    .where('associations.enrolledOn', 'is not', null)

/** What lists show of them. */
const withSeat = (db: Db, near?: number) =>
  everEnrolled(db)
    .leftJoin(municipalities, 'seat.id', 'associations.cityId')
    .leftJoin(provinces, 'seatProvince.id', 'seat.provinceId')
    .select([
      'associations.id',
      'associations.keyId',
      'associations.name',
      'associations.status',
      'associations.origin',
      'associations.enrolmentNumber',
      'associations.enrolledOn',
      'associations.expiresOn',
      'associations.closedOn',
      'associations.regionId',
      'associations.groundIds',
      'associations.content',
      sql<string | null>`seat.name || ' (' || seat_province.abbreviation || ')'`.as('municipality'),
      'seatProvince.name as province',
      nearnessTo(near).as('nearness'),
    ])

/** The same records with what only a whole entry shows. */
const wholeEntries = (db: Db) => withSeat(db).select(['associations.decreeDate', 'associations.decreeNumber'])

type StoredEntry = Awaited<ReturnType<ReturnType<typeof withSeat>['execute']>>[number]

const overlaps = (column: string, ids: readonly number[] | undefined) =>
  ids?.length ? [sql<boolean>`associations.${sql.ref(column)} && ${ids}::int[]`] : []
const isAmong = (column: string, ids: readonly number[] | undefined) =>
  ids?.length ? [sql<boolean>`${sql.ref(column)} = any(${ids}::int[])`] : []

const inProvinces = (ids: readonly number[] | undefined) =>
  ids?.length ? [sql<boolean>`associations.city_id in (${inProvince(sql`= any(${ids}::int[])`)})`] : []

/** The place narrows only without a municipality: what is near one may stand beyond the border of its region. */
const placeConditions = ({ near, regions, provinces }: RegisterFilters) =>
  near === undefined ? [...isAmong('associations.region_id', regions), ...inProvinces(provinces)] : []

const taxCode = /^\s*[0-9]{11}\s*$/

/** A whole tax code finds its association. */
function taxCodeConditions({ filters: { name = '' }, vault }: RegisterQuery) {
  if (!taxCode.test(name)) return []
  const tokens = vault.uniqueTokens(sealedAssociations, 'number', name.trim())
  return [sql<boolean>`associations.number_token = any(${tokens}::bigint[])`]
}

/** The groups of tokens of the words of a name; undefined where no word is long enough. */
export function nameGroups(vault: Vault, name: string | undefined): readonly (readonly string[])[] | undefined {
  if (!name || taxCode.test(name)) return []
  const groups = vault.find(sealedAssociations, ['searchedName'], name)
  return groups.length > 0 ? groups : undefined
}

function conditionsOf(query: RegisterQuery) {
  const { grounds, subGrounds, statuses } = query.filters
  return [
    isOfStatus(statuses?.length ? statuses : ['enrolled']),
    ...placeConditions(query.filters),
    ...overlaps('ground_ids', grounds),
    ...overlaps('sub_ground_ids', subGrounds),
    ...taxCodeConditions(query),
  ]
}

type WholeEntry = Awaited<ReturnType<ReturnType<typeof wholeEntries>['execute']>>[number]

/** Opens what lists show of an entry; what is damaged is left out. */
export async function openEntry(vault: Vault, row: StoredEntry): Promise<ListedEntry> {
  const opened = await unlessDamaged(openSealed(vault, sealedAssociations, row.id, row))
  return { ...row, content: opened?.content ?? undefined }
}

/** Opens a whole entry. */
export async function openWhole(vault: Vault, row: WholeEntry): Promise<OpenedEntry> {
  const opened = await unlessDamaged(openSealed(vault, sealedAssociations, row.id, row))
  return { ...row, content: opened?.content ?? undefined, decreeNumber: opened?.decreeNumber ?? undefined }
}

const byName = byText('associations.name', 'associations.id')
const byEnrolment: ListOrder<Row & { readonly enrolledOn: PlainDate | null }> = {
  columns: ['associations.enrolledOn', 'associations.id'],
  keyOf: ({ enrolledOn, id }) => textKeyOf([enrolledOn ?? '', id]),
  readKey: textKeyReader(['string', 'number']),
}
/** The nearest first; without a municipality all are as near. */
const byNearness = ({ filters: { near } }: RegisterQuery): ListOrder<StoredEntry> =>
  near === undefined
    ? byName
    : {
        columns: [nearnessTo(near), ...byName.columns],
        beginsWithRank: true,
        keyOf: ({ nearness, name, id }) => textKeyOf([nearness ?? 0, name, id]),
        readKey: textKeyReader(['number', 'string', 'number']),
      }

/** The ids that a search of words found. Joined, so that PostgreSQL knows how many there are; `in` has it expect 200. */
const foundBy = ({ groups }: RegisterQuery) =>
  sql<{ id: number }>`(${idsWithTokens(groups)})`.as(sql<'found'>`found(id)`)

function entriesOf(db: Db, query: RegisterQuery) {
  const entries = withSeat(db, query.filters.near).where((eb) => eb.and(conditionsOf(query)))
  return query.groups.length > 0 ? entries.innerJoin(foundBy(query), 'found.id', 'associations.id') : entries
}

/** Pages of the public register. */
export const listEntries = defineList({
  rows: entriesOf,
  // By nearness all are compared: the statement that does so counts them as well.
  search: {
    isOne: ({ groups, filters }) => groups.length > 0 || filters.near !== undefined,
    all: (db, { filters }) => withSeat(db, filters.near),
  },
  counted: (db, query) => everEnrolled(db).where((eb) => eb.and(conditionsOf(query))),
  open: async (row, { vault, naming }) => presentEntry(await openEntry(vault, row), naming),
  order: byName,
  sortNames: registerSorts,
  sorts: { name: byName, enrolledOn: byEnrolment, nearness: byNearness },
})

const batch = 500

/** All entries that the public may see, by id, a batch at a time: the complete download. */
export async function* eachBatch(db: Db, vault: Vault) {
  let after = 0
  for (;;) {
    const rows = await wholeEntries(db)
      .where('associations.id', '>', after)
      .orderBy('associations.id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    yield await Promise.all(rows.map((row) => openWhole(vault, row)))
    after = rows.at(-1)?.id ?? 0
  }
}

/** An entry by its id; undefined for what was never enrolled. */
export const findEntry = (db: Db, id: number) => wholeEntries(db).where('associations.id', '=', id).executeTakeFirst()

/** The entry of a certificate, with when it was issued. */
export const findByCertificate = (db: Db, code: string) =>
  withSeat(db)
    .innerJoin('associationCertificates', 'associationCertificates.associationId', 'associations.id')
    .select(['associationCertificates.issuedAt', 'associationCertificates.facts', 'associations.certificateCode'])
    .where('associationCertificates.code', '=', code)
    .executeTakeFirst()

/** The day of the first enrolment and the instant of the newest public step. */
export async function findPublishedDays(db: Db): Promise<{ firstOn: PlainDate | null; newestAt: Date | undefined }> {
  const { firstOn } = await db
    .selectFrom('associations')
    .select((eb) => eb.fn.min('enrolledOn').as('firstOn'))
    .where('enrolmentNumber', 'is not', null)
    .executeTakeFirstOrThrow()
  const [newest] = await listNewestSteps(db, 1)
  return { firstOn, newestAt: newest?.at }
}

/** The newest public steps of all enrolments, newest first. */
export const listNewestSteps = (db: Db, atMost: number) =>
  db
    .selectFrom('associationEvents')
    .innerJoin('associations', 'associations.id', 'associationEvents.associationId')
    .select(['associationEvents.id', 'associationEvents.kind', 'associationEvents.at', 'associationId', 'name'])
    .where('associationEvents.kind', 'in', publicStepKinds)
    .where('associations.enrolmentNumber', 'is not', null)
    .orderBy('associationEvents.id', 'desc')
    .limit(atMost)
    .execute()
