import type { FieldError } from '@portal/contract'
import type { Statement } from './together.ts'
import type { Db } from './transaction.ts'

/** A check of fields in the database, which may be sent with other statements. */
export interface FieldCheck {
  /** Undefined where there is nothing to check. */
  readonly statement: Statement | undefined
  /** The errors by the rows of the statement. */
  readonly errorsOf: (rows: readonly unknown[]) => FieldError[]
}

/** Executes a check by itself. */
export const errorsOfCheck = async ({ statement, errorsOf }: FieldCheck, db: Db): Promise<FieldError[]> =>
  errorsOf(statement ? (await db.executeQuery(statement)).rows : [])
