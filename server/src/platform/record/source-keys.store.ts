import type { TransferKindName } from '@portal/contract'
import { sql } from 'kysely'
import { nextIds } from '../database/new-rows.ts'
import type { Db } from '../database/transaction.ts'
import { insertSealedRows, sealRows } from '../protection/sealed-rows.ts'
import { sealedTable } from '../protection/sealed-table.ts'
import type { Vault } from '../protection/vault.ts'

interface SealedKey {
  /** The kind of the record and its key in the old system: two kinds may have one key. */
  readonly sourceKey: string
}

export const sealedKeys = sealedTable<SealedKey>()({
  table: 'transferKeys',
  key: 'id',
  sealed: ['sourceKey'],
  unique: { sourceKey: 'token' },
  ends: { withCase: 'caseId' },
})

/** The column that names the record, or the one that it belongs to: the key ends with it. */
export type OwnerColumn = 'caseId' | 'personId' | 'organisationId' | 'userId' | 'associationId'

const placeOf = (kind: TransferKindName, key: string) => `${kind} ${key}`
const keyIn = (place: string) => place.slice(place.indexOf(' ') + 1)

/** A record with the key that it had. */
export interface KeyedRecord {
  readonly key: string
  readonly id: number
  readonly owner: { readonly column: OwnerColumn; readonly id: number }
}

/** The ids of records by their keys; a key without a record is absent. */
export async function findByKeys(
  db: Db,
  vault: Vault,
  kind: TransferKindName,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const keyOf = new Map(
    keys.flatMap((key) => vault.uniqueTokens(sealedKeys, 'sourceKey', placeOf(kind, key)).map((token) => [token, key])),
  )
  if (keyOf.size === 0) return new Map()
  const rows = await db
    .selectFrom('transferKeys')
    .select(['recordId', sql<string>`token::text`.as('token')])
    .where(sql<boolean>`token = any(${`{${[...keyOf.keys()].join()}}`}::bigint[])`)
    .execute()
  return new Map(rows.map(({ recordId, token }) => [keyOf.get(token) ?? '', recordId]))
}

/** The keys of records that came from another system, by their ids. */
export async function listKeysOf(
  db: Db,
  vault: Vault,
  kind: TransferKindName,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('transferKeys')
    .select(['id', 'recordId', 'sourceKey'])
    .where('kind', '=', kind)
    .where(sql<boolean>`record_id = any(${`{${[...new Set(ids)].join()}}`}::int[])`)
    .execute()
  const opened = await Promise.all(
    rows.map(
      async ({ id, recordId, sourceKey }) => [recordId, await vault.open(sealedKeys, id, { sourceKey })] as const,
    ),
  )
  return new Map(
    opened.flatMap(([recordId, { sourceKey }]) => (sourceKey ? [[recordId, keyIn(sourceKey)] as const] : [])),
  )
}

export async function insertKeys(
  tx: Db,
  vault: Vault,
  kind: TransferKindName,
  records: readonly KeyedRecord[],
): Promise<void> {
  if (records.length === 0) return
  const ids = await nextIds(tx, 'transfer_keys', records.length)
  const rows = records.map(({ key, id, owner }, index) => ({
    id: ids[index] ?? 0,
    kind,
    recordId: id,
    sourceKey: placeOf(kind, key),
    [owner.column]: owner.id,
  }))
  await insertSealedRows(tx, sealRows(vault, sealedKeys, rows))
}
