import { dayMs, type ExportRun, type Page } from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { AppError } from '#platform/app-error.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { RunStatus } from '#platform/runs/run-status.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockUser } from '#platform/session/lock-user.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { mediaTypes } from '#platform/spreadsheets/media-types.ts'
import { type FetchedKind, isFetchedBy, storedFileName } from './export-documents.ts'
import type { ExportNeeds, ExportRuns } from './exports.runs.ts'
import { findExport, listExportsById, type StoredExport } from './exports.store.ts'
import { sealedExports } from './sealed-exports.ts'

/** When to ask again while exports are in progress. */
const againSeconds = 30

/** Throws 429 where a user has too many exports in progress, or has started too many in 24 hours. */
export async function refuseBeyondLimits({ clock, limits }: ExportNeeds, runs: ExportRuns, tx: Db, userId: number) {
  await lockUser(tx, userId)
  const now = clock.now().getTime()
  const { running, starts } = await runs.countOf(tx, userId, new Date(now - dayMs))
  if (running >= limits.atOnce)
    throw new AppError('exports_running', { headers: { 'retry-after': String(againSeconds) }, params: { running } })
  const first = starts.at(-limits.perDay)
  if (!first) return
  const seconds = Math.max(1, Math.ceil((first.getTime() + dayMs - now) / 1000))
  throw new AppError('exports_of_day', {
    headers: { 'retry-after': String(seconds) },
    params: { most: limits.perDay },
  })
}

/** An export of this user; that of another user is not found. */
async function findOwn({ db, vault }: ExportNeeds, runs: ExportRuns, id: number, userId: number) {
  const stored = await findExport(db, vault, id)
  const run = stored && (await runs.get(id))
  if (!stored || !run || stored.ownerId !== userId) throw new AppError('not_found')
  return { stored, run }
}

/** What users do with their own exports. Those of others are not found. */
export function createOwnExports(needs: ExportNeeds, runs: ExportRuns) {
  const { db, vault, inTransaction } = needs
  const getOwn = (id: number, userId: number) => findOwn(needs, runs, id, userId)
  const present = (stored: StoredExport, run: RunStatus<never>) => statusOf(needs, stored, run)
  const ownRun = async (id: number, userId: number) => {
    const { stored, run } = await getOwn(id, userId)
    return present(stored, run)
  }

  return {
    state: (id: number, user: SessionUser): Promise<ExportRun> => ownRun(id, user.id),

    async list(request: PageQuery<unknown>, user: SessionUser): Promise<Page<ExportRun>> {
      const page = await runs.listOf(user.id, request)
      const all = await listExportsById(
        db,
        vault,
        page.rows.map(({ id }) => id),
      )
      const rows = page.rows.flatMap((run) => {
        const stored = all.find(({ id }) => id === run.id)
        return stored ? [present(stored, run)] : []
      })
      return { ...page, rows }
    },

    /** The file; undefined until it is there, 404 where there will be none. */
    async open(fetched: FetchedKind, id: number, { user, audit }: Caller): Promise<FileReply | undefined> {
      const { stored, run } = await getOwn(id, user.id)
      if (!isFetchedBy(stored, fetched, user.selectedRole)) throw new AppError('not_found')
      if (run.state === 'running') {
        audit.recordNone('export')
        return undefined
      }
      if (run.file && run.file.id !== stored.fileId) {
        vault.alarm(sealedExports, id, 'claims')
        throw new AppError('not_found')
      }
      const { name, stream } = await runs.openResult(id)
      audit.record('export', [id])
      return { name, stream, mediaType: mediaTypes[stored.format] }
    },

    async cancel(id: number, { user, audit }: Caller): Promise<ExportRun> {
      await getOwn(id, user.id)
      audit.record('export', [id])
      await runs.cancel(id, audit)
      return ownRun(id, user.id)
    },

    async retry(id: number, { user, audit }: Caller): Promise<ExportRun> {
      const { stored } = await getOwn(id, user.id)
      const run = await inTransaction(audit, async (tx) => {
        await refuseBeyondLimits(needs, runs, tx, user.id)
        audit.record('export', [id])
        return runs.retry(tx, id)
      })
      return present(stored, run)
    },
  }
}

const hasExpired = ({ state, file }: RunStatus<never>) => state === 'done' && !file

/** How far a run is, in percent: 100 only once its file is there. */
const percentageOf = ({ state, done, total = 0 }: RunStatus<never>) =>
  state === 'done' ? 100 : Math.min(99, total === 0 ? 0 : Math.floor((100 * done) / total))

function statusOf(
  { office: { productTag }, documents }: ExportNeeds,
  stored: StoredExport,
  run: RunStatus<never>,
): ExportRun {
  const { kind, format } = stored
  const { id, state, startedAt, finishedAt, total = 0, done, estimatedEnd, waitingFor, file } = run
  return {
    id,
    kind,
    format,
    startedAt,
    finishedAt,
    estimatedEnd,
    waitingFor,
    state: hasExpired(run) ? 'expired' : state,
    rows: done,
    // Records that were removed while the file was written are not in it.
    total: state === 'done' ? done : total,
    percentage: percentageOf(run),
    error: state === 'failed' ? office.exports.failed : undefined,
    fileName: storedFileName(stored, productTag, documents),
    fileUntil: file?.until,
  }
}
