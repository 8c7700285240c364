import { cover, tokensOfCall } from '../../scripts/coverage.mjs'

/** A call as the page made it. */
export interface Call {
  readonly method: string
  /** Below /api: `/v1/segnalazioni/lock/5`. */
  readonly path: string
  readonly query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the wire carries
  readonly body: any
  readonly headers: Headers
  /** Goes on although the page is left. */
  readonly keepalive: boolean
}

/** What a call is answered; status 0 stands for a server that cannot be reached. */
export interface Answer {
  readonly status?: number
  readonly result?: unknown
  readonly errorCode?: string | null
}

type Answerer = (call: Call) => Answer | Response | Promise<Answer | Response>

/** Answers by method and path, `GET /v1/segnalazioni/lock/5`, and where it matters by query: `…/lock/5?azione=rilascia`. */
export type Answers = Record<`${'GET' | 'POST'} /${string}`, Answer | Answerer>

const unanswered: string[] = []
let fetchBefore: typeof fetch | undefined

/**
 * Answers the calls of the page from a table until the end of the test, and records them. A call that the table does not
 * name fails the test, unless it reads a reference list: a page reads many that its test does not need, and they are
 * missing. The table is read at each call: a test may change it. A function instead of a table answers every call.
 */
export function answerCalls(answers: Answers | Answerer): { readonly calls: readonly Call[] } {
  const calls: Call[] = []
  fetchBefore ??= globalThis.fetch
  globalThis.fetch = async (url, init = {}) => {
    const call = callOf(String(url), init)
    calls.push(call)
    cover(tokensOfCall({ method: call.method, path: `${call.path}?${call.query}`, body: call.body }))
    const answer = typeof answers === 'function' ? answers : findAnswer(answers, call)
    if (!answer) {
      unanswered.push(`${call.method} ${call.path}`)
      throw new TypeError(`no answer for ${call.method} ${call.path}`)
    }
    return responseOf(typeof answer === 'function' ? await answer(call) : answer)
  }
  return { calls }
}

/** Ends the answers of a test; returns a sentence on the calls that its table did not name. */
export function endAnswers(): string | undefined {
  if (fetchBefore) globalThis.fetch = fetchBefore
  fetchBefore = undefined
  const missing = [...new Set(unanswered.splice(0))]
  return missing.length > 0 ? `answerCalls names no answer for: ${missing.join(', ')}` : undefined
}

function callOf(url: string, { method = 'GET', body, headers, keepalive = false }: RequestInit): Call {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const path = pathname.replace(/^\/x\/api/, '')
  return { method, path, query: searchParams, body: bodyOf(body), headers: new Headers(headers), keepalive }
}

const bodyOf = (body: RequestInit['body']) => (typeof body === 'string' ? JSON.parse(body) : undefined)

function findAnswer(answers: Answers, { method, path, query }: Call): Answer | Answerer | undefined {
  const named = Object.entries(answers).filter(([key]) => {
    const [called, parameters] = key.split('?')
    const isAsked = [...new URLSearchParams(parameters)].every(([name, value]) => query.get(name) === value)
    return called === `${method} ${path}` && isAsked
  })
  // The longest key says most of the query.
  const [, answer] = named.sort(([one], [other]) => other.length - one.length)[0] ?? []
  return answer ?? (path.startsWith('/v1/tipologiche/') && method === 'GET' ? { status: 404, result: {} } : undefined)
}

function responseOf(answer: Answer | Response): Response {
  if (answer instanceof Response) return answer
  const { status = 200, result, errorCode = status === 200 ? null : 'errore_interno' } = answer
  if (status === 0) throw new TypeError('network')
  return Response.json({ success: status === 200, result, errorCode }, { status })
}
