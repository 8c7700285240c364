import type { RetentionRuleName } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { deleteLetterFiles, listLetterFiles } from '#platform/mail/outbox-folder.ts'
import { emptySealed } from '#platform/protection/sealed-rows.ts'
import { countDue, type Due, deleteDue, lockDue, sources } from './due.store.ts'
import { type Protection, pseudonymiseCases } from './pseudonymise.ts'

/** What a rule does in turns until nothing is due: each gives how many went, less than `limit` when it was the last. */
export type Turn =
  | { readonly inTransaction: (tx: Db, before: Date, limit: number) => Promise<number> }
  /** For what is not, or not only, in the database; breaking it off leaves nothing that the next turn would not find. */
  | { readonly alone: (before: Date, limit: number) => Promise<number> }

export type RuleWork = Turn & { readonly due: (before: Date) => Promise<Due> }

export interface WorkOptions extends Protection {
  readonly db: Db
  readonly files: Files
  /** Where the demonstration keeps its mails; it need not be there. */
  readonly outboxFolder: string
  readonly now: () => Date
}

const dayMs = 24 * 60 * 60 * 1000

/** How each rule finds what is due and lets it go. */
export function ruleWork(options: WorkOptions): Record<RetentionRuleName, RuleWork> {
  const { db, vault, tables, now } = options
  const counted = (rule: keyof typeof sources) => ({ due: (before: Date) => countDue(db, sources[rule], before) })
  const deleted = (rule: keyof typeof sources): RuleWork => ({
    ...counted(rule),
    inTransaction: (tx, before, limit) => deleteDue(tx, sources[rule], before, limit),
  })
  const forgotten = (rule: 'waitingRequests' | 'decidedRequests', kept?: () => object): RuleWork => ({
    ...counted(rule),
    inTransaction: async (tx, before, limit) => {
      const ids = await lockDue(tx, sources[rule][0], before, limit)
      const requests = tables.find(({ table }) => table === 'rightsRequests')
      if (requests) for (const id of ids) await emptySealed(tx, requests, id, kept?.())
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
    outboxFiles: outboxWork(options),
    expiredFiles: { ...counted('expiredFiles'), ...fileWork(options) },
    closedCases: {
      ...counted('closedCases'),
      inTransaction: async (tx, before, limit) => {
        const ids = await lockDue(tx, sources.closedCases[0], before, limit)
        return pseudonymiseCases(tx, { vault, tables }, ids, now())
      },
    },
    unnamedRecords: deleted('unnamedRecords'),
    // Refused by nobody: whom it was about is no longer known.
    waitingRequests: forgotten('waitingRequests', () => ({ status: 'refused', decidedAt: now() })),
    decidedRequests: forgotten('decidedRequests'),
  }
}

function fileWork({ files }: WorkOptions): Turn {
  return {
    alone: async (before, limit) => {
      const ids = await files.listExpired(before, limit)
      for (const id of ids) await files.deleteExpired(id, before)
      // Bytes that lost their row: not those of an upload that is still under way.
      if (ids.length < limit) await files.sweep(new Date(Math.min(before.getTime(), Date.now() - dayMs)))
      return ids.length
    },
  }
}

function outboxWork({ outboxFolder }: WorkOptions): RuleWork {
  const list = async (before: Date) =>
    (await listLetterFiles(outboxFolder)).filter(({ modifiedAt }) => modifiedAt < before)
  return {
    due: async (before) => {
      const files = await list(before)
      return { count: files.length, oldest: files[0]?.modifiedAt ?? null }
    },
    alone: async (before, limit) => {
      const names = (await list(before)).slice(0, limit).map(({ name }) => name)
      await deleteLetterFiles(outboxFolder, names)
      return names.length
    },
  }
}
