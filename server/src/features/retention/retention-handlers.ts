import { dayMs, type RetentionRuleName } from '@portal/contract'
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
export type BatchRemoval =
  | { readonly inTransaction: (tx: Db, request: BatchRequest) => Promise<number> }
  /** For files outside the database; after an interruption the next batch finds what remains. */
  | { readonly outsideTransaction: (request: BatchRequest) => Promise<number> }

export type RetentionHandler = BatchRemoval & { readonly due: (before: Date) => Promise<Due> }

export interface HandlerOptions extends Omit<Protection, 'audit'> {
  readonly db: Db
  readonly files: Files
  /** The folder of the mails of the demonstration; it may not exist. */
  readonly outboxFolder: string
  readonly now: () => Date
}

/** For each rule, how to find and remove the data that is due. */
export function createRetentionHandlers(options: HandlerOptions): Record<RetentionRuleName, RetentionHandler> {
  const { db, vault, tables, now } = options
  const countOf = (rule: keyof typeof sources) => ({ due: (before: Date) => countDue(db, sources[rule], before) })
  const deletionOf = (rule: keyof typeof sources): RetentionHandler => ({
    ...countOf(rule),
    inTransaction: (tx, { before, limit }) => deleteDue(tx, sources[rule], before, limit),
  })
  const emptyingOf = (rule: 'waitingRequests' | 'decidedRequests', columns?: () => object): RetentionHandler => ({
    ...countOf(rule),
    inTransaction: async (tx, { before, limit }) => {
      const ids = await lockDue(tx, sources[rule][0], before, limit)
      const requests = tables.find(({ table }) => table === 'rightsRequests')
      if (requests) for (const id of ids) await emptySealed(tx, requests, id, columns?.())
      return ids.length
    },
  })
  return {
    endedSessions: deletionOf('endedSessions'),
    requestCounts: deletionOf('requestCounts'),
    repeatedAnswers: deletionOf('repeatedAnswers'),
    enrolmentDrafts: deletionOf('enrolmentDrafts'),
    lapsedChallenges: deletionOf('lapsedChallenges'),
    sentTexts: deletionOf('sentTexts'),
    spidRequests: deletionOf('spidRequests'),
    spidLog: deletionOf('spidLog'),
    sentMails: deletionOf('sentMails'),
    receivedMails: deletionOf('receivedMails'),
    finishedJobs: deletionOf('finishedJobs'),
    finishedBatches: deletionOf('finishedBatches'),
    outboxFiles: outboxHandler(options),
    expiredFiles: { ...countOf('expiredFiles'), ...fileHandler(options) },
    closedCases: {
      ...countOf('closedCases'),
      inTransaction: async (tx, { before, limit, audit }) => {
        const ids = await lockDue(tx, sources.closedCases[0], before, limit)
        return pseudonymiseCases(tx, { vault, tables, audit }, ids, now())
      },
    },
    unnamedRecords: deletionOf('unnamedRecords'),
    mergedRecords: deletionOf('mergedRecords'),
    // `decidedBy` stays empty: the rule decides, not a user. The person is no longer known.
    waitingRequests: emptyingOf('waitingRequests', () => ({ status: 'refused', decidedAt: now() })),
    decidedRequests: emptyingOf('decidedRequests'),
  }
}

function fileHandler({ files, now }: HandlerOptions): BatchRemoval {
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
