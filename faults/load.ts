import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { captchaAnswer, reportOnWire } from '../server/test/make.ts'
import { type Client, cookieOf, type Reply, type Sent } from './client.ts'
import type { History, Outcome } from './history.ts'

/** Tax codes of people of the demonstration. */
export const managerCode = 'FRRGLI70A41H501U'
const operatorCode = 'BNCLNE79E45L219N'

/** How long a client tries to bring one act to an end, and how long it waits between tries. */
const patienceMs = 60_000
const pauseMs = 300
/** The portal takes thirty answers of a report in an hour. */
const answersOfOne = 25

interface Wanted {
  readonly kind: string
  readonly isWrite?: boolean
  /** Statuses that are right besides 200 and 503. */
  readonly also?: readonly number[]
}

/** A call that was cut off has status 0 and no body. */
const cutOff: Reply = { status: 0, headers: {}, body: undefined }

/** Starts the clients of the suite: each repeats one kind of act until it is stopped, and writes all calls into the history. */
export function startLoad(client: Client, history: History, mayBeCut: boolean) {
  const stopping = new AbortController()
  const isOver = () => stopping.signal.aborted
  const pause = (ms = pauseMs) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function call({ kind, isWrite = false, also = [] }: Wanted, ...sent: Parameters<Client['call']>) {
    const at = Date.now()
    const reply = await client.call(...sent).catch(() => cutOff)
    const isRight = [200, 503, ...also].includes(reply.status) || (reply.status === 0 && mayBeCut)
    const wrong = isRight ? undefined : `${kind}: ${reply.status} ${reply.body?.errorCode ?? ''}`
    history.answered({ kind, at, ms: Date.now() - at, status: reply.status, isWrite, wrong })
    return reply
  }

  /** What an answer says of a write. */
  function outcomeOf({ status, body }: Reply): Outcome {
    if (status === 200) return 'done'
    return status === 0 || body?.errorCode === 'esito_ignoto' ? 'unknown' : 'denied'
  }

  /** Tries until there is an answer that is none of a part that is away. */
  async function insist(send: () => Promise<Reply>): Promise<Reply> {
    const end = Date.now() + patienceMs
    for (;;) {
      const reply = await send()
      if ((reply.status !== 503 && reply.status !== 0) || Date.now() > end) return reply
      await delay(pauseMs)
    }
  }

  async function signIn(cf: string): Promise<Record<string, string>> {
    const reply = await insist(() => call({ kind: 'sign-in', isWrite: true }, 'POST', '/v1/mock', { body: { cf } }))
    return { cookie: cookieOf(reply) }
  }

  async function solveCaptcha(): Promise<Record<string, string>> {
    // A challenge is a row.
    const wanted = { kind: 'captcha', isWrite: true }
    const challenge = await insist(() => call(wanted, 'GET', '/v1/captcha?type=image'))
    const headers = { cookie: cookieOf(challenge) }
    await insist(() => call(wanted, 'GET', `/v1/captcha/checkCaptcha?answer=${captchaAnswer}`, { headers }))
    return headers
  }

  /** Sends a report as a page does: the same one under the same key, until there is an answer. */
  async function report(): Promise<Reply['body'] | undefined> {
    const key = randomUUID()
    const body = reportOnWire({ resoconto_fatti: `Mi hanno negato l'ingresso: ${key}.` })
    let headers = await solveCaptcha()
    const reply = await insist(async () => {
      const sent: Sent = { body, headers: { ...headers, 'idempotency-key': key } }
      const answer = await call({ kind: 'report', isWrite: true, also: [403] }, 'POST', '/v1/noauth/segnalazione', sent)
      // The captcha of an act whose answer was cut off may be used up.
      if (answer.status === 403) headers = await solveCaptcha()
      return answer.status === 403 ? cutOff : answer
    })
    const record = reply.status === 200 ? reply.body.result : {}
    history.note({ kind: 'report', mark: key, outcome: reply.status === 200 ? 'done' : 'unknown', record })
    return reply.status === 200 ? record : undefined
  }

  /** Sends a report, and answers with its code and PIN, as often as the portal takes. */
  async function converse() {
    const { id_segnalazione: id, codice, pin } = (await report()) ?? {}
    if (!codice) return
    const open = async () => {
      const wanted = { kind: 'code and PIN', isWrite: true }
      const opened = await insist(() => call(wanted, 'POST', '/v1/noauth/pratica/accesso', { body: { codice, pin } }))
      return { cookie: cookieOf(opened) }
    }
    const headers = await open()
    for (let sent = 0; sent < answersOfOne && !isOver(); sent++) {
      await answer(id, headers)
      await pause()
    }
  }

  async function answer(id: number, session: Record<string, string>) {
    const mark = randomUUID()
    const sent = { body: { testo: `Aggiungo: ${mark}.` }, headers: { ...session, 'idempotency-key': mark } }
    const reply = await insist(() =>
      call({ kind: 'answer', isWrite: true }, 'POST', '/v1/noauth/pratica/messaggi', sent),
    )
    history.note({ kind: 'answer', mark, outcome: reply.status === 200 ? 'done' : 'unknown', record: { id } })
  }

  /** Saves a case of its own again and again, each time with another note. */
  async function save() {
    const { id_segnalazione: id } = await report()
    const headers = await signIn(managerCode)
    const readCase = () => insist(() => call({ kind: 'case' }, 'GET', `/v1/segnalazioni/dettaglio/${id}`, { headers }))
    let current = (await readCase()).body?.result
    while (!isOver()) {
      const mark = randomUUID()
      const body = { ...current, note: `Sentito il segnalante: ${mark}.` }
      const reply = await call(
        { kind: 'save', isWrite: true, also: [409, 412] },
        'POST',
        '/v1/segnalazioni/integrazione-segnalazione',
        {
          body,
          headers,
        },
      )
      history.note({ kind: 'save', mark, outcome: outcomeOf(reply), record: { id } })
      current = reply.status === 200 ? reply.body.result : ((await readCase()).body?.result ?? current)
      await pause()
    }
  }

  /** Reads what an operator reads all day. */
  async function read() {
    const headers = await signIn(operatorCode)
    while (!isOver()) {
      await call({ kind: 'list' }, 'POST', '/v1/segnalazioni/integrazione-segnalazione-view-pag?vista=0', {
        body: { da: 1, a: 10 },
        headers,
      })
      await call({ kind: 'session' }, 'GET', '/v1/utenti/in-sessione', { headers })
      await pause()
    }
  }

  async function signInAgain() {
    while (!isOver()) {
      await signIn(operatorCode)
      await pause(1000)
    }
  }

  async function converseAgain() {
    while (!isOver()) await converse()
  }

  async function reportAgain() {
    while (!isOver()) {
      await report()
      await pause()
    }
  }

  const clients = [reportAgain, reportAgain, converseAgain, converseAgain, save, save, read, read, signInAgain]
  const running = Promise.all(clients.map((act) => act()))
  return {
    /** Lets every client end what it has begun. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}
