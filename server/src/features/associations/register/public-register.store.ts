import {
  type AssociationStatus,
  type Language,
  type PlainDate,
  type RegisterEntry,
  type RegisterFilters,
  registerSorts,
} from '@portal/contract'
import { sql } from 'kysely'
import { byText, defineList, type ListOrder, type Row } from '#platform/database/list.ts'
import { textKeyOf, textKeyReader } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { enrolmentNumberOf, isInForce } from '../associations.rules.ts'
import { hasTokens } from '../record/associations.store.ts'
import { sealedAssociations } from '../record/sealed-associations.ts'

/** The statuses of entries that the public sees: everything that was enrolled once, by what it is now. */
const publicStatuses = ['enrolled', 'expired', 'removed'] as const satisfies readonly AssociationStatus[]
type PublicStatus = (typeof publicStatuses)[number]

/** What the public sees of a record that was enrolled once: nothing of a renewal under way, nor why an enrolment ended. */
const publicStatusOf = (row: Pick<StoredEntry, 'status' | 'closedOn'>): PublicStatus => {
  if (row.status === 'removed') return 'removed'
  return isInForce(row) ? 'enrolled' : 'expired'
}
/** The same for the database. */
const publicStatus = sql<PublicStatus>`case
  when status = 'removed' then 'removed'
  when closed_on is null and status <> all ('{expired,rejected}') then 'enrolled'
  else 'expired' end`

/** The labels of regions and grounds in a language. */
export interface RegisterLabels {
  readonly region: ReadonlyMap<number, string>
  readonly ground: ReadonlyMap<number, string>
}

export interface RegisterQuery {
  readonly filters: RegisterFilters
  readonly groups: readonly (readonly string[])[]
  readonly vault: Vault
  readonly labels: RegisterLabels
  readonly tag: string
  readonly language?: Language
}

const everEnrolled = (db: Db) =>
  db
    .selectFrom('associations')
    .select([
      ...(['associations.id', 'keyId', 'name', 'status', 'origin', 'enrolmentNumber', 'enrolledOn'] as const),
      ...(['expiresOn', 'closedOn', 'regionId', 'groundIds', 'content'] as const),
    ])
    .where('enrolmentNumber', 'is not', null)
    .where('enrolledOn', 'is not', null)

type StoredEntry = Awaited<ReturnType<ReturnType<typeof everEnrolled>['execute']>>[number]

function matching(db: Db, { filters: { regions, grounds, statuses }, groups }: RegisterQuery) {
  const shown = statuses?.length ? statuses : (['enrolled'] as const)
  const conditions = [
    sql<boolean>`${publicStatus} = any(${[...shown]}::text[])`,
    ...(regions?.length ? [sql<boolean>`region_id = any(${regions}::int[])`] : []),
    ...(grounds?.length ? [sql<boolean>`ground_ids && ${grounds}::int[]`] : []),
    ...(groups.length > 0 ? [hasTokens(groups)] : []),
  ]
  return conditions.reduce((query, condition) => query.where(condition), everEnrolled(db))
}

/** What the public sees of an entry. */
export async function presentEntry(
  row: StoredEntry,
  { vault, labels, tag }: Pick<RegisterQuery, 'vault' | 'labels' | 'tag'>,
): Promise<RegisterEntry> {
  const opened = await unlessDamaged(openSealed(vault, sealedAssociations, row.id, row))
  return {
    id: row.id,
    name: row.name,
    status: publicStatusOf(row),
    enrolmentNumber: enrolmentNumberOf(tag, row.enrolmentNumber ?? 0),
    enrolledOn: row.enrolledOn as PlainDate,
    expiresOn: row.expiresOn as PlainDate,
    regionId: row.regionId ?? undefined,
    region: row.regionId === null ? undefined : labels.region.get(row.regionId),
    groundIds: [...row.groundIds],
    grounds: row.groundIds.flatMap((id) => labels.ground.get(id) ?? []),
    website: opened?.content?.website,
  }
}

const byName = byText('associations.name', 'associations.id')
const byEnrolment: ListOrder<Row & { readonly enrolledOn: PlainDate | null }> = {
  columns: ['associations.enrolledOn', 'associations.id'],
  keyOf: ({ enrolledOn, id }) => textKeyOf([enrolledOn ?? '', id]),
  readKey: textKeyReader(['string', 'number']),
}

/** Pages of the public register. */
export const listEntries = defineList({
  rows: matching,
  search: { isOne: ({ groups }) => groups.length > 0, all: everEnrolled },
  open: (row, query) => presentEntry(row, query),
  order: byName,
  sortNames: registerSorts,
  sorts: { name: byName, enrolledOn: byEnrolment },
})

const batch = 500

/** All entries that the public may see, by id, a batch at a time: the complete download. */
export async function* eachEntry(db: Db, query: Omit<RegisterQuery, 'filters' | 'groups'>) {
  let after = 0
  for (;;) {
    const all = { ...query, filters: { statuses: [...publicStatuses] }, groups: [] }
    const rows = await matching(db, all)
      .where('associations.id', '>', after)
      .orderBy('associations.id')
      .limit(batch)
      .execute()
    for (const row of rows) yield presentEntry(row, query)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** An entry by its id; undefined for what was never enrolled. */
export const findEntry = (db: Db, id: number) => everEnrolled(db).where('associations.id', '=', id).executeTakeFirst()

/** The entry of a certificate, with when it was issued. */
export const findByCertificate = (db: Db, code: string) =>
  everEnrolled(db)
    .innerJoin('associationCertificates', 'associationCertificates.associationId', 'associations.id')
    .select(['associationCertificates.issuedAt', 'associationCertificates.facts', 'associations.certificateCode'])
    .where('associationCertificates.code', '=', code)
    .executeTakeFirst()
