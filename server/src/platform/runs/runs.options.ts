import type { Logger } from 'pino'
import type { Audit } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { Files } from '../files/files.ts'
import type { Jobs } from '../jobs.ts'

/** What runs need of the portal. */
export interface RunsOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly audit: Audit
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'send'>
  readonly files: Files
  /** Hours for which a result file can be fetched. */
  readonly filesHours: number
}
