import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { Sessions } from '#platform/session/sessions.ts'

/** Cases handed over from one person to another. */
export interface CaseMove {
  readonly fromId: number
  readonly toId: number
  readonly by: SessionUser
}

/** What the accounts of the office need of the portal. */
export interface OperatorOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'endOf'>
  /** Notes in cases that they were handed over. */
  readonly noteMoved: (tx: Db, caseIds: readonly number[], move: CaseMove) => Promise<void>
  /** Lets go of what somebody kept for themselves, as their account ends. */
  readonly forgetDesk: (tx: Db, userId: number) => Promise<void>
  /** Whether people of the demonstration may enter here. */
  readonly withDemoPeople: boolean
}
