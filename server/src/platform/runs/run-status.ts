import type { RunWait } from '@portal/contract'
import type { RunOrigin } from './run-definition.ts'
import type { StoredRun } from './runs.store.ts'
import type { RunState } from './runs.tables.ts'

/** A run as its owner, a list and the features see it. */
export interface RunStatus<O> extends RunOrigin {
  readonly state: RunState
  readonly finishedAt: Date | undefined
  /** Items in all; undefined where nobody counts them first. */
  readonly total: number | undefined
  readonly done: number
  readonly skipped: number
  /** Undefined of a run that does not count bytes. */
  readonly totalBytes: number | undefined
  readonly doneBytes: number
  /** What a run in progress waits for, `process` where no server works on it; undefined while one does. */
  readonly waitingFor: RunWait | undefined
  /** When the run will have ended at the pace it has had; undefined before anything is done, and once it has ended. */
  readonly estimatedEnd: Date | undefined
  readonly outcome: O | undefined
  /** Where the next step begins; what it is depends on the kind. */
  readonly position: unknown
  /** The result file while it can be fetched. */
  readonly file: { readonly id: string; readonly until: Date } | undefined
}

export const originOf = ({ id, subject, startedBy, startedAt, inputFileId }: RunOrigin): RunOrigin => ({
  id,
  subject,
  startedBy,
  startedAt,
  inputFileId,
})

const hourMs = 60 * 60 * 1000

/** Until when a result file can be fetched; undefined where there is none, or not any more. */
function fileUntil(madeAt: Date | null, hours: number, now: Date): Date | undefined {
  const until = madeAt && new Date(madeAt.getTime() + hours * hourMs)
  return until && until > now ? until : undefined
}

type Paced = Pick<StoredRun, 'startedAt' | 'finishedAt' | 'total' | 'done' | 'skipped' | 'totalBytes' | 'doneBytes'>

/** Where a run counts bytes they determine its pace, else its items. */
const amountsOf = ({ total, done, skipped, totalBytes, doneBytes }: Paced) =>
  totalBytes ? { all: totalBytes, processed: doneBytes } : { all: total, processed: done + skipped }

function estimatedEndOf(run: Paced, now: Date): Date | undefined {
  const { all, processed } = amountsOf(run)
  if (run.finishedAt || all === null || processed === 0) return undefined
  const pace = (now.getTime() - run.startedAt.getTime()) / processed
  return new Date(now.getTime() + Math.max(0, all - processed) * pace)
}

/** Seconds after which a process that has not said that it works on a run has ended. */
const lostSeconds = 20

const isRecent = (instant: Date | null, now: Date) =>
  instant !== null && now.getTime() - instant.getTime() < lostSeconds * 1000

type Worked = Pick<StoredRun, 'startedAt' | 'workedAt'>

/** Whether a process works on a run. */
export const isWorkedOn = ({ workedAt }: Pick<Worked, 'workedAt'>, now: Date) => isRecent(workedAt, now)

/** Whether a run counts against the limit of its user: one that has waited for long does not. */
export const takesPlace = (run: Worked, now: Date) => isWorkedOn(run, now) || isRecent(run.startedAt, now)

export function statusOf<O>(run: StoredRun, now: Date, fileHours: number): RunStatus<O> {
  const { state, finishedAt, total, done, skipped, totalBytes, doneBytes, waitingFor, fileId, fileMadeAt, outcome } =
    run
  const until = fileUntil(fileMadeAt, fileHours, now)
  return {
    ...originOf(run),
    state,
    done,
    skipped,
    doneBytes,
    finishedAt: finishedAt ?? undefined,
    total: total ?? undefined,
    totalBytes: totalBytes ?? undefined,
    waitingFor: state === 'running' ? (waitingFor ?? (isWorkedOn(run, now) ? undefined : 'process')) : undefined,
    estimatedEnd: estimatedEndOf(run, now),
    outcome: (outcome ?? undefined) as O | undefined,
    position: run.position ?? undefined,
    file: fileId && until ? { id: fileId, until } : undefined,
  }
}
