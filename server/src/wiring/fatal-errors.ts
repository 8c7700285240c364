import type { Logger } from 'pino'
import { type DatabaseErrorKind, databaseErrorKind } from '#platform/database/database-errors.ts'

interface Options {
  readonly log: Logger
  /** Stops the server and ends the process. */
  readonly end: (code: number) => Promise<void>
  /** Ends the process at once, where the server does not stop in time. */
  readonly exit: (code: number) => void
}

/** Errors of the database after which the queue tries again by itself. */
const passing = new Set<DatabaseErrorKind>(['away', 'full', 'busy'])

/** Milliseconds that the server may take to finish the calls in progress after an error that nothing handled. */
const stopMs = 10_000

/**
 * Ends the process after an error that nothing handled, since its state is unknown, and logs the error with its cause first. A service
 * manager starts it again (docs/operations.md).
 */
export function endOnFatalErrors(source: NodeJS.EventEmitter, { log, end, exit }: Options): void {
  const fatal = (error: unknown, message: string) => {
    log.fatal({ err: error }, message)
    setTimeout(() => exit(1), stopMs).unref()
    void end(1)
  }
  // The job queue does not await some of its queries: while the database is away, full or busy their errors are unhandled.
  source.on('unhandledRejection', (error: unknown) => {
    const kind = databaseErrorKind(error)
    if (kind && passing.has(kind))
      log.warn({ err: error, kind }, 'the database did not carry out a statement of the job queue')
    else fatal(error, 'a rejected promise that nothing handled')
  })
  source.on('uncaughtException', (error: unknown) => fatal(error, 'an error that nothing handled'))
}
