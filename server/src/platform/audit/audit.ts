import { auditWords, type Endpoint, type RecordKind } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseAway, OutcomeUnknownError } from '../database/database-errors.ts'
import type { LastWrite } from '../database/together.ts'
import { type Db, isRetryable } from '../database/transaction.ts'
import { groupWrites } from '../group-writes.ts'
import { networkOf } from '../network.ts'
import { insertEntries, insertionOf, insertionOfRepeat, insertMissing, type NewEntry } from './audit.store.ts'
import type { Outcome } from './audit.tables.ts'
import { type Act, type AtEnd, type AuditRecorder, newAct, type Origin, recorderOf, runAct } from './audit-recorder.ts'

export type Audit = ReturnType<typeof createAudit>

type Audited = Pick<Endpoint, 'method' | 'path' | 'audit' | 'params'>

/** A call about a record of either registry has the word of people, whichever the kind of its record. */
const recordsKind = (recorded: readonly RecordKind[], kind: RecordKind) =>
  recorded.includes(kind) || (kind === 'person' && recorded.includes('organisation'))

const noOrigin: Origin = { userId: null, role: null, requestId: null, network: null }

const originOf = ({ id, ip, user }: FastifyRequest): Origin => ({
  userId: user?.id ?? null,
  role: user?.selectedRole ?? null,
  requestId: id,
  network: networkOf(ip),
})

interface Options {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** Called after the commit of a change, with the kinds of the records that it recorded. */
  readonly noteCommit?: (kinds: readonly RecordKind[]) => void
}

/**
 * Writes the audit log (decisions §10). The entry of a change is part of its transaction; the entry of a read is written
 * before the answer is sent. Where an entry cannot be written the call fails with 503, so that no access goes unrecorded.
 */
export function createAudit({ db, clock, log, noteCommit = () => {} }: Options) {
  const write = writerOn({ db, clock, log })
  const atEnd: AtEnd = { writesOf: write.atEnd, noteCommit }

  return {
    /** Runs the handler of an endpoint and writes its entry before the answer leaves. With `none` there is no entry, and its recorder throws. */
    async call<T>(endpoint: Audited, request: FastifyRequest, work: (audit: AuditRecorder) => Promise<T>): Promise<T> {
      if (endpoint.audit === 'none') return work(recorderOf(newAct('none', undefined, noOrigin), atEnd))
      const act = newAct(endpoint.audit, auditWords[endpoint.audit], originOf(request))
      const result = await runAct(act, atEnd, work).catch(async (error) => {
        await write.failure(act, error, { endpoint, request })
        throw error
      })
      if (act.kind && !recordsKind(act.state.recordedKinds, act.kind))
        throw new Error(`The handler of ${endpoint.path} does not record which ${act.kind} it reads or changes.`)
      await write.due(act)
      return result
    },

    /** Writes that the signed-in user was refused. */
    async refused(endpoint: Audited, request: FastifyRequest): Promise<void> {
      if (endpoint.audit === 'none') return
      const act = newAct(endpoint.audit, auditWords[endpoint.audit], originOf(request))
      await write.denial(act, recordIn(endpoint, request))
    },

    /**
     * Runs a job: no user acts, and the action is the job's name. Of a failed job only the entries of committed transactions
     * remain, because what it recorded outside of them may not have happened.
     */
    async job<T>(name: string, work: (audit: AuditRecorder) => Promise<T>): Promise<T> {
      const act = newAct(name, undefined, noOrigin)
      const result = await runAct(act, atEnd, work)
      await write.due(act)
      return result
    },
  }
}

/** The error for an entry that could not be written; one after which the call may be tried again stays as it is. */
const unwritten = (log: Logger) => (cause: unknown) => {
  if (isRetryable(cause) || isDatabaseAway(cause)) return cause
  log.error({ alert: 'audit', err: cause }, 'an audit entry could not be written')
  return new AppError('unavailable', { headers: { 'retry-after': '5' } })
}

function writerOn({ db, clock, log }: { db: Db; clock: Clock; log: Logger }) {
  // Concurrent reads share a statement and a commit.
  const insertTogether = groupWrites(async (groups: readonly (readonly NewEntry[])[]) => {
    const entries = groups.flat()
    await insertEntries(db, entries).catch((error) => {
      if (!(error instanceof OutcomeUnknownError)) throw error
      return insertMissing(db, entries)
    })
    return groups.map(() => undefined)
  })

  const errorOf = unwritten(log)
  const insert = (entries: readonly NewEntry[]): Promise<void> =>
    insertTogether(entries).catch((cause) => {
      // Only the entry may be lost: the caller has saved nothing with it.
      throw errorOf(cause instanceof OutcomeUnknownError ? cause.cause : cause)
    })

  function takeDue(act: Act): readonly NewEntry[] {
    const entries = entriesOf(act, clock.now())
    act.state = { ...act.state, pending: [] }
    return entries
  }

  /** Writes the pending entries of the action. */
  async function due(act: Act): Promise<void> {
    const { state } = act
    const entries = takeDue(act)
    if (entries.length === 0) return
    await insert(entries).catch((error) => {
      act.state = state
      throw error
    })
  }

  /** The pending entries of a change, to be written with its commit. */
  function atEnd(act: Act, tx: Db): readonly LastWrite[] {
    const entries = takeDue(act)
    const insertion = act.mayBeCommitted ? insertionOfRepeat : insertionOf
    return entries.length > 0 ? [{ statement: insertion(tx, entries), errorOf }] : []
  }

  /** Writes a refusal of a signed-in user, with the records concerned. */
  async function denial(act: Act, { kind = act.kind, ids }: Refused): Promise<void> {
    if (act.origin.userId === null) return
    await insert([{ ...entryOf(act, clock.now(), 'refused'), recordKind: kind ?? null, recordIds: ids }])
  }

  /** Writes what a failed call leaves in the log. */
  async function failure(act: Act, error: unknown, { endpoint, request }: AuditedCall): Promise<void> {
    if (!(error instanceof AppError)) return
    if (act.denial) await denial(act, act.denial)
    else if (error.status === 403) await denial(act, recordIn(endpoint, request))
    // A refusal may return what was read, such as the record that another user holds. A refused change changed nothing.
    else if (endpoint.method === 'GET') await due(act)
  }

  return { due, atEnd, denial, failure }
}

interface AuditedCall {
  readonly endpoint: Audited
  readonly request: FastifyRequest
}

const entryOf = ({ action, origin }: Act, at: Date, outcome: Outcome): NewEntry => ({
  at,
  action,
  outcome,
  recordIds: [],
  changedFields: [],
  ...origin,
  // The network of reporters and other visitors without an account is never stored (decisions §10).
  network: origin.userId === null ? null : origin.network,
})

/** One entry for each kind of record of the action. */
function entriesOf(act: Act, at: Date): NewEntry[] {
  const kinds = [...new Set(act.state.pending.map(({ kind }) => kind))]
  return kinds.map((recordKind: RecordKind) => {
    const accesses = act.state.pending.filter(({ kind }) => kind === recordKind)
    const recordIds = [...new Set(accesses.flatMap(({ ids }) => ids))]
    const changedFields = [...new Set(accesses.flatMap((access) => access.changedFields))]
    return { ...entryOf(act, at, 'done'), recordKind, recordIds, changedFields }
  })
}

interface Refused {
  /** Absent: the kind that the endpoint declares. */
  readonly kind?: RecordKind
  readonly ids: readonly number[]
}

/** The record of the path parameter `id`. */
function recordIn({ params }: Audited, request: FastifyRequest): Refused {
  if (!params) return { ids: [] }
  const parsed = z.safeParse(params, request.params)
  const { id } = (parsed.success ? parsed.data : {}) as { id?: unknown }
  return { ids: typeof id === 'number' ? [id] : [] }
}
