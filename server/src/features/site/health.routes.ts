import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { hasRoom } from '#platform/disk.ts'

/** Health checks for monitoring, exempt from rate limits: `live` (the process runs) and `ready` (it can serve). */
export function serveHealth(app: FastifyInstance, db: Db, disk: { folder: string; reserve: number }) {
  const unlimited = { config: { rateLimit: false } } as const
  app.get('/health/live', unlimited, async () => ({ status: 'live' }))
  app.get('/health/ready', unlimited, async (_request, reply) => {
    await sql`select 1`.execute(db).catch(() => {
      throw new AppError('unavailable', { headers: { 'retry-after': '5' } })
    })
    if (!(await hasRoom(disk.folder, disk.reserve).catch(() => false)))
      return reply.status(503).header('retry-after', '60').send({ status: 'disk_full' })
    return { status: 'ready' }
  })
}
