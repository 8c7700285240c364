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
