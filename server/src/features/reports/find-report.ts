import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { readReportCode } from '#platform/report-code.ts'
import { findReportByNumber } from './find-report.store.ts'
import { sealedReports } from './sealed-reports.ts'

interface Search {
  readonly db: Db
  readonly vault: Vault
  /** Prefix of public codes. */
  readonly productTag: string
}

/** The case id and PIN digest for a public code; undefined if it is unknown or pseudonymised. */
export async function findReport({ db, vault, productTag }: Search, code: string) {
  const number = readReportCode(productTag, code)
  const row = number && (await findReportByNumber(db, number))
  if (!row) return undefined
  const { pinHash } = await vault.open(sealedReports, row.caseId, { pinHash: row.pinHash })
  return pinHash ? { caseId: row.caseId, pinHash } : undefined
}
