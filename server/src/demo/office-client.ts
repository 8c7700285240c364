import { createHash, randomBytes } from 'node:crypto'
import { type Endpoint, openFollowUp, scanCaseFile, scanReportFile, signInAsDemoPerson } from '@portal/contract'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import { issueChallenge, tryAnswer } from '#features/captcha/captcha.store.ts'
import { demoPeople } from '#features/session/demo-people.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { EvidenceFile } from './evidence.ts'
import type { ReplayClock } from './replay-clock.ts'
import { officePeople, type PersonKey } from './staff.ts'

/** The cookies of a caller's browser. */
export interface Browser {
  readonly cookie?: string
}

interface Call extends Browser {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly wire?: object
  readonly headers?: Readonly<Record<string, string>>
}

interface Options {
  readonly app: FastifyInstance
  readonly clock: ReplayClock
  readonly today: Date
  readonly db: Db
  readonly slug: string
}

/** Path of the replay's own sign-in for accounts that the demonstration adds; servers do not have it. */
export const signInPath = '/demo/sign-in'

const minuteMs = 60_000
const boundary = '----demo'

const isDemoPerson = (taxCode: string) => demoPeople.some((person) => person.taxCode === taxCode)

/** Calls the API in the process, without a network. */
function createCaller(app: FastifyInstance, base: string) {
  async function send(method: 'GET' | 'POST', url: string, { cookie, headers }: Call, payload?: string | Buffer) {
    const reply = await app.inject({
      method,
      url,
      remoteAddress: '10.20.0.7',
      headers: { ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    if (reply.statusCode !== 200) throw new Error(`${method} ${url} answered ${reply.statusCode}: ${reply.body}`)
    return reply
  }
  const sendJson = (method: 'GET' | 'POST', url: string, call: Call, wire: object) =>
    send(
      method,
      url,
      { ...call, headers: { 'content-type': 'application/json', ...call.headers } },
      JSON.stringify(wire),
    )

  function request({ method, path }: Endpoint, call: Call): Promise<LightMyRequestResponse> {
    const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
    const url = base + path.replace(/:([a-z_]+)/gi, (_match, name: string) => call.params?.[name] ?? '') + query
    return call.wire === undefined ? send(method, url, call) : sendJson(method, url, call, call.wire)
  }

  return {
    sendJson,
    request,

    /** Calls an endpoint; returns the decoded reply. */
    async call<E extends Endpoint>(endpoint: E, options: Call): Promise<z.output<E['reply']>> {
      const reply = await request(endpoint, options)
      return z.parse(endpoint.reply, reply.json().result) as z.output<E['reply']>
    },

    /** Uploads a file; returns its id and the cookie that owns it. */
    async upload({ method, path }: Endpoint, { name, bytes }: EvidenceFile, browser: Browser) {
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
      const headers = {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
      }
      const reply = await send(method, base + path, { ...browser, headers }, body)
      const { allegato, codice } = reply.json().result
      if (!allegato) throw new Error(`${name} was refused: ${codice}`)
      return { id: allegato.cmis_id as string, cookie: browser.cookie ?? cookieOf(reply) }
    },
  }
}

export type OfficeClient = ReturnType<typeof createOfficeClient>

/** A client of the API that acts as browsers of staff, visitors and reporters, at the time of the replay clock. */
export function createOfficeClient({ app, clock, today, db, slug }: Options) {
  const { call, request, sendJson, upload } = createCaller(app, `/${slug}/api`)
  const sessions = new Map<string, Promise<string>>()

  const signIn = async (taxCode: string): Promise<string> =>
    cookieOf(
      isDemoPerson(taxCode)
        ? await request(signInAsDemoPerson, { wire: { cf: taxCode } })
        : await sendJson('POST', signInPath, {}, { taxCode }),
    )

  /** The browser of a person. The sign-in happens today, so that the session is valid on every replayed day. */
  async function browserOf(taxCode: string): Promise<{ cookie: string }> {
    const session = sessions.get(taxCode) ?? clock.at(today, () => signIn(taxCode))
    sessions.set(taxCode, session)
    return { cookie: await session }
  }

  return {
    call,

    /** The browser of somebody of the office. */
    as: (key: PersonKey) => browserOf(officePeople[key].taxCode),
    /** The browser of somebody who acts for an association. */
    asMember: browserOf,

    /** A browser with a solved captcha. */
    async visitor(): Promise<{ cookie: string }> {
      const id = randomBytes(32).toString('base64url')
      const visitorHash = createHash('sha256').update(id).digest('base64url')
      const now = clock.now()
      const until = new Date(now.getTime() + 10 * minuteMs)
      await issueChallenge(db, { visitorHash, kind: 'image', answer: '246813', now, expiresAt: until })
      await tryAnswer(db, { visitorHash, answer: '246813', now, solutionExpiresAt: until })
      return { cookie: `${slug}-visita=${id}` }
    },

    /** A browser with a follow-up session for the report. */
    async reporter(code: string, pin: string): Promise<{ cookie: string }> {
      return { cookie: cookieOf(await request(openFollowUp, { wire: { codice: code, pin } })) }
    },

    /** Uploads a file as a visitor. */
    uploadAsVisitor: (file: EvidenceFile, browser: Browser) => upload(scanReportFile, file, browser),
    /** Uploads a file as a staff member. */
    uploadAsStaff: (file: EvidenceFile, browser: Browser) => upload(scanCaseFile, file, browser),
  }
}

/** The cookies of a reply as a `Cookie` header. */
const cookieOf = (reply: LightMyRequestResponse) =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
