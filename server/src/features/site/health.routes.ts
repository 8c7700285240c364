import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { Problem } from '#platform/problem.ts'

/** For whoever watches over the server: it runs (`live`), and it can serve (`ready`). Never counted by the limits. */
export function serveHealth(app: FastifyInstance, db: Db) {
  const unlimited = { config: { rateLimit: false } } as const
  app.get('/health/live', unlimited, async () => ({ status: 'live' }))
  app.get('/health/ready', unlimited, async () => {
    await sql`select 1`.execute(db).catch(() => {
      throw new Problem('unavailable', { headers: { 'retry-after': '5' } })
    })
    return { status: 'ready' }
  })
}
