import { CompiledQuery, type Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Tables } from './database/tables.ts'
import type { Db } from './database/transaction.ts'

/** The queues by name, with the number of retries of a failed job. */
export type Queues = Readonly<Record<string, { readonly retries: number }>>

/** Lets pg-boss, which names its columns in camel case too, use the server's connections. */
export const executorOn = (db: Kysely<Tables> | Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
    // pg-boss gives its statements the types of their rows.
    return { rows: rows as never[], rowCount: Number(numAffectedRows ?? rows.length) }
  },
})
type Executor = ReturnType<typeof executorOn>

/** An executor that knows how many statements have no answer yet. */
export function countWaiting({ executeSql }: Executor) {
  const waiting = { count: 0 }
  const executor: Executor = {
    executeSql: async (text, values) => {
      waiting.count++
      try {
        return await executeSql(text, values)
      } finally {
        waiting.count--
      }
    },
  }
  return { executor, waiting }
}

/** pg-boss on the server's connections, without a scheduler; finished jobs are kept for some hours. */
export const bossOn = (executor: Executor, keepHours = 24) =>
  new PgBoss({
    db: executor,
    schema: 'pgboss',
    schedule: false,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterHours: keepHours,
  })

const isQueueOfBoss = (name: string) => name.startsWith('__')

/** Creates the job queue's tables and the queues, as the owner of the tables, and deletes queues of an earlier version. */
export async function prepareJobs(db: Kysely<Tables>, queues: Queues): Promise<void> {
  const boss = bossOn(executorOn(db))
  await boss.start()
  await boss.stop({ graceful: false, close: false })
  // Of versions that let pg-boss evaluate the schedules.
  for (const { name } of await boss.getSchedules()) await boss.unschedule(name)
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const name of existing.keys()) if (!(name in queues) && !isQueueOfBoss(name)) await boss.deleteQueue(name)
  for (const [name, { retries }] of Object.entries(queues)) {
    const options = { name, retryLimit: retries, retryBackoff: true, retryDelay: 5 }
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, options)
    else if (queue.retryLimit !== retries) await boss.updateQueue(name, options)
  }
}
