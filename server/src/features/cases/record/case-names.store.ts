import { sealedReports } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { Reader } from '#platform/session/caller.ts'
import { readScope } from '../cases.rules.ts'
import { inScope } from '../cases.store.ts'
import { damagedName } from '../operator-names.ts'
import { nameFields, namesOfCase } from './case-names.rules.ts'

interface Needs {
  readonly db: Db
  readonly vault: Vault
}

/** The reporters of those of some cases that a user may read, by the ids of the cases; a case without a name has no entry. */
export async function reporterNames(
  { db, vault }: Needs,
  ids: readonly number[],
  { id: userId, selectedRole }: Reader,
): Promise<ReadonlyMap<number, string>> {
  const scope = readScope(selectedRole, userId)
  if (!scope || ids.length === 0) return new Map()
  const rows = await inScope(db, scope)
    .innerJoin('reports', 'reports.caseId', 'cases.id')
    .select(['cases.id', 'cases.reporterTypeId'])
    .select(nameFields.reporter.map((field) => `reports.${field}` as const))
    .where('cases.id', 'in', [...new Set(ids)])
    .execute()
  const named = await Promise.all(
    rows.map(async ({ id, reporterTypeId, ...sealed }) => {
      const opened = await unlessDamaged(vault.open(sealedReports, id, sealed))
      return [id, opened ? namesOfCase({ ...opened, reporterTypeId }).reporter : damagedName] as const
    }),
  )
  return new Map(named.filter((entry): entry is [number, string] => entry[1] !== undefined))
}
