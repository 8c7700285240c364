import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apply, type Endpoint, limits, type Report, type Role, submitReport } from '@portal/contract'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import { type SealedReport, sealedReports } from '#features/reports/sealed-reports.ts'
import { demoPeople } from '#features/session/demo-people.ts'
import { findUser } from '#features/session/users.store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { createLogger } from '#platform/logger.ts'
import type { Letter } from '#platform/mail/transport.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { openSigner } from '#platform/signing/open-signer.ts'
import { cover, tokensOfText } from '../../scripts/coverage.mjs'
import { buildApp } from '../src/app.ts'
import { addDemonstration } from '../src/demo/add-demonstration.ts'
import { createParsers, type Parsers } from '../src/wiring/create-parsers.ts'
import { jobsOf } from '../src/wiring/jobs.ts'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { createServices, type Services } from '../src/wiring/services.ts'
import { testDatabase } from './engines.ts'
import { fixedCaptcha } from './make.ts'
import { recordCalls } from './record-calls.ts'

/** A clock that only tests move. */
export interface TestClock extends Clock {
  set(instant: Date): void
  advance(seconds: number): void
}

function testClock(): TestClock {
  let now = new Date('2026-11-20T10:00:00.000Z')
  return {
    now: () => now,
    set: (instant) => {
      now = instant
    },
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any wire value
  readonly body: any
  readonly headers: LightMyRequestResponse['headers']
}

export interface Caller {
  /**
   * Calls by method and path below /api; the body is sent as JSON. Solves a captcha before it sends a report, unless the call
   * has a cookie.
   */
  raw(method: 'GET' | 'POST', path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Calls an endpoint of the contract with decoded input and reply; throws if it is refused. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: { params?: unknown; query?: unknown; wire?: unknown },
  ): Promise<z.output<E['reply']>>
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly services: Services
  readonly database: Database
  readonly clock: TestClock
  readonly dataDir: string
  /** Mails that were sent. */
  readonly letters: Letter[]
  /** An anonymous caller. */
  readonly visitor: Caller
  /** The stored report of a case, decrypted. */
  storedReport(caseId: number): Promise<Partial<Report & SealedReport>>
  /** User id of the first demonstration account with exactly this role. */
  idOf(role: Role): Promise<number>
  /** Signs in the first demonstration account with exactly this role. */
  as(role: Role): Promise<Caller>
  /** Signs in a demonstration account by tax code. */
  asPerson(taxCode: string): Promise<Caller>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Starts the job queue too. */
  readonly withJobs?: boolean
  readonly siteFolder?: string
  /** Receives the lines of the log, which is silent by default. */
  readonly logLines?: string[]
  readonly masterKey?: Buffer
  /** Key of the SPID service provider, and the connected identity providers. */
  readonly spid?: Parameters<typeof createServices>[0]['spid']
  /** Parser threads; by default those that the test files of this worker share. */
  readonly parsers?: Parsers
  /** By default a copy of the template. The caller closes it. */
  readonly database?: Database
  /** Starts a second server on the database of this one, since an embedded engine holds one test database at a time. */
  readonly beside?: TestApp
}

/** What a caller needs of a server. */
interface Target {
  readonly app: FastifyInstance
  readonly database: Database
  readonly clock: Clock
  readonly slug: string
  readonly prefix: string
}

/** Shared by the test files of a worker, since a process takes a second to load its program from sources. */
export const testParsers = createParsers(readSettings({ PARSER_SECONDS: '60' }, officeDefaults), createLogger('silent'))

/** The same in every test, so that a second server can decrypt the data of the first. */
export const testMasterKey = Buffer.alloc(32, 7)

/** Starts the server on a new database, without a port. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { env = {}, withJobs = false, siteFolder, logLines, beside, spid, masterKey = testMasterKey } = options
  const { parsers = testParsers } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'portale-data-'))
  const settings = readSettings(
    { LOG_LEVEL: 'silent', DATA_DIR: dataDir, IMPORT_DIR: dataDir, CAPTCHA_FIXED: fixedCaptcha(env), ...env },
    officeDefaults,
  )
  const given = options.database ?? beside?.database
  const database = given ?? (await testDatabase())
  const clock = testClock()
  const letters: Letter[] = []
  const send = async (letter: Letter) => {
    letters.push(letter)
    cover([letter.subject, letter.text].flatMap(tokensOfText))
  }
  const log = logLines
    ? createLogger('info', { write: (line) => logLines.push(line) })
    : createLogger(settings.logLevel)
  const services = await createServices({
    settings,
    database,
    masterKey,
    clock,
    log,
    send,
    parsers,
    keyTimes: { settle: 0, retire: 0 },
    officeKey: openSigner(settings.signature, clock, log),
    ...(spid && { spid }),
  })
  if (settings.hasDemoPeople) await addDemonstration(services.inTransaction, services.vault, clock.now())
  const app = recordCalls(await buildApp({ settings, services, log, version: '0.0.0', siteFolder }))
  await app.ready()
  if (withJobs) await services.jobs.start(jobsOf(services))
  const { slug } = settings.office
  const target = { app, database, clock, slug, prefix: `/${slug}/api` }
  return {
    app,
    services,
    database,
    clock,
    dataDir,
    letters,
    visitor: callerWith(target),
    storedReport: async (caseId) => {
      const { db } = database
      const row = await db.selectFrom('reports').selectAll().where('caseId', '=', caseId).executeTakeFirstOrThrow()
      return (await openSealed(services.vault, sealedReports, caseId, row)) as Partial<Report & SealedReport>
    },
    idOf: async (role) => (await findUser(database.db, services.vault, taxCodeOf(role)))?.id ?? 0,
    as: async (role) => callerWith(target, await signIn(target, taxCodeOf(role))),
    asPerson: async (taxCode) => callerWith(target, await signIn(target, taxCode)),
    inject: (options) => app.inject(options),
    close: async () => {
      await app.close()
      services.captcha.close()
      if (withJobs) await services.jobs.stop()
      if (!given) await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tax code of the first demonstration account with exactly this role. */
export const taxCodeOf = (role: Role) =>
  demoPeople.find(({ roles, isEnabled }) => roles.join() === role && isEnabled !== false)?.taxCode ?? ''

async function signIn({ app, prefix }: Target, taxCode: string): Promise<string> {
  const reply = await app.inject({ method: 'POST', url: `${prefix}/v1/mock`, payload: { cf: taxCode } })
  const [cookie] = reply.cookies
  if (!cookie) throw new Error(`No session for ${taxCode}: ${reply.body}`)
  return `${cookie.name}=${cookie.value}`
}

/** The anonymous cookie of a browser with a solved captcha, under its names for http and https. */
async function solvedCaptcha({ database, clock, slug }: Target): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const now = clock.now()
  await database.db
    .insertInto('captchaChallenges')
    .values({
      visitorHash: createHash('sha256').update(id).digest('base64url'),
      answer: '',
      hasImage: true,
      hasAudio: false,
      solvedAt: now,
      expiresAt: new Date(now.getTime() + limits.captcha.seconds * 1000),
    })
    .execute()
  return `${slug}-visita=${id}; __Host-${slug}-visita=${id}`
}

/** The parsed body of a JSON reply, else the bytes. */
const bodyOf = (reply: LightMyRequestResponse) => {
  if (reply.body === '') return undefined
  return String(reply.headers['content-type']).startsWith('application/json') ? reply.json() : reply.rawPayload
}

function callerWith(target: Target, cookie?: string): Caller {
  const { app, prefix } = target
  const raw: Caller['raw'] = async (method, path, body, headers = {}) => {
    const calls = (endpoint: Endpoint) => method === endpoint.method && path.split('?')[0] === endpoint.path
    // What an anonymous applicant needs is tested where visitors apply.
    const needsCaptcha = calls(submitReport) || (cookie !== undefined && calls(apply))
    const solved = needsCaptcha && headers.cookie === undefined ? await solvedCaptcha(target) : undefined
    const cookies = [cookie, solved].filter(Boolean).join('; ')
    const reply = await app.inject({
      method,
      url: `${prefix}${path}`,
      headers: {
        ...(cookies && { cookie: cookies }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    return { status: reply.statusCode, body: bodyOf(reply), headers: reply.headers }
  }
  return {
    raw,
    async call(endpoint, { params = {}, query = {}, wire } = {}) {
      const inPath = endpoint.params ? (z.encode(endpoint.params, params as never) as Record<string, string>) : {}
      const path = endpoint.path.replace(/:([a-z_]+)/gi, (_match, name: string) => String(inPath[name]))
      const inQuery = endpoint.query ? (z.encode(endpoint.query, query as never) as Record<string, string>) : {}
      const queryEntries = Object.entries(inQuery).filter(([, value]) => value !== undefined)
      const reply = await raw(endpoint.method, `${path}?${new URLSearchParams(queryEntries)}`, wire)
      if (reply.status !== 200)
        throw new Error(`${endpoint.path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      return z.decode(endpoint.reply, reply.body.result as never) as never
    },
  }
}
