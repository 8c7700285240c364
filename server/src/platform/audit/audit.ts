import { auditWords, type Endpoint, type RecordKind } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { type Db, isRetried, type TransactionWatch } from '../database/transaction.ts'
import { networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import { insertEntries, type NewEntry } from './audit.store.ts'
import type { Outcome } from './audit.tables.ts'
import { type Act, findAct, newAct, type Origin, runAct } from './audit-act.ts'

export type Audit = ReturnType<typeof createAudit>

type Audited = Pick<Endpoint, 'method' | 'path' | 'audit' | 'params'>

const nobody: Origin = { userId: null, role: null, requestId: null, network: null }

const originOf = ({ id, ip, user }: FastifyRequest): Origin => ({
  userId: user?.id ?? null,
  role: user?.selectedRole ?? null,
  requestId: id,
  network: networkOf(ip),
})

/**
 * Writes the audit log (decisions §10). A change's entry is part of the change's transaction; a read's is written before the
 * answer leaves. What cannot be written is answered 503: nothing is read or changed without a trace.
 */
export function createAudit({ db, clock, log }: { db: Db; clock: Clock; log: Logger }) {
  const write = writerOn(clock, log)

  async function afterFault(act: Act, error: unknown, endpoint: Audited, request: FastifyRequest): Promise<void> {
    if (!(error instanceof Problem)) return
    if (act.refusal) await write.refusal(db, act, act.refusal)
    else if (error.status === 403) await write.refusal(db, act, recordIn(endpoint, request))
    // A refusal may carry what was read, such as the record that somebody else holds. A change told and refused was none.
    else if (endpoint.method === 'GET') await write.due(db, act)
  }

  return {
    /** Runs the handler of an endpoint and writes its entry before the answer leaves; `none` leaves no entry. */
    async call<T>(endpoint: Audited, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
      if (endpoint.audit === 'none') return work()
      const act = newAct(endpoint.audit, auditWords[endpoint.audit], originOf(request))
      const result = await runAct(act, work).catch(async (error) => {
        await afterFault(act, error, endpoint, request)
        throw error
      })
      if (act.kind && !act.state.told.includes(act.kind))
        throw new Error(`The handler of ${endpoint.path} does not tell which ${act.kind} it touched.`)
      await write.due(db, act)
      return result
    },

    /** Writes that whoever is signed in was not let in. */
    async refused(endpoint: Audited, request: FastifyRequest): Promise<void> {
      if (endpoint.audit === 'none') return
      const act = newAct(endpoint.audit, auditWords[endpoint.audit], originOf(request))
      await write.refusal(db, act, recordIn(endpoint, request))
    },

    /**
     * Runs a job: nobody acts, the action is the job's name, and what it tells is written. Of one that fails that is only
     * what its transactions committed: what it told beside them may not have happened.
     */
    async job<T>(name: string, work: () => Promise<T>): Promise<T> {
      const act = newAct(name, undefined, nobody)
      const result = await runAct(act, work)
      await write.due(db, act)
      return result
    },

    /** For `createInTransaction`: what was told before the commit is written with it, and forgotten with a rollback. */
    watch(): TransactionWatch | undefined {
      const act = findAct()
      if (!act) return undefined
      const before = act.state
      return {
        beforeCommit: (tx) => write.due(tx, act),
        rolledBack: () => {
          act.state = before
        },
      }
    },
  }
}

function writerOn(clock: Clock, log: Logger) {
  async function insert(db: Db, entries: readonly NewEntry[]): Promise<void> {
    try {
      await insertEntries(db, entries)
    } catch (error) {
      if (isRetried(error)) throw error
      log.error({ alert: 'audit', err: error }, 'an audit entry could not be written')
      throw new Problem('unavailable', { headers: { 'retry-after': '5' } })
    }
  }

  return {
    /** What the act has told and is not yet written. */
    async due(db: Db, act: Act): Promise<void> {
      if (act.state.pending.length === 0) return
      await insert(db, entriesOf(act, clock.now()))
      act.state = { ...act.state, pending: [] }
    },

    /** A refusal of whoever is signed in, with the records that it is about. */
    async refusal(db: Db, act: Act, { kind = act.kind, ids }: Refused): Promise<void> {
      if (act.origin.userId === null) return
      await insert(db, [{ ...entryOf(act, clock.now(), 'refused'), recordKind: kind ?? null, recordIds: ids }])
    },
  }
}

const entryOf = ({ action, origin }: Act, at: Date, outcome: Outcome): NewEntry => ({
  ...{ at, action, outcome, recordIds: [], changedFields: [] },
  ...origin,
  // Whoever reports or reads answers without an account leaves no trace of where they are (decisions §10).
  network: origin.userId === null ? null : origin.network,
})

/** One entry for each kind of record that the act told. */
function entriesOf(act: Act, at: Date): NewEntry[] {
  const kinds = [...new Set(act.state.pending.map(({ kind }) => kind))]
  return kinds.map((recordKind: RecordKind) => {
    const touches = act.state.pending.filter(({ kind }) => kind === recordKind)
    const recordIds = [...new Set(touches.flatMap(({ ids }) => ids))]
    const changedFields = [...new Set(touches.flatMap((touch) => touch.changedFields))]
    return { ...entryOf(act, at, 'done'), recordKind, recordIds, changedFields }
  })
}

interface Refused {
  /** Left out: the one that the endpoint declares. */
  readonly kind?: RecordKind
  readonly ids: readonly number[]
}

/** The record that a path names, as its parameter `id`. */
function recordIn({ params }: Audited, request: FastifyRequest): Refused {
  if (!params) return { ids: [] }
  const read = z.safeDecode(params, request.params as never)
  const { id } = (read.success ? read.data : {}) as { id?: unknown }
  return { ids: typeof id === 'number' ? [id] : [] }
}
