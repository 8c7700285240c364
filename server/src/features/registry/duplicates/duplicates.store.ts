import type { RegistryKind } from '@portal/contract'
import { defineList, type ListOrder, type Row } from '#platform/database/list.ts'
import { textKeyOf, textKeyReader } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openUndamaged } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { KindOfRecord } from '../registry.kinds.ts'
import { anyTable, rowsOf } from '../registry.store.ts'

type Values = Readonly<Record<string, unknown>>

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
  const opened = await openUndamaged(vault, anyTable(kind), rows)
  return new Map(opened.map((values): [number, Values] => [Number(values.id), values]))
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

/** Orders a table by its weights, the greatest first. */
export const byWeight = (
  table: 'registryPairs' | 'registrySuggestions',
): ListOrder<Row & { readonly weight: number }> => ({
  columns: [`${table}.weight`, `${table}.id`],
  keyOf: ({ weight, id }) => textKeyOf([String(weight), id]),
  readKey: (text) => {
    const [weight, id] = textKeyReader(['string', 'number'])(text) ?? []
    return typeof id === 'number' && Number.isFinite(Number(weight)) ? [Number(weight), id] : undefined
  },
})

/** Pages of the pairs that nobody has decided about, the likeliest first. */
export const listOpenPairs = defineList({
  order: byWeight('registryPairs'),
  rows: (db: Db, { kind }: { readonly kind: RegistryKind | undefined }) =>
    kind === undefined ? openPairs(db) : openPairs(db).where('kind', '=', kind),
})
