import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { Sessions } from '#platform/session/sessions.ts'

/** A handover of cases from one operator to another. */
export interface CaseMove {
  readonly fromId: number
  readonly toId: number
  readonly by: SessionUser
}

/** The services that accounts of the office need. */
export interface OperatorOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'endOf'>
  /** Records the handover in the history of each case. */
  readonly noteMoved: (tx: Db, caseIds: readonly number[], move: CaseMove) => Promise<void>
  /** Deletes the personal settings of a user whose account ends. */
  readonly forgetDesk: (tx: Db, userId: number) => Promise<void>
  /** Whether demonstration accounts may sign in. */
  readonly withDemoPeople: boolean
}
