import type { TransferKindName } from '@portal/contract'
import { sql } from 'kysely'
import { nextIds } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

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

/** The column that names the record, or the case that it belongs to. */
const ownerOf = { operator: 'userId', person: 'personId', organisation: 'organisationId' } as const

const placeOf = (kind: TransferKindName, key: string) => `${kind} ${key}`
const keyIn = (place: string) => place.slice(place.indexOf(' ') + 1)

/** A record with the key that it had. */
export interface KeyedRecord {
  readonly key: string
  readonly id: number
  /** Of what belongs to a case. */
  readonly caseId?: number | undefined
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
  const owner = kind in ownerOf ? ownerOf[kind as keyof typeof ownerOf] : 'caseId'
  const rows = records.map(({ key, id, caseId }, index) => ({
    id: ids[index] ?? 0,
    kind,
    recordId: id,
    sourceKey: placeOf(kind, key),
    [owner]: owner === 'caseId' ? (caseId ?? id) : id,
  }))
  await insertSealedRows(tx, sealRows(vault, sealedKeys, rows))
}
