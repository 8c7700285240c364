import { isDiskError } from '../disk.ts'

/**
 * What an error of the database means: it is `away` (unreachable, starting, ending, or read-only after a switch), `full` (its disk or
 * this one), `busy` (it gave up a transaction that may be tried again), it refused the `input` (a character that it cannot store), or
 * the row is `referenced`.
 */
export type DatabaseErrorKind = 'away' | 'full' | 'busy' | 'input' | 'referenced'

/**
 * The connection was lost between sending a write and its answer: nobody knows whether it was carried out. Its kind is that of its
 * cause, `away`.
 */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost before it acknowledged a write.', { cause })
    this.name = 'OutcomeUnknownError'
  }
}

/** By SQLSTATE (PostgreSQL, appendix A), or the code of a system call. */
// biome-ignore format: a table
const kindOfCode: Readonly<Record<string, DatabaseErrorKind>> = {
  ECONNREFUSED: 'away', ECONNRESET: 'away', EPIPE: 'away', ETIMEDOUT: 'away', ENOTFOUND: 'away', EAI_AGAIN: 'away',
  EHOSTUNREACH: 'away', ENETUNREACH: 'away', ECONNABORTED: 'away', ERR_STREAM_DESTROYED: 'away', ERR_STREAM_WRITE_AFTER_END: 'away',
  '57P01': 'away', '57P02': 'away', '57P03': 'away', '57P05': 'away', '53300': 'away', '25006': 'away',
  '53100': 'full', '53200': 'busy', '40001': 'busy', '40P01': 'busy', '55P03': 'busy',
  '22021': 'input', '22P05': 'input',
  '23503': 'referenced',
}

/** Errors of the driver have no code. At the instant when the connection breaks, each statement on it fails in its own words. */
const awayWords =
  /connection terminated|query read timeout|connection timeout|timeout exceeded when trying to connect|after calling end on the pool|connection error and is not queryable|client was closed|connection ended/i
const fullWords = /no space left on device/i

/** The kind of an error, by itself or by its cause; undefined for any other error. */
export function databaseErrorKind(error: unknown): DatabaseErrorKind | undefined {
  if (!(error instanceof Error)) return undefined
  if (isDiskError(error) || fullWords.test(error.message)) return 'full'
  const code = 'code' in error ? String(error.code) : ''
  // Only a missing socket, not any missing file.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return 'away'
  if (code.startsWith('08') || awayWords.test(error.message)) return 'away'
  return kindOfCode[code] ?? databaseErrorKind(error.cause)
}

/** Errors of a statement that never left this process. */
const unsentWords = /is not queryable|after calling end on the pool|timeout exceeded when trying to connect/i

/** The error of a write: one that was sent and has no answer has an unknown outcome. */
export const errorOfWrite = (error: unknown): unknown =>
  isDatabaseAway(error) && !unsentWords.test((error as Error).message) ? new OutcomeUnknownError(error) : error

export const isDatabaseAway = (error: unknown) => databaseErrorKind(error) === 'away'
