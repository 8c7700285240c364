import { demoPeople } from '#features/session/demo-people.ts'
import { captchaAnswer, reportOnWire } from './make.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any wire value
  readonly body: any
}

/** The receipt, in wire names. */
export interface Receipt {
  readonly id_segnalazione: number
  readonly codice: string
  readonly pin: string
}

export type Client = ReturnType<typeof clientOf>

/** A client of a server's API over HTTP. `answer` returns the captcha's answer, if it is not the tests' fixed one. */
export function clientOf(api: string, answer = async () => captchaAnswer) {
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const type = body === undefined ? undefined : { 'content-type': 'application/json' }
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await fetch(`${api}${path}`, { method, headers: { ...type, ...headers }, body: payload ?? null })
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    return { status: reply.status, body: isJson ? await reply.json() : await reply.text() } as Answer
  }
  /** The anonymous cookie of a browser with a solved captcha. */
  async function solveCaptcha(): Promise<string> {
    const challenge = await fetch(`${api}/v1/captcha?type=image`)
    await challenge.arrayBuffer()
    const cookie = challenge.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    await call('GET', `/v1/captcha/checkCaptcha?answer=${await answer()}`, undefined, { cookie })
    return cookie
  }
  return {
    call,

    solveCaptcha,

    /** Solves a captcha and sends a report; a repeat needs no captcha. */
    submit: async (changes?: Record<string, unknown>, key?: string, isRepeat = false) =>
      call('POST', '/v1/noauth/segnalazione', reportOnWire(changes), {
        ...(!isRepeat && { cookie: await solveCaptcha() }),
        ...(key !== undefined && { 'idempotency-key': key }),
      }),

    /** Signs in a demonstration manager, by default the first; returns the headers with the session. */
    async asManager(which = 0): Promise<{ cookie: string }> {
      const cf = demoPeople.filter(({ roles }) => roles[0] === 'manager')[which]?.taxCode
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${api}/v1/mock`, { method: 'POST', headers, body: JSON.stringify({ cf }) })
      const [cookie = ''] = reply.headers.getSetCookie()
      return { cookie: cookie.split(';', 1)[0] ?? '' }
    },
  }
}

/** The codes of all cases that the office sees; a code that two cases share occurs twice. */
export async function listedCodes(client: Client): Promise<string[]> {
  const headers = await client.asManager()
  const codes: string[] = []
  for (let from = 1, count = 1; from <= count; from += 100) {
    const path = `/v1/segnalazioni/integrazione-segnalazione-view?da=${from}&a=${from + 99}`
    const { body } = await client.call('GET', path, undefined, headers)
    count = body.result.count
    for (const { codice } of body.result.listaView) codes.push(codice)
  }
  return codes
}
