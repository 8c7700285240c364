import type { RetentionRule, RetentionRuleName, RetentionSchedule } from '@portal/contract'
import type { Logger } from 'pino'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import type { Runs } from '#platform/runs/runs.ts'
import { instantBefore, type Keep, retentionRules, retentionTable } from './retention.rules.ts'
import { ruleWork, type Turn } from './rule-work.ts'

/** The job of each schedule. */
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

// Short transactions: the office's own calls come in between.
const rowsATurn = 100

/** Lets go of what was kept long enough, rule by rule (decisions §10). */
export function createRetention(options: RetentionOptions) {
  const { clock, log, runs, keep } = options
  const work = ruleWork({ ...options, now: clock.now })
  const beforeOf = (rule: RetentionRuleName) => instantBefore(clock.now(), retentionTable[rule].after(keep))

  const ruleRuns = runs.defineRun({
    kind: 'retention',
    audit: 'retention_applied',
    dropsEmptyRuns: true,
    async work(run) {
      const rule = run.subject as RetentionRuleName
      const before = beforeOf(rule)
      while ((await takeTurn(run, work[rule], before)) >= rowsATurn);
      await run.finish(async () => {
        if (run.progress().done > 0) touched('retention', [run.id], [rule])
        return undefined
      })
    },
  })

  /** Runs the rules of a schedule, or all; one that fails does not keep the others from their turn. */
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

    /** Every rule with what of it is due now; nothing is changed. */
    async overview(): Promise<RetentionRule[]> {
      const lastRuns = await ruleRuns.listNewest()
      const dues = await Promise.all(retentionRules.map((rule) => work[rule].due(beforeOf(rule))))
      return retentionRules.map((name, index) => {
        const { action, schedule, after } = retentionTable[name]
        const lastRun = lastRuns.find(({ subject }) => subject === name)
        const { count = 0, oldest } = dues[index] ?? {}
        return {
          ...{ name, action, schedule, ...after(keep), due: count, oldest: oldest ?? undefined },
          lastRun: lastRun && { startedAt: lastRun.startedAt, finishedAt: lastRun.finishedAt, count: lastRun.done },
        }
      })
    },
  }
}

/** Does the next turn of a rule; returns how many records it took. */
async function takeTurn(run: ActiveRun<never, never>, turn: Turn, before: Date): Promise<number> {
  let count = 0
  if ('inTransaction' in turn) {
    await run.step(async (tx) => {
      count = await turn.inTransaction(tx, before, rowsATurn)
      return count > 0 ? { done: count } : undefined
    })
  } else {
    count = await turn.alone(before, rowsATurn)
    if (count > 0) await run.step(async () => ({ done: count }))
  }
  return count
}
