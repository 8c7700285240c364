import type { RetentionRuleName } from '@portal/contract'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { deleteLetterFiles, listLetterFiles } from '#platform/mail/outbox-folder.ts'
import { emptySealed } from '#platform/protection/sealed-rows.ts'
import { countDue, type Due, deleteDue, lockDue, sources } from './due.store.ts'
import { type Protection, pseudonymiseCases } from './pseudonymise.ts'

export interface BatchRequest {
  readonly before: Date
  readonly limit: number
  readonly audit: AuditRecorder
}

/** A rule runs in batches until nothing is due. A batch returns how many records it removed; fewer than `limit` means the last. */
export type Batch =
  | { readonly inTransaction: (tx: Db, request: BatchRequest) => Promise<number> }
  /** For files outside the database; after an interruption the next batch finds what remains. */
  | { readonly outsideTransaction: (request: BatchRequest) => Promise<number> }

export type RetentionHandler = Batch & { readonly due: (before: Date) => Promise<Due> }

export interface HandlerOptions extends Omit<Protection, 'audit'> {
  readonly db: Db
  readonly files: Files
  /** The folder of the mails of the demonstration; it may not exist. */
  readonly outboxFolder: string
  readonly now: () => Date
}

const dayMs = 24 * 60 * 60 * 1000

/** For each rule, how to find and remove the data that is due. */
export function createRetentionHandlers(options: HandlerOptions): Record<RetentionRuleName, RetentionHandler> {
  const { db, vault, tables, now } = options
  const counted = (rule: keyof typeof sources) => ({ due: (before: Date) => countDue(db, sources[rule], before) })
  const deleted = (rule: keyof typeof sources): RetentionHandler => ({
    ...counted(rule),
    inTransaction: (tx, { before, limit }) => deleteDue(tx, sources[rule], before, limit),
  })
  const emptied = (rule: 'waitingRequests' | 'decidedRequests', columns?: () => object): RetentionHandler => ({
    ...counted(rule),
    inTransaction: async (tx, { before, limit }) => {
      const ids = await lockDue(tx, sources[rule][0], before, limit)
      const requests = tables.find(({ table }) => table === 'rightsRequests')
      if (requests) for (const id of ids) await emptySealed(tx, requests, id, columns?.())
      return ids.length
    },
  })
  return {
    endedSessions: deleted('endedSessions'),
    requestCounts: deleted('requestCounts'),
    repeatedAnswers: deleted('repeatedAnswers'),
    lapsedChallenges: deleted('lapsedChallenges'),
    sentTexts: deleted('sentTexts'),
    spidRequests: deleted('spidRequests'),
    spidLog: deleted('spidLog'),
    sentMails: deleted('sentMails'),
    finishedJobs: deleted('finishedJobs'),
    finishedBatches: deleted('finishedBatches'),
    outboxFiles: outboxHandler(options),
    expiredFiles: { ...counted('expiredFiles'), ...fileHandler(options) },
    closedCases: {
      ...counted('closedCases'),
      inTransaction: async (tx, { before, limit, audit }) => {
        const ids = await lockDue(tx, sources.closedCases[0], before, limit)
        return pseudonymiseCases(tx, { vault, tables, audit }, ids, now())
      },
    },
    unnamedRecords: deleted('unnamedRecords'),
    // `decidedBy` stays empty: the rule decides, not a user. The person is no longer known.
    waitingRequests: emptied('waitingRequests', () => ({ status: 'refused', decidedAt: now() })),
    decidedRequests: emptied('decidedRequests'),
  }
}

function fileHandler({ files, now }: HandlerOptions): Batch {
  return {
    outsideTransaction: async ({ before, limit }) => {
      const ids = await files.listExpired(before, limit)
      for (const id of ids) await files.deleteExpired(id, before)
      // Stored objects without a row; objects of the last day may belong to an upload under way.
      if (ids.length < limit) await files.sweep(new Date(Math.min(before.getTime(), now().getTime() - dayMs)))
      return ids.length
    },
  }
}

function outboxHandler({ outboxFolder }: HandlerOptions): RetentionHandler {
  const list = async (before: Date) =>
    (await listLetterFiles(outboxFolder)).filter(({ modifiedAt }) => modifiedAt < before)
  return {
    due: async (before) => {
      const files = await list(before)
      return { count: files.length, oldest: files[0]?.modifiedAt ?? null }
    },
    outsideTransaction: async ({ before, limit }) => {
      const names = (await list(before)).slice(0, limit).map(({ name }) => name)
      await deleteLetterFiles(outboxFolder, names)
      return names.length
    },
  }
}
