import type { RunWait } from '@portal/contract'
import { byId, defineList } from '../database/list.ts'
import type { Db } from '../database/transaction.ts'
import type { Progress, Step } from './run-definition.ts'
import type { RunState } from './runs.tables.ts'

interface NewRun {
  readonly kind: string
  readonly subject: string
  readonly startedBy: number | null
  readonly startedAt: Date
  readonly total: number | null
  readonly totalBytes: number | null
  readonly inputFileId: string | null
}

/** A row of the run with the time at which its result file was made, where there is one. */
const allRuns = (db: Db) =>
  db
    .selectFrom('runs')
    .leftJoin('files', 'files.id', 'runs.fileId')
    .selectAll('runs')
    .select('files.madeAt as fileMadeAt')

export const findRun = (db: Db, id: number) => allRuns(db).where('runs.id', '=', id).executeTakeFirst()
export type StoredRun = NonNullable<Awaited<ReturnType<typeof findRun>>>

export const findNewestRun = (db: Db, kind: string, subject: string) =>
  allRuns(db)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('runs.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest run of each subject of a kind. */
export const listNewestRuns = (db: Db, kind: string) =>
  allRuns(db).distinctOn('subject').where('kind', '=', kind).orderBy('subject').orderBy('runs.id', 'desc').execute()

/** Pages of the runs of a kind that one user started, newest first. */
export const listRunsOf = defineList({
  order: byId('runs.id'),
  rows: (db: Db, { kind, ownerId }: { readonly kind: string; readonly ownerId: number }) =>
    allRuns(db).where('runs.startedBy', '=', ownerId).where('kind', '=', kind),
})

/** Which runs a list has. */
export interface RunFilter {
  readonly kinds: readonly string[]
  readonly states?: readonly RunState[] | undefined
}

/** Pages of the runs of some kinds, newest first. */
export const listRuns = defineList({
  order: byId('runs.id'),
  rows: (db: Db, { kinds, states }: RunFilter) =>
    allRuns(db)
      .where('kind', 'in', kinds)
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? [])),
})

/** The runs of a kind that one user has in progress, and the starts of those since an instant, oldest first. */
export async function listRunsInProgress(db: Db, kind: string, ownerId: number, since: Date) {
  const rows = await db
    .selectFrom('runs')
    .select(['startedAt', 'finishedAt', 'workedAt'])
    .where('startedBy', '=', ownerId)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('finishedAt', 'is', null), eb('startedAt', '>', since)]))
    .orderBy('startedAt')
    .execute()
  return {
    running: rows.filter(({ finishedAt }) => finishedAt === null),
    starts: rows.flatMap(({ startedAt }) => (startedAt > since ? [startedAt] : [])),
  }
}

/** Ids of the result files of these subjects. */
export async function listResultFiles(db: Db, kind: string, subjects: readonly string[]): Promise<string[]> {
  if (subjects.length === 0) return []
  const rows = await db
    .selectFrom('runs')
    .select('fileId')
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('fileId', 'is not', null)
    .execute()
  return rows.flatMap(({ fileId }) => fileId ?? [])
}

export const listUnfinished = (db: Db) =>
  db
    .selectFrom('runs')
    .select(['id', 'kind', 'startedAt', 'workedAt'])
    .where('finishedAt', 'is', null)
    .orderBy('id')
    .execute()

/** Notes when a process said that it works on these runs; null at the end of an attempt. */
export const setWorkedAt = (db: Db, ids: readonly number[], workedAt: Date | null) =>
  db.updateTable('runs').set({ workedAt }).where('id', 'in', ids).where('finishedAt', 'is', null).execute()

/** Inserts a run and returns its id; undefined while one of its kind and subject is unfinished. */
export async function insertRun(tx: Db, run: NewRun): Promise<number | undefined> {
  const row = await tx
    .insertInto('runs')
    .values(run)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('finishedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** An unfinished run, its row locked; undefined when it has ended. */
export const lockRun = (tx: Db, id: number) =>
  tx.selectFrom('runs').selectAll().where('id', '=', id).where('finishedAt', 'is', null).forUpdate().executeTakeFirst()

/** Saves the progress of a run, which no longer waits. */
export const saveProgress = (
  tx: Db,
  id: number,
  { position, ...counts }: Progress<unknown> & Partial<Step<unknown>['totals']>,
) =>
  tx
    .updateTable('runs')
    .set({
      ...counts,
      waitingFor: null,
      waits: 0,
      position: position === undefined ? null : JSON.stringify(position),
    })
    .where('id', '=', id)
    .execute()

export const saveWait = (tx: Db, id: number, waitingFor: RunWait) =>
  tx
    .updateTable('runs')
    .set((eb) => ({ waitingFor, waits: eb('waits', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Adds to the items done; whether the run was still unfinished. */
export async function addDone(db: Db, id: number, done: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set((eb) => ({ done: eb('done', '+', done) }))
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const countFailure = (tx: Db, id: number) =>
  tx
    .updateTable('runs')
    .set((eb) => ({ faults: eb('faults', '+', 1) }))
    .where('id', '=', id)
    .execute()

interface Ending {
  readonly state: Exclude<RunState, 'running'>
  readonly finishedAt: Date
  readonly outcome?: string | null
  readonly fileId?: string | null
  readonly inputFileId?: null
  readonly done?: number
}

/** Ends an unfinished run; whether it was one. */
export async function endRun(tx: Db, id: number, ending: Ending): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('runs')
    .set(ending)
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a failed run unfinished again; whether it was one. */
export async function reopenRun(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('runs')
    .set({ state: 'running', finishedAt: null, faults: 0 })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the runs of a subject before this one that did nothing. */
export const deleteEmptyBefore = (tx: Db, { id, kind, subject }: Pick<StoredRun, 'id' | 'kind' | 'subject'>) =>
  tx
    .deleteFrom('runs')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('id', '<', id)
    .where('done', '=', 0)
    .where('skipped', '=', 0)
    .execute()
