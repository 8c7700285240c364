import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { hasRoom } from '#platform/disk.ts'

interface Needs {
  readonly db: Db
  readonly disk: { readonly folder: string; readonly reserve: number }
  /** Whether the server was asked to stop and serves what it has. */
  readonly isLeaving: () => boolean
}

/** A check that takes longer than this is answered with 503: whatever watches the server does not wait for long. */
const answerWithinMs = 2000

/**
 * Health checks, exempt from rate limits: `live` (the process runs), `accepting` (a load balancer may send it calls; not while the
 * server leaves) and `ready` (it can serve them: the database answers and the disk has room).
 */
export function serveHealth(app: FastifyInstance, { db, disk, isLeaving }: Needs) {
  const unlimited = { config: { rateLimit: false } } as const
  const away = () => new AppError('unavailable', { headers: { 'retry-after': '5' } })
  app.get('/health/live', unlimited, async () => ({ status: 'live' }))
  app.get('/health/accepting', unlimited, async () => {
    if (isLeaving()) throw away()
    return { status: 'accepting' }
  })
  app.get('/health/ready', unlimited, async (_request, reply) => {
    if (isLeaving()) throw away()
    const answer = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([answer, delay(answerWithinMs, false, { ref: false })]))) throw away()
    if (!(await hasRoom(disk.folder, disk.reserve).catch(() => false)))
      return reply.status(503).header('retry-after', '60').send({ status: 'disk_full' })
    return { status: 'ready' }
  })
}
