import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { queues } from '../../server/src/wiring/queues.ts'
import type { Reply } from '../client.ts'
import { type Acting, people } from './acting.ts'

/** Starts exports, and waits for the end of each. */
export async function exportAgain({ call, insist, note, signIn, isOver, pause }: Acting) {
  const headers = await signIn(people.manager)
  const started = { kind: 'export', isWrite: true, also: [429] }
  while (!isOver()) {
    const reply = await call(started, 'POST', '/v1/report/start-segnalazioni-pag', { body: {}, headers })
    const id: number | undefined = reply.body?.result?.numero_univoco
    note(reply, { kind: 'export', mark: String(id ?? ''), record: { id } })
    const state = (): Promise<Reply> =>
      insist(() => call({ kind: 'export state' }, 'GET', `/v1/report/stato/${id}`, { headers }))
    while (id && isUnderWay(await state())) await pause(1000)
    await pause(3000)
  }
}

const isUnderWay = ({ body }: Reply) => ['in_corso', 'in_coda'].includes(body?.result?.stato)

const sentByCalls = ['mail.send', 'runs.work']

/** The jobs of the night and the hour, which the suite sends in place of the clock; without those that soon come again by themselves. */
const scheduled = Object.entries(queues).flatMap(([name, { retries }]) =>
  retries < 5 || sentByCalls.includes(name) ? [] : [name],
)

/** Sends each scheduled job, one after the other, as a schedule does. */
export async function workThroughTheNight({ note, isOver, pause }: Acting, connect: () => Promise<pg.Client>) {
  for (let turn = 0; !isOver(); turn++) {
    const [id, name = ''] = [randomUUID(), scheduled[turn % scheduled.length]]
    const isSent = await sendJob(connect, id, name).catch(() => false)
    const reply = { status: isSent ? 200 : 0, headers: {}, body: undefined }
    if (isSent !== undefined) note(reply, { kind: 'job', mark: id, isKeyed: true, record: { name } })
    await pause(1500)
  }
}

async function sendJob(connect: () => Promise<pg.Client>, id: string, name: string) {
  const db = await connect()
  try {
    const { rowCount } = await db.query(
      `insert into pgboss.job (id, name, retry_limit, retry_delay, retry_backoff)
       select $1, name, retry_limit, retry_delay, retry_backoff from pgboss.queue where name = $2`,
      [id, name],
    )
    return rowCount === 1
  } finally {
    await db.end()
  }
}
