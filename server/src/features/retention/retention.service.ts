import type { RetentionRule, RetentionRuleName, RetentionSchedule } from '@portal/contract'
import type { Logger } from 'pino'
import type { Audit } from '#platform/audit/audit.ts'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { instantBefore, type Keep, retentionRules, retentionTable } from './retention.rules.ts'
import { ruleWork } from './rule-work.ts'
import { addToRun, beginRun, finishRun, listBrokenOff, listLastRuns } from './runs.store.ts'

/** The job of each schedule. */
export const retentionJobs = { hourly: 'retention.hourly', nightly: 'retention.nightly' } as const

export interface RetentionOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly audit: Audit
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'send'>
  readonly files: Files
  readonly tables: readonly AnySealedTable[]
  readonly keep: Keep
  readonly outboxFolder: string
}

export type Retention = ReturnType<typeof createRetention>

// Short transactions: the office's own calls come in between.
const rowsATurn = 100

/** Lets go of what was kept long enough, rule by rule (decisions §10). */
export function createRetention(options: RetentionOptions) {
  const { db, inTransaction, clock, audit, log, jobs, keep } = options
  const work = ruleWork({ ...options, now: clock.now })
  const beforeOf = (rule: RetentionRuleName) => instantBefore(clock.now(), retentionTable[rule].after(keep))

  async function takeTurn(rule: RetentionRuleName, runId: number, before: Date): Promise<number> {
    const turn = work[rule]
    if ('inTransaction' in turn)
      return inTransaction(async (tx) => {
        const count = await turn.inTransaction(tx, before, rowsATurn)
        if (count > 0) await addToRun(tx, runId, count)
        return count
      })
    const count = await turn.alone(before, rowsATurn)
    if (count > 0) await addToRun(db, runId, count)
    return count
  }

  /** Runs a rule to its end, from where it was broken off; gives how many went in all. */
  async function runRule(rule: RetentionRuleName): Promise<number> {
    const before = beforeOf(rule)
    const { id } = await inTransaction((tx) => beginRun(tx, rule, clock.now()))
    while ((await takeTurn(rule, id, before)) >= rowsATurn);
    const run = await inTransaction(async (tx) => {
      const ended = await finishRun(tx, id, clock.now())
      if (ended && ended.count > 0) touched('retention', [id], [rule])
      return ended
    })
    return run?.count ?? 0
  }

  /** Runs the rules of a schedule, or all; one that fails does not keep the others from their turn. */
  async function run(schedule?: RetentionSchedule): Promise<Partial<Record<RetentionRuleName, number>>> {
    const counts: Partial<Record<RetentionRuleName, number>> = {}
    const failed: RetentionRuleName[] = []
    for (const rule of retentionRules) {
      if (schedule && retentionTable[rule].schedule !== schedule) continue
      try {
        counts[rule] = await audit.job('retention_applied', () => runRule(rule))
      } catch (error) {
        log.error({ err: error, rule }, 'a rule of retention failed')
        failed.push(rule)
      }
    }
    if (failed.length > 0) throw new Error(`Retention did not come to its end: ${failed.join(', ')}.`)
    return counts
  }

  return {
    run,

    /** Every rule with what of it is due now; nothing is changed. */
    async overview(): Promise<RetentionRule[]> {
      const runs = await listLastRuns(db)
      const dues = await Promise.all(retentionRules.map((rule) => work[rule].due(beforeOf(rule))))
      return retentionRules.map((name, index) => {
        const { action, schedule, after } = retentionTable[name]
        const lastRun = runs.find(({ rule }) => rule === name)
        const { count = 0, oldest } = dues[index] ?? {}
        return {
          ...{ name, action, schedule, ...after(keep), due: count, oldest: oldest ?? undefined },
          lastRun: lastRun && { ...lastRun, finishedAt: lastRun.finishedAt ?? undefined },
        }
      })
    },

    /** Takes up what a server left undone when it ended. */
    async resume(): Promise<void> {
      const schedules = new Set((await listBrokenOff(db)).map((rule) => retentionTable[rule].schedule))
      if (schedules.size === 0) return
      await inTransaction(async (tx) => {
        for (const schedule of schedules) await jobs.send(tx, retentionJobs[schedule], {})
      })
    },
  }
}
