import type { RetentionRule, RetentionRuleName, RetentionSchedule } from '@portal/contract'
import type { Logger } from 'pino'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import type { Runs } from '#platform/runs/runs.ts'
import { instantBefore, type Keep, retentionRules, retentionTable } from './retention.rules.ts'
import { type BatchRemoval, type BatchRequest, createRetentionHandlers } from './retention-handlers.ts'

/** The name of the job of each schedule. */
export const retentionJobs = { hourly: 'retention.hourly', nightly: 'retention.nightly' } as const

export interface RetentionOptions {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly runs: Runs
  readonly files: Files
  readonly tables: readonly AnySealedTable[]
  readonly keep: Keep
  readonly outboxFolder: string
}

export type Retention = ReturnType<typeof createRetention>

// Short transactions let calls of users run in between.
const batchSize = 100

/** Deletes or pseudonymises data whose retention period is over, rule by rule (decisions §10). */
export function createRetention(options: RetentionOptions) {
  const { clock, log, runs, keep } = options
  const handlers = createRetentionHandlers({ ...options, now: clock.now })
  const beforeOf = (rule: RetentionRuleName) => instantBefore(clock.now(), retentionTable[rule].after(keep))

  const ruleRuns = runs.defineRun({
    kind: 'retention',
    audit: 'retention_applied',
    dropsEmptyRuns: true,
    async work(run, audit) {
      const rule = run.subject as RetentionRuleName
      const before = beforeOf(rule)
      while ((await runBatch(run, handlers[rule], { before, limit: batchSize, audit })) >= batchSize);
      await run.finish(async () => {
        if (run.progress().done > 0) audit.record('retention', [run.id], [rule])
        return undefined
      })
    },
  })

  /** Runs the rules of a schedule, or all rules. Throws after the last one if any failed. Returns the number of records for each rule. */
  async function run(schedule?: RetentionSchedule): Promise<Partial<Record<RetentionRuleName, number>>> {
    const counts: Partial<Record<RetentionRuleName, number>> = {}
    const failed: RetentionRuleName[] = []
    for (const rule of retentionRules) {
      if (schedule && retentionTable[rule].schedule !== schedule) continue
      try {
        counts[rule] = (await ruleRuns.runNow({ subject: rule, startedBy: null })).done
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

    /** Every rule with the data that is due now; changes nothing. */
    async overview(): Promise<RetentionRule[]> {
      const lastRuns = await ruleRuns.listNewest()
      const dues = await Promise.all(retentionRules.map((rule) => handlers[rule].due(beforeOf(rule))))
      return retentionRules.map((name, index) => {
        const { action, schedule, after } = retentionTable[name]
        const lastRun = lastRuns.find(({ subject }) => subject === name)
        const { count = 0, oldest } = dues[index] ?? {}
        return {
          name,
          action,
          schedule,
          ...after(keep),
          due: count,
          oldest: oldest ?? undefined,
          lastRun: lastRun && { startedAt: lastRun.startedAt, finishedAt: lastRun.finishedAt, count: lastRun.done },
        }
      })
    },
  }
}

/** Runs the next batch of a rule; returns the number of records that it removed. */
async function runBatch(run: ActiveRun<never, never>, batch: BatchRemoval, request: BatchRequest): Promise<number> {
  let count = 0
  if ('inTransaction' in batch) {
    await run.step(async (tx) => {
      count = await batch.inTransaction(tx, request)
      return count > 0 ? { done: count } : undefined
    })
  } else {
    count = await batch.outsideTransaction(request)
    if (count > 0) await run.step(async () => ({ done: count }))
  }
  return count
}
