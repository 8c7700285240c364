import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Sessions } from '#platform/session/sessions.ts'

/** What the accounts of the office need of the portal. */
export interface OperatorOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'endOf'>
  /** Whether people of the demonstration may enter here. */
  readonly withDemoPeople: boolean
}
