import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { homeOf, mayOpen, paths, type Role, spidPaths } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '#platform/app-error.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Clock } from '#platform/clock.ts'
import { type Db, type InTransaction, unaudited } from '#platform/database/transaction.ts'
import type { OpaqueCookie } from '#platform/http/opaque-cookie.ts'
import { networkOf } from '#platform/network.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import type { SignInMethod } from '#platform/session/session.store.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { limitNetwork } from './limit-network.ts'
import type { ConnectedProvider } from './providers/providers.ts'
import { authnRequest } from './saml/authn-request.ts'
import type { LogoutReading, RawLogout } from './saml/read-logout.ts'
import { type AnswerReading, claimedRequest, decodeAnswer, type PostedAnswer } from './saml/read-response.ts'
import { requestErrors } from './schemes.ts'
import { acceptAssertion, consumeRequest, findUnanswered, insertRequest } from './spid.store.ts'
import type {
  AnswerFacts,
  Binding,
  Identity,
  IdentityProvider,
  ServiceProvider,
  SpidFailure,
  Verdict,
} from './spid.types.ts'
import { type Answer, logAnswer, logRequest, logUnsolicited } from './spid-log.store.ts'

/** Allowed clock difference to providers in seconds (AgID's test suites use 30 to 60). */
export const skewSeconds = 60

/** Limit of unsolicited answers per network and minute, since they are stored for 24 months too. */
const unsolicitedPerMinute = 60
/** Stored characters of an unsolicited answer; real answers are far shorter. */
const unsolicitedCharacters = 32_768

/** Limit of answers per network and minute, the same as for sign-ins. */
const answersPerMinute = 600

/** Limit of sign-ins per network and minute: each stores a row for 24 months. High enough for a ministry behind one address. */
const signInsPerMinute = 600

/** Finds identity providers; reflects new providers and keys at once. */
export interface Providers {
  readonly list: () => readonly ConnectedProvider[]
  readonly find: (entityId: string) => Promise<IdentityProvider | undefined>
  /** Whether a provider may be used on this host: test providers only on a test host, and schemes that the office offers to somebody. */
  readonly isOffered: (provider: Pick<IdentityProvider, 'entityId' | 'scheme'>) => boolean
}

export interface Browser {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface SpidOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly audit: Audit
  readonly log: Logger
  readonly spid: Settings['spid']
  /** Undefined if no key is configured. */
  readonly serviceProvider: ServiceProvider | undefined
  readonly providers: Providers
  readonly cookie: OpaqueCookie
  /** Parses and checks an answer in another process; throws `BudgetExceededError`. */
  readonly readAnswer: (answer: PostedAnswer, network: string) => Promise<AnswerReading>
  /** Parses and checks a logout message in another process; throws `BudgetExceededError`. */
  readonly readLogout: (message: RawLogout, network: string) => Promise<LogoutReading>
  /** Starts the session of the account with this tax code; returns its role, or undefined if it may not sign in. */
  readonly enter: (taxCode: string, by: SignInMethod, call: BrowserCall, replaces?: string) => Promise<Role | undefined>
  /** Digest of the session that a request carries. */
  readonly sessionHashOf: (request: FastifyRequest) => string | undefined
}

/** The result of a sign-in. */
export type SignInResult =
  | { readonly kind: 'entered'; readonly path: string }
  | { readonly kind: 'no_access' }
  | { readonly kind: 'refused'; readonly failure: SpidFailure }

export interface SignInRequest {
  readonly idp: string
  readonly returnTo: string | undefined
  /** Undefined: redirect if the provider supports it. */
  readonly binding: Binding | undefined
}

const act = { method: 'POST', path: spidPaths.acs, audit: 'signed_in' } as const

/** The service provider; throws `unavailable` if no key is configured. */
export function needServiceProvider(serviceProvider: ServiceProvider | undefined): ServiceProvider {
  if (!serviceProvider) throw new AppError('unavailable')
  return serviceProvider
}

/** Truncates to seconds, the precision of SAML instants, so that no answer seems older than its request. */
export const wholeSeconds = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000)

export const newId = () => `_${randomUUID()}`
/** A random, opaque value of at most 80 bytes (SAML bindings §3.4.3); the database holds the data for it. */
export const newRelayState = () => randomBytes(24).toString('base64url')

/** Sign-in by SPID: sends the request to a provider and handles its answer. */
export function createSpid(options: SpidOptions) {
  const { inTransaction, vault, clock, spid, serviceProvider, providers, cookie, sessionHashOf } = options

  return {
    /** Stores a request and returns the message to send; undefined if the provider is not connected. */
    async begin({ idp: entityId, returnTo, binding: preferred }: SignInRequest, { request, reply }: Browser) {
      const sp = needServiceProvider(serviceProvider)
      const idp = await providers.find(entityId)
      if (!idp || !providers.isOffered(idp)) return undefined
      await limitNetwork(options, request, { bucket: 'spid_login', perMinute: signInsPerMinute })
      const binding = bindingOf(idp, preferred)
      const [id, relayState, issuedAt] = [newId(), newRelayState(), wholeSeconds(clock.now())]
      const message = authnRequest(sp, idp, { id, issuedAt, binding, relayState })
      const expiresAt = new Date(issuedAt.getTime() + spid.requestMinutes * 60_000)
      const browserHash = cookie.renew(request, reply).hash
      await inTransaction(unaudited, async (tx) => {
        const { level } = sp
        const pending = { id, kind: 'login', idp: idp.entityId, issuedAt, expiresAt, level, relayState } as const
        const sessionHash = sessionHashOf(request) ?? null
        await insertRequest(tx, { ...pending, browserHash, sessionHash, returnTo: returnTo ?? null })
        await logRequest(tx, vault, { requestId: id, idp: entityId, requestedAt: issuedAt, requestXml: message.xml })
      })
      return message
    },

    /** Checks an answer and starts the session. */
    answer: (samlResponse: string, browser: Browser) => answer(options, samlResponse, browser),
  }
}

const bindingOf = ({ signOn }: IdentityProvider, preferred: Binding | undefined): Binding => {
  if (preferred && signOn[preferred]) return preferred
  return signOn.redirect ? 'redirect' : 'post'
}

async function answer(options: SpidOptions, samlResponse: string, browser: Browser): Promise<SignInResult> {
  const { db, clock, serviceProvider } = options
  const sp = needServiceProvider(serviceProvider)
  await limitNetwork(options, browser.request, { bucket: 'spid_answer', perMinute: answersPerMinute })
  const responseXml = decodeAnswer(samlResponse)
  const claimed = responseXml && claimedRequest(responseXml)
  const pending = claimed ? await findUnanswered(db, claimed, 'login') : undefined
  const received = { answeredAt: clock.now(), responseXml }
  if (!pending) return refuseUnsolicited(options, { ...received, facts: undefined, outcome: 'unasked' }, browser)
  const { facts, verdict: first } = await judge(options, pending, { sp, xml: responseXml ?? '' }, browser)
  const verdict = await settle(options, pending, first, { ...received, facts })
  if (!verdict) return refuseUnsolicited(options, { ...received, facts, outcome: 'repeated' }, browser)
  if (!verdict.isGood) return refuse(verdict, pending.idp, browser)
  return enter(options, pending, verdict.identity, browser)
}

type Pending = NonNullable<Awaited<ReturnType<typeof findUnanswered>>>

const invalid = (reason: string): Verdict => ({ isGood: false, failure: 'invalid', reason })

/** Parses an answer in another process; one that exceeds the budget has no facts and an invalid verdict. */
async function read(options: SpidOptions, posted: PostedAnswer, { request }: Browser) {
  return options.readAnswer(posted, networkOf(request.ip)).catch((error: unknown) => {
    if (!(error instanceof BudgetExceededError)) throw error
    return { facts: undefined, verdict: invalid(error.message) }
  })
}

async function judge(
  options: SpidOptions,
  pending: Pending,
  { sp, xml }: { readonly sp: ServiceProvider; readonly xml: string },
  browser: Browser,
): Promise<{ readonly facts: AnswerFacts | undefined; readonly verdict: Verdict }> {
  const { clock, providers } = options
  const { request } = browser
  const now = clock.now()
  const idp = await providers.find(pending.idp)
  const early = earlyVerdict(options, pending, request)
  if (early || !idp || !providers.isOffered(idp)) {
    const { facts } = await read(options, { xml }, browser)
    return { facts, verdict: early ?? invalid('provider not connected any more') }
  }
  // The process of the parser must not get the private key.
  const { entityId, acsUrl } = sp
  const expected = { request: sentRequest(pending), idp, sp: { entityId, acsUrl }, now, skewSeconds }
  const { facts, verdict = invalid('no verdict') } = await read(options, { xml, expected }, browser)
  return { facts, verdict }
}

const sentRequest = ({ id, idp, issuedAt, level }: Pending) => ({ id, idp, issuedAt, level })

/** The verdict that needs no parsing: the request has expired, or another browser sent the answer. */
function earlyVerdict({ clock, spid, cookie }: SpidOptions, pending: Pending, request: FastifyRequest) {
  if (pending.expiresAt <= clock.now())
    return { isGood: false, failure: 'expired', reason: 'request expired' } satisfies Verdict
  const browserHash = cookie.readHash(request)
  if (browserHash === undefined ? spid.bindsBrowser : browserHash !== pending.browserHash)
    return invalid('answer from another browser')
  return undefined
}

type AnswerData = Omit<Answer, 'outcome'>

/**
 * Consumes the request, whatever the verdict, and stores the assertion of a good answer against replay. Undefined if another
 * answer to the same request came first.
 */
function settle(
  options: SpidOptions,
  pending: Pending,
  first: Verdict,
  data: AnswerData,
): Promise<Verdict | undefined> {
  const { inTransaction, vault } = options
  return inTransaction(unaudited, async (tx) => {
    if (!(await consumeRequest(tx, pending.id, data.answeredAt))) return undefined
    const isNew = !first.isGood || (await acceptAssertion(tx, ...assertionKey(pending.idp, first.identity)))
    const verdict = isNew ? first : invalid('assertion accepted before')
    await logAnswer(tx, vault, pending.id, { ...data, outcome: verdict.isGood ? 'good' : verdict.failure })
    return verdict
  })
}

/** Digest of the assertion, and until when it could be replayed. */
const assertionKey = (idp: string, { assertionId, notOnOrAfter }: Identity) =>
  [
    createHash('sha256')
      .update(JSON.stringify([idp, assertionId]))
      .digest('base64url'),
    notOnOrAfter,
  ] as const

/** Logs and refuses an answer without a pending request: a repeated, late or invented one. */
async function refuseUnsolicited(options: SpidOptions, received: Answer, browser: Browser): Promise<SignInResult> {
  const { inTransaction, vault } = options
  const { request } = browser
  await limitNetwork(options, request, { bucket: 'spid', perMinute: unsolicitedPerMinute })
  const xml = received.responseXml
  const facts = received.facts ?? (xml === undefined ? undefined : (await read(options, { xml }, browser)).facts)
  const entry = { ...received, facts, responseXml: xml?.slice(0, unsolicitedCharacters) }
  await inTransaction(unaudited, (tx) =>
    logUnsolicited(tx, vault, { ...entry, requestId: newId(), idp: claimedIdp(options, facts) }),
  )
  request.log.warn({ outcome: received.outcome }, 'unsolicited SPID answer')
  return { kind: 'refused', failure: 'invalid' }
}

/** The issuer, if it is a known provider: the column is stored in clear, and an invented answer could put anything there. */
const claimedIdp = ({ providers }: SpidOptions, facts: AnswerFacts | undefined) =>
  providers.list().find(({ entityId }) => entityId === facts?.responseIssuer)?.entityId ?? 'unknown'

const ourErrors: ReadonlySet<SpidFailure> = new Set(requestErrors.map((code): SpidFailure => `nr${code}`))

function refuse(verdict: Extract<Verdict, { isGood: false }>, idp: string, { request }: Browser): SignInResult {
  const { failure, reason } = verdict
  if (ourErrors.has(failure)) request.log.error({ alert: 'spid', failure, idp }, 'a provider refuses our requests')
  else request.log.warn({ failure, reason, idp }, 'a SPID answer was refused')
  return { kind: 'refused', failure }
}

/** Starts the session of the account with the verified tax code (decisions §2). */
async function enter(
  { audit, enter: signIn }: SpidOptions,
  { idp, returnTo, sessionHash }: Pending,
  { scheme, taxCode, subject }: Identity,
  browser: Browser,
): Promise<SignInResult> {
  const spidSubject = subjectKey(idp, subject)
  const began: SignInMethod = { signIn: scheme, spidSubject, spidIndex: subject.sessionIndex ?? null }
  const role = await audit
    .call(act, browser.request, async (recorder) => {
      const call = { ...browser, audit: recorder }
      const signedInRole = await signIn(taxCode, began, call, sessionHash ?? undefined)
      // Without a session the audit log gets no entry; the SPID log has one.
      if (!signedInRole) throw new AppError('not_allowed')
      return signedInRole
    })
    .catch((error) => {
      if (error instanceof AppError && error.code === 'not_allowed') return undefined
      throw error
    })
  if (!role) return { kind: 'no_access' }
  const page = returnTo && mayOpen(returnTo, role) ? returnTo : undefined
  return { kind: 'entered', path: page ?? homeOf(role) ?? paths.userNotAllowed }
}

/** The key by which logout finds a session: provider and subject. */
export const subjectKey = (
  idp: string,
  { nameQualifier, nameId }: { readonly nameQualifier: string; readonly nameId: string },
) => JSON.stringify([idp, nameQualifier, nameId])
