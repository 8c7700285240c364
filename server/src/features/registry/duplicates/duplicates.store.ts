import type { RegistryKind } from '@portal/contract'
import { sql } from 'kysely'
import { defineList, type ListOrder, type Row } from '#platform/database/list.ts'
import { textKeyOf, textKeyReader } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { KindOfRecord } from '../registry.kinds.ts'
import { anyTable, idsWith, openRecord, rowsOf, type StoredRecord } from '../registry.store.ts'

type Values = Readonly<Record<string, unknown>>
type TokenGroups = readonly (readonly string[])[]

/** The most candidates of one sort that are compared. */
const mostCandidates = 200

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * The groups of tokens of the records that a record is compared with: those that share a mail address or a telephone number, those
 * with a similar name, and those of the same birth date with one similar name.
 */
function blocksOf(vault: Vault, kind: KindOfRecord, values: Values): TokenGroups[] {
  const { sealed, names, mails, phones, birthDate } = kind
  const find = (fields: readonly string[], text: string): TokenGroups =>
    vault.find(sealed as never, fields as never[], text)
  const contacts = [mails, phones].flatMap((fields) =>
    fields.flatMap((field) => {
      const text = textOf(values[field])
      return text === undefined ? [] : [find(fields, text)]
    }),
  )
  const ownNames = names.slice(0, birthDate === undefined ? 1 : 2)
  const name = ownNames.flatMap((field) => textOf(values[field]) ?? []).join(' ')
  const words = vault.findRanked(sealed, names, name).map(({ near }) => near)
  const day = birthDate === undefined ? undefined : textOf(values[birthDate])
  const born =
    day === undefined || birthDate === undefined ? [] : words.map((near) => [near, ...find([birthDate], day)])
  const blocks = [...contacts, ...(words.length > 0 ? [words] : []), ...born]
  return blocks.filter((groups) => groups.length > 0 && groups.every(({ length }) => length > 0))
}

/** The records that may be of the same person as these values, with their values opened; at most 200 of each sort. */
export async function listComparable(
  db: Db,
  vault: Vault,
  kind: KindOfRecord,
  { id = 0, values }: { readonly id?: number | undefined; readonly values: Values },
): Promise<StoredRecord[]> {
  const blocks = blocksOf(vault, kind, values)
  if (blocks.length === 0) return []
  const ids = sql.join(
    blocks.map((groups) => sql`select ${idsWith(kind, groups, mostCandidates)}`),
    sql` union `,
  )
  const rows = await rowsOf(db, kind)
    .selectAll()
    .where('id', 'in', sql<number>`(${ids})`)
    .where('id', '<>', id)
    .execute()
  const opened = await Promise.all(rows.map((row) => unlessDamaged(openRecord(vault, kind, row as never))))
  return opened.flatMap((record) => record ?? [])
}

/** The names of records, by id; a damaged one is left out. */
export async function listNames(
  db: Db,
  vault: Vault,
  kind: KindOfRecord,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  if (ids.length === 0) return new Map()
  const fields = [...kind.names.slice(0, 2), kind.code, ...(kind.birthDate === undefined ? [] : [kind.birthDate])]
  const rows = await rowsOf(db, kind)
    .select(['id', 'keyId', ...(fields as ['firstName'])])
    .where('id', 'in', ids)
    .execute()
  const opened = await Promise.all(
    rows.map(async (row) => [row.id, await unlessDamaged(openSealed(vault, anyTable(kind), row.id, row))] as const),
  )
  return new Map(opened.flatMap(([id, values]) => (values ? [[id, values as Values] as const] : [])))
}

/** The next records that were never compared, in the order of their ids. */
export async function listUncompared(db: Db, kind: KindOfRecord, most: number): Promise<number[]> {
  const rows = await rowsOf(db, kind).select('id').where('comparedAt', 'is', null).orderBy('id').limit(most).execute()
  return rows.map(({ id }) => id)
}

export const markCompared = (tx: Db, { table }: KindOfRecord, id: number, at: Date) =>
  tx
    .updateTable(table as 'naturalPersons')
    .set({ comparedAt: at })
    .where('id', '=', id)
    .execute()

interface FoundPair {
  readonly ids: readonly [number, number]
  readonly weight: number
}

const inOrder = ([one, other]: readonly [number, number]) =>
  one < other ? { firstId: one, secondId: other } : { firstId: other, secondId: one }

/** Deletes the open pairs of a record; what somebody decided stays. */
export const deletePairsOf = (tx: Db, kind: RegistryKind, id: number) =>
  tx
    .deleteFrom('registryPairs')
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('firstId', '=', id), eb('secondId', '=', id)]))
    .execute()

/** Replaces the open pairs of a record by those found now. */
export async function replaceOpenPairs(
  tx: Db,
  kind: RegistryKind,
  id: number,
  { found, at }: { readonly found: readonly FoundPair[]; readonly at: Date },
): Promise<void> {
  await deletePairsOf(tx, kind, id)
  if (found.length === 0) return
  await tx
    .insertInto('registryPairs')
    .values(found.map(({ ids, weight }) => ({ kind, ...inOrder(ids), weight, foundAt: at, status: 'open' as const })))
    .onConflict((conflict) => conflict.columns(['kind', 'firstId', 'secondId']).doNothing())
    .execute()
}

/** Notes that records are not of one person. */
export async function storeDifferent(
  tx: Db,
  kind: RegistryKind,
  pairs: readonly (readonly [number, number])[],
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<void> {
  const decision = { status: 'different' as const, decidedBy: by, decidedAt: at }
  await tx
    .insertInto('registryPairs')
    .values(pairs.map((ids) => ({ kind, ...inOrder(ids), weight: 0, foundAt: at, ...decision })))
    .onConflict((conflict) => conflict.columns(['kind', 'firstId', 'secondId']).doUpdateSet(decision))
    .execute()
}

/** The ids of the records about which somebody decided that they are not of the same person as this one. */
export async function listDifferent(db: Db, kind: RegistryKind, id: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('registryPairs')
    .select(['firstId', 'secondId'])
    .where('kind', '=', kind)
    .where('status', '=', 'different')
    .where((eb) => eb.or([eb('firstId', '=', id), eb('secondId', '=', id)]))
    .execute()
  return new Set(rows.map(({ firstId, secondId }) => (firstId === id ? secondId : firstId)))
}

const openPairs = (db: Db) => db.selectFrom('registryPairs').selectAll().where('status', '=', 'open')

export const findPair = (db: Db, id: number) => openPairs(db).where('id', '=', id).executeTakeFirst()

const byWeight: ListOrder<Row & { readonly weight: number }> = {
  columns: ['registryPairs.weight', 'registryPairs.id'],
  keyOf: ({ weight, id }) => textKeyOf([String(weight), id]),
  readKey: (text) => {
    const [weight, id] = textKeyReader(['string', 'number'])(text) ?? []
    return typeof id === 'number' && Number.isFinite(Number(weight)) ? [Number(weight), id] : undefined
  },
}

/** Pages of the pairs that nobody has decided about, the likeliest first. */
export const listOpenPairs = defineList({
  order: byWeight,
  rows: (db: Db, { kind }: { readonly kind: RegistryKind | undefined }) =>
    kind === undefined ? openPairs(db) : openPairs(db).where('kind', '=', kind),
})
