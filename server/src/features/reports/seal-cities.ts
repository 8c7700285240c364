import { type Db, type InTransaction, unaudited } from '#platform/database/transaction.ts'
import { updateSealed, withoutNulls, writeTokens } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedReports } from './sealed-reports.ts'

const batchSize = 100

/**
 * Seals the cities that migration 0029 moved to `plain_cities`; the first start after it runs this before it serves requests.
 * Returns the number of sealed reports. If the process is killed, the next start continues.
 */
export async function sealCities(inTransaction: InTransaction, vault: Vault): Promise<number> {
  let sealed = 0
  for (;;) {
    const batch = await inTransaction(unaudited, (tx) => sealBatch(tx, vault))
    sealed += batch.sealed
    if (batch.taken < batchSize) return sealed
  }
}

async function sealBatch(tx: Db, vault: Vault) {
  const next = tx.selectFrom('plainCities').select('caseId').orderBy('caseId').limit(batchSize)
  const cities = await tx.deleteFrom('plainCities').where('caseId', 'in', next).returningAll().execute()
  let sealed = 0
  for (const row of cities) if (await sealCity(tx, vault, row)) sealed += 1
  return { sealed, taken: cities.length }
}

/** Seals the whole report again, with its cities; false for a report that cannot be decrypted, which the vault logs. */
async function sealCity(
  tx: Db,
  vault: Vault,
  { caseId, ...cities }: { caseId: number; placeCity: number | null; organisationCity: number | null },
): Promise<boolean> {
  const stored = await tx
    .selectFrom('reports')
    .selectAll()
    .where('caseId', '=', caseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const opened = await unlessDamaged(vault.open(sealedReports, caseId, stored))
  if (!opened) return false
  const plain = { ...opened, ...withoutNulls(cities) }
  await updateSealed(tx, vault, sealedReports, caseId, plain).execute()
  await writeTokens(tx, vault, sealedReports, caseId, { ...stored, ...plain })
  return true
}
