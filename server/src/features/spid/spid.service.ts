import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { homeOf, mayOpen, paths, type Role, spidPaths } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Audit } from '#platform/audit/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { OpaqueCookie } from '#platform/http/opaque-cookie.ts'
import { networkOf } from '#platform/network.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import { Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Began } from '#platform/session/session.store.ts'
import type { Settings } from '#platform/settings.ts'
import { limitNetwork } from './limit-network.ts'
import type { Connected } from './providers/providers.ts'
import { authnRequest } from './saml/authn-request.ts'
import type { BroughtLogout, LogoutReading } from './saml/read-logout.ts'
import { type AnswerReading, claimedRequest, decodeAnswer, type PostedAnswer } from './saml/read-response.ts'
import { acceptAssertion, findUnanswered, insertRequest, useUpRequest } from './spid.store.ts'
import type {
  AnswerFacts,
  Binding,
  Identity,
  IdentityProvider,
  ServiceProvider,
  SpidFailure,
  Verdict,
} from './spid.types.ts'
import { type Answer, logAnswer, logSent, logUnasked } from './spid-log.store.ts'

/** Browsers' and providers' clocks may be apart from ours by this much (the suites' own limits are 30 to 60). */
export const skewSeconds = 60

/** Answers that nobody asked for are kept for 24 months as well: what one network may add of them in a minute has a limit. */
const unaskedPerMinute = 60
/** A good answer is far shorter; an invented one has no claim to more room. */
const unaskedCharacters = 32_768

/** Answers that one network may bring in a minute: as many as the sign-ins that it may begin. */
const answersPerMinute = 600

/** Sign-ins begun from one network in a minute: each leaves a row for 24 months. A whole ministry behind one address gets through. */
const begunPerMinute = 600

/** Where identity providers are looked up; a new key or a new provider is there at once. */
export interface Providers {
  readonly list: () => readonly Connected[]
  readonly find: (entityId: string) => Promise<IdentityProvider | undefined>
  /** Whether a provider signs people in here: one of a test set-up only on a test host. */
  readonly isOffered: (entityId: string) => boolean
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
  /** Undefined where no key is set up. */
  readonly serviceProvider: ServiceProvider | undefined
  readonly providers: Providers
  readonly cookie: OpaqueCookie
  /** Parses and judges an answer that a network brings, in a thread of its own; throws `BudgetExceededError`. */
  readonly readAnswer: (answer: PostedAnswer, network: string) => Promise<AnswerReading>
  /** The same of a message about logout. */
  readonly readLogout: (message: BroughtLogout, network: string) => Promise<LogoutReading>
  /** Starts the session of whoever has this tax code; gives the role, or undefined where they have no access. */
  readonly enter: (taxCode: string, began: Began, browser: Browser, replaces?: string) => Promise<Role | undefined>
  /** Digest of the session that a request carries. */
  readonly sessionHashOf: (request: FastifyRequest) => string | undefined
}

/** How a sign-in ended. */
export type End =
  | { readonly kind: 'entered'; readonly path: string }
  | { readonly kind: 'no_access' }
  | { readonly kind: 'refused'; readonly failure: SpidFailure }

export interface Wish {
  readonly idp: string
  readonly returnTo: string | undefined
  /** Redirect unless the provider has none. */
  readonly binding: Binding | undefined
}

const act = { method: 'POST', path: spidPaths.acs, audit: 'signed_in' } as const

/** The key of the service provider, or the honest answer that there is none. */
export function needServiceProvider(serviceProvider: ServiceProvider | undefined): ServiceProvider {
  if (!serviceProvider) throw new Problem('unavailable')
  return serviceProvider
}

/** SAML instants are written in whole seconds: an answer of the same second must not seem older than its request. */
export const wholeSeconds = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000)

export const newId = () => `_${randomUUID()}`
/** Says nothing; at most 80 bytes (SAML bindings §3.4.3). What belongs to it stands in the database. */
export const newRelayState = () => randomBytes(24).toString('base64url')

/** Sign-in by SPID: a request that leaves for a provider, and what its answer leads to. */
export function createSpid(options: SpidOptions) {
  const { inTransaction, vault, clock, spid, serviceProvider, providers, cookie, sessionHashOf } = options

  return {
    /** Sends a browser to a provider; undefined where the provider is not connected. */
    async begin({ idp: entityId, returnTo, binding: wanted }: Wish, { request, reply }: Browser) {
      const sp = needServiceProvider(serviceProvider)
      const idp = providers.isOffered(entityId) ? await providers.find(entityId) : undefined
      if (!idp) return undefined
      await limitNetwork(options, request, { bucket: 'spid_login', perMinute: begunPerMinute })
      const binding = bindingOf(idp, wanted)
      const [id, relayState, issuedAt] = [newId(), newRelayState(), wholeSeconds(clock.now())]
      const message = authnRequest(sp, idp, { id, issuedAt, binding, relayState })
      const expiresAt = new Date(issuedAt.getTime() + spid.requestMinutes * 60_000)
      const browserHash = cookie.renew(request, reply)
      await inTransaction(async (tx) => {
        const { level } = sp
        const pending = { id, kind: 'login', idp: idp.entityId, issuedAt, expiresAt, level, relayState } as const
        await insertRequest(tx, {
          ...pending,
          browserHash,
          sessionHash: sessionHashOf(request) ?? null,
          returnTo: returnTo ?? null,
        })
        await logSent(tx, vault, { requestId: id, idp: idp.entityId, requestedAt: issuedAt, requestXml: message.xml })
      })
      return message
    },

    /** Judges an answer that a browser brings, and starts the session. */
    answer: (samlResponse: string, browser: Browser) => answer(options, samlResponse, browser),
  }
}

const bindingOf = ({ signOn }: IdentityProvider, wanted: Binding | undefined): Binding => {
  if (wanted && signOn[wanted]) return wanted
  return signOn.redirect ? 'redirect' : 'post'
}

async function answer(options: SpidOptions, samlResponse: string, browser: Browser): Promise<End> {
  const { db, clock, serviceProvider } = options
  const sp = needServiceProvider(serviceProvider)
  await limitNetwork(options, browser.request, { bucket: 'spid_answer', perMinute: answersPerMinute })
  const responseXml = decodeAnswer(samlResponse)
  const claimed = responseXml && claimedRequest(responseXml)
  const pending = claimed ? await findUnanswered(db, claimed, 'login') : undefined
  const came = { answeredAt: clock.now(), responseXml }
  if (!pending) return refuseUnasked(options, { ...came, facts: undefined, outcome: 'unasked' }, browser)
  const { facts, verdict: judged } = await judge(options, pending, { sp, xml: responseXml ?? '' }, browser)
  const verdict = await settle(options, pending, judged, { ...came, facts })
  if (!verdict) return refuseUnasked(options, { ...came, facts, outcome: 'repeated' }, browser)
  if (!verdict.isGood) return refuse(verdict, pending.idp, browser)
  return enter(options, pending, verdict.identity, browser)
}

type Pending = NonNullable<Awaited<ReturnType<typeof findUnanswered>>>

const invalid = (reason: string): Verdict => ({ isGood: false, failure: 'invalid', reason })

/** Reads an answer in its thread; one that takes too much says nothing. */
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
  const idp = providers.isOffered(pending.idp) ? await providers.find(pending.idp) : undefined
  const early = earlyVerdict(options, pending, request)
  if (early || !idp) {
    const { facts } = await read(options, { xml }, browser)
    return { facts, verdict: early ?? invalid('provider not connected any more') }
  }
  // The private key stays here: a thread gets what it needs to know.
  const { entityId, acsUrl } = sp
  const expected = { request: sentRequest(pending), idp, sp: { entityId, acsUrl }, now, skewSeconds }
  const { facts, verdict = invalid('not judged') } = await read(options, { xml, expected }, browser)
  return { facts, verdict }
}

const sentRequest = ({ id, idp, issuedAt, level }: Pending) => ({ id, idp, issuedAt, level })

/** What can be said of an answer before it is read. */
function earlyVerdict({ clock, spid, cookie }: SpidOptions, pending: Pending, request: FastifyRequest) {
  if (pending.expiresAt <= clock.now())
    return { isGood: false, failure: 'expired', reason: 'request expired' } satisfies Verdict
  const browserHash = cookie.readHash(request)
  if (browserHash === undefined ? spid.bindsBrowser : browserHash !== pending.browserHash)
    return invalid('answer brought by another browser')
  return undefined
}

type Came = Omit<Answer, 'outcome'>

/**
 * Uses the request up, whatever the verdict, and keeps the assertion of a good one from being accepted again. Undefined where
 * another answer to the same request was first.
 */
function settle(options: SpidOptions, pending: Pending, judged: Verdict, came: Came): Promise<Verdict | undefined> {
  const { inTransaction, vault } = options
  return inTransaction(async (tx) => {
    if (!(await useUpRequest(tx, pending.id, came.answeredAt))) return undefined
    const isNew = !judged.isGood || (await acceptAssertion(tx, ...assertionKey(pending.idp, judged.identity)))
    const verdict = isNew ? judged : invalid('assertion accepted before')
    await logAnswer(tx, vault, pending.id, { ...came, outcome: verdict.isGood ? 'good' : verdict.failure })
    return verdict
  })
}

/** Kept for as long as the assertion could still be accepted. */
const assertionKey = (idp: string, { assertionId, notOnOrAfter }: Identity) =>
  [
    createHash('sha256')
      .update(JSON.stringify([idp, assertionId]))
      .digest('base64url'),
    notOnOrAfter,
  ] as const

/** An answer to nothing that waits: a second one, a late one, an invented one. It is kept, and leads nowhere. */
async function refuseUnasked(options: SpidOptions, came: Answer, browser: Browser): Promise<End> {
  const { inTransaction, vault } = options
  const { request } = browser
  await limitNetwork(options, request, { bucket: 'spid', perMinute: unaskedPerMinute })
  const xml = came.responseXml
  const facts = came.facts ?? (xml === undefined ? undefined : (await read(options, { xml }, browser)).facts)
  const kept = { ...came, facts, responseXml: xml?.slice(0, unaskedCharacters) }
  await inTransaction((tx) => logUnasked(tx, vault, { ...kept, requestId: newId(), idp: claimedIdp(options, facts) }))
  request.log.warn({ outcome: came.outcome }, 'an answer to no request of ours')
  return { kind: 'refused', failure: 'invalid' }
}

/** The column is in clear: what an invented answer says in its place could be anything. */
const claimedIdp = ({ providers }: SpidOptions, facts: AnswerFacts | undefined) =>
  providers.list().find(({ entityId }) => entityId === facts?.responseIssuer)?.entityId ?? 'unknown'

/** Codes by which a provider says that our request was wrong (AgID's table of messages): somebody must look. */
const ourFaults: ReadonlySet<SpidFailure> = new Set(
  ([8, 9, 11, 12, 13, 14, 15, 16, 17, 18] as const).map((number): SpidFailure => `nr${number}`),
)

function refuse(verdict: Extract<Verdict, { isGood: false }>, idp: string, { request }: Browser): End {
  const { failure, reason } = verdict
  if (ourFaults.has(failure)) request.log.error({ alert: 'spid', failure, idp }, 'a provider refuses our requests')
  else request.log.warn({ failure, reason, idp }, 'a SPID answer was refused')
  return { kind: 'refused', failure }
}

/** The tax code decides (decisions §2). */
async function enter(
  { audit, enter: signIn }: SpidOptions,
  { idp, returnTo, sessionHash }: Pending,
  { taxCode, subject }: Identity,
  browser: Browser,
): Promise<End> {
  const spidSubject = subjectKey(idp, subject)
  const began: Began = { signIn: 'spid', spidSubject, spidIndex: subject.sessionIndex ?? null }
  const role = await audit
    .call(act, browser.request, async () => {
      const found = await signIn(taxCode, began, browser, sessionHash ?? undefined)
      // Nobody was signed in: the audit log has nothing to tell of, the log of SPID has.
      if (!found) throw new Problem('not_allowed')
      return found
    })
    .catch((error) => {
      if (error instanceof Problem && error.code === 'not_allowed') return undefined
      throw error
    })
  if (!role) return { kind: 'no_access' }
  const wanted = returnTo && mayOpen(returnTo, role) ? returnTo : undefined
  return { kind: 'entered', path: wanted ?? homeOf(role) ?? paths.userNotAllowed }
}

/** What a session keeps of its provider and subject, to be found again by. */
export const subjectKey = (
  idp: string,
  { nameQualifier, nameId }: { readonly nameQualifier: string; readonly nameId: string },
) => JSON.stringify([idp, nameQualifier, nameId])
