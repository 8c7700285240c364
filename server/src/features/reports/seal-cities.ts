import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { openSealed, writeTokens } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedReports } from './sealed-reports.ts'

const rowsATurn = 100

/**
 * Seals the cities that migration 0029 set aside, as the first start after it does before anybody is served; gives how many cases
 * have theirs. Killed at any moment, the next start goes on.
 */
export async function sealCities(inTransaction: InTransaction, vault: Vault): Promise<number> {
  let sealed = 0
  for (;;) {
    const turn = await inTransaction((tx) => sealSome(tx, vault))
    sealed += turn.sealed
    if (turn.taken < rowsATurn) return sealed
  }
}

async function sealSome(tx: Db, vault: Vault) {
  const next = tx.selectFrom('plainCities').select('caseId').orderBy('caseId').limit(rowsATurn)
  const cities = await tx.deleteFrom('plainCities').where('caseId', 'in', next).returningAll().execute()
  let sealed = 0
  for (const ofCase of cities) if (await sealCity(tx, vault, ofCase)) sealed += 1
  return { sealed, taken: cities.length }
}

/** Seals the whole report again, with its cities. A report that does not open goes without them: the log has the alert. */
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
  const opened = await unlessDamaged(openSealed(vault, sealedReports, caseId, stored))
  if (!opened) return false
  const row = { ...opened, ...cities }
  await tx
    .updateTable('reports')
    .set(vault.seal(sealedReports, caseId, row as never))
    .where('caseId', '=', caseId)
    .execute()
  await writeTokens(tx, vault, sealedReports, caseId, row)
  return true
}
