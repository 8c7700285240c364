import type { RunWait } from '@portal/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Optional } from '../database/column-types.ts'

/** A run that is not running has ended; only a failed one can be tried again. */
export type RunState = 'running' | 'done' | 'failed' | 'cancelled'

/** Written as JSON, read as what it says. */
type Json = ColumnType<unknown, string | null | undefined, string | null>

interface RunTable {
  id: Generated<number>
  /** Which definition carries it out. */
  kind: string
  /** What of its kind it is about; there is one run of a kind and a subject at a time. */
  subject: Generated<string>
  state: Generated<RunState>
  startedBy: Optional<number>
  startedAt: Date
  finishedAt: Optional<Date>
  /** Items in all; null where nobody counts them first. */
  total: Optional<number>
  done: Generated<number>
  skipped: Generated<number>
  /** Bytes of the items in all; null where the run does not count them. */
  totalBytes: Optional<number>
  doneBytes: Generated<number>
  /** What the run waits for before it goes on, and how often in a row it has waited. */
  waitingFor: Optional<RunWait>
  waits: Generated<number>
  /** When a process last said that it works on the run; null between attempts. */
  workedAt: Optional<Date>
  /** Attempts that ended with an error. */
  faults: Generated<number>
  position: Json
  outcome: Json
  inputFileId: Optional<string>
  /** The result, until it expires. */
  fileId: Optional<string>
}

/** The table of runs, for Kysely. */
export interface RunTables {
  runs: RunTable
}
