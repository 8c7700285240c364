import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Seconds of processor time that a process has used. */
export function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Seconds of processor time that a server and each session of its database have used; `pool` is left out if it has one connection. */
export async function processorTimes(server: { readonly pid: number }, pool: pg.Pool) {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  const sessions = rows.flatMap(({ pid }) => (existsSync(`/proc/${pid}`) ? [[pid, processorOf(pid)] as const] : []))
  return { server: processorOf(server.pid), sessions: new Map(sessions) }
}

type ProcessorTimes = Awaited<ReturnType<typeof processorTimes>>

/** Seconds of processor time that server and database used between two moments. */
export const usedBetween = (before: ProcessorTimes, after: ProcessorTimes) => ({
  server: after.server - before.server,
  database: [...after.sessions].reduce((sum, [pid, used]) => sum + used - (before.sessions.get(pid) ?? used), 0),
})
