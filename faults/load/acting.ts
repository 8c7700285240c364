import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { captchaAnswer } from '../../server/test/make.ts'
import { type Client, cookieOf, type Reply } from '../client.ts'
import type { History, Outcome } from '../history.ts'

/** Tax codes of people of the demonstration. */
// biome-ignore format: a table
export const people = {
  manager:       'FRRGLI70A41H501U',
  secondManager: 'CNTMRC68B02F205B',
  operatorTwo:   'BNCLNE79E45L219N',
  registerAdmin: 'LMBCHR75L47A944D',
} as const

export type Headers = Readonly<Record<string, string>>

/** How long a client tries to bring one act to an end, and how long it waits between tries, at first and at last. */
const patienceMs = 120_000
const pauseMs = 300
const longestPauseMs = 4000

interface Wanted {
  readonly kind: string
  readonly isWrite?: boolean
  /** Statuses that are right besides 200 and 503. */
  readonly also?: readonly number[]
}

/** A call that was cut off has status 0 and no body. */
export const cutOff: Reply = { status: 0, headers: {}, body: undefined }

/** Whether a part is away: what was sent may be sent again, if it has a key. */
const isAway = ({ status }: Reply) => status === 503 || status === 0

/** What an answer says of a write. */
function outcomeOf({ status, body }: Reply): Outcome {
  if (status === 200) return 'done'
  return status === 0 || body?.errorCode === 'esito_ignoto' ? 'unknown' : 'denied'
}

/** What an answer says of a write that was sent several times under one key. */
const outcomeOfKeyed = ({ status }: Reply): Outcome => (status === 200 ? 'done' : 'unknown')

interface Noted {
  readonly kind: string
  readonly mark: string
  readonly record?: Readonly<Record<string, unknown>>
  readonly isKeyed?: boolean
}

interface Options {
  readonly client: Client
  readonly history: History
  /** Whether calls may be cut off. */
  readonly mayBeCut: boolean
}

export type Acting = ReturnType<typeof createActing>

/** What every client of the load does: calls, tries again, and notes in the history what it knows. */
export function createActing({ client, history, mayBeCut }: Options) {
  const stopping = new AbortController()
  // Each client waits for it.
  setMaxListeners(0, stopping.signal)
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

  /** Tries until there is an answer that is none of a part that is away, or until it is no use. */
  async function insist(send: () => Promise<Reply>): Promise<Reply> {
    const end = Date.now() + patienceMs
    for (let wait = pauseMs; ; wait = Math.min(wait * 1.5, longestPauseMs)) {
      const reply = await send()
      if (!isAway(reply) || Date.now() > end) return reply
      await delay(wait)
    }
  }

  /** Writes what the answer says of an act into the history. */
  function note(reply: Reply, { kind, mark, record = {}, isKeyed = false }: Noted): Outcome {
    const outcome = isKeyed ? outcomeOfKeyed(reply) : outcomeOf(reply)
    const requestId = outcome === 'done' ? reply.headers['x-request-id']?.toString() : undefined
    history.note({ kind, mark, outcome, record, requestId })
    return outcome
  }

  async function signIn(cf: string): Promise<Headers> {
    const reply = await insist(() => call({ kind: 'sign-in', isWrite: true }, 'POST', '/v1/mock', { body: { cf } }))
    return { cookie: cookieOf(reply) }
  }

  /** Solves a captcha as a new visitor, or as the one that these headers name. */
  async function solveCaptcha(visitor: Headers = {}): Promise<Headers> {
    // A challenge is a row.
    const wanted = { kind: 'captcha', isWrite: true }
    const challenge = await insist(() => call(wanted, 'GET', '/v1/captcha?type=image', { headers: visitor }))
    const headers = { cookie: cookieOf(challenge) || (visitor.cookie ?? '') }
    await insist(() => call(wanted, 'GET', `/v1/captcha/checkCaptcha?answer=${captchaAnswer}`, { headers }))
    return headers
  }

  return {
    call,
    insist,
    note,
    signIn,
    solveCaptcha,
    isOver,
    pause,
    /** Lets every client end what it has begun. */
    stop: () => stopping.abort(),
  }
}
