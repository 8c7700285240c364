import { spidPaths } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { unaudited } from '#platform/database/transaction.ts'
import { networkOf } from '#platform/network.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import { deleteSessionsOfSubject, type SignInMethod } from '#platform/session/session.store.ts'
import { limitNetwork } from './limit-network.ts'
import type { RawMessage } from './saml/incoming.ts'
import { logoutRequest, logoutResponse, type VerifiedLogoutRequest } from './saml/logout-messages.ts'
import type { Outgoing } from './saml/outgoing.ts'
import type { LogoutClaims, LogoutReading, RawLogout } from './saml/read-logout.ts'
import { SamlError } from './saml/saml-error.ts'
import { schemes } from './schemes.ts'
import { newId, newRelayState, type SpidOptions, skewSeconds, subjectKey, wholeSeconds } from './spid.service.ts'
import { consumeRequest, findUnanswered, insertRequest } from './spid.store.ts'
import type { IdentityProvider, ServiceProvider } from './spid.types.ts'
import { logAnswer, logRequest, logUnsolicited } from './spid-log.store.ts'

/** Where a logout message leads: to the login page, or to the provider with our answer. */
export type AfterLogout =
  | { readonly kind: 'left'; readonly outcome: 'uscita' | 'uscita_parziale' }
  | { readonly kind: 'answer'; readonly message: Outgoing }
  | { readonly kind: 'refused' }

/** Data of the ended session that logout at the provider needs. */
export interface EndedSession {
  readonly signIn: SignInMethod['signIn']
  readonly spidSubject: string | null
  readonly spidIndex: string | null
}

/** Limit of logout messages per network and minute, the same as for answers to sign-ins. */
const messagesPerMinute = 600

const act = { method: 'POST', path: spidPaths.logout, audit: 'signed_out' } as const

/** Single logout, started by either side. The portal's session ends first, whatever the provider does. */
export function createSpidLogout(options: SpidOptions) {
  return {
    /** URL of the logout at the provider; undefined if there is no session there or no request can be sent. */
    async urlFor(session: EndedSession): Promise<string | undefined> {
      try {
        return await requestLogout(options, session)
      } catch (err) {
        options.log.error({ err }, 'cannot request logout at the identity provider')
        return undefined
      }
    },

    /** Handles a provider's message: its answer to our request, or its own request. */
    async take(raw: RawMessage, request: FastifyRequest): Promise<AfterLogout> {
      await limitNetwork(options, request, { bucket: 'spid_logout', perMinute: messagesPerMinute })
      const message = { raw, request }
      try {
        const claims = requireReading(await read(options, message))
        return await (claims.kind === 'request'
          ? endSession(options, claims, message)
          : takeAnswer(options, claims, message))
      } catch (error) {
        if (!(error instanceof SamlError)) throw error
        request.log.warn({ reason: error.message }, 'a logout message was refused')
        return { kind: 'refused' }
      }
    },
  }
}

async function requestLogout(options: SpidOptions, { signIn, spidSubject, spidIndex }: EndedSession) {
  const { inTransaction, vault, clock, spid, serviceProvider: sp, providers } = options
  if (signIn === 'demo' || !spidSubject || !sp) return undefined
  const [entityId = '', nameQualifier = '', nameId = ''] = JSON.parse(spidSubject) as string[]
  const idp = await providers.find(entityId)
  if (!idp?.logout.redirect || !schemes[idp.scheme].answersLogout) return undefined
  const [id, relayState, issuedAt] = [newId(), newRelayState(), wholeSeconds(clock.now())]
  const subject = { nameQualifier, nameId, sessionIndex: spidIndex ?? undefined }
  const message = logoutRequest(sp, idp, { id, issuedAt, binding: 'redirect', relayState, subject })
  const expiresAt = new Date(issuedAt.getTime() + spid.requestMinutes * 60_000)
  await inTransaction(unaudited, async (tx) => {
    const pending = { id, kind: 'logout', idp: entityId, issuedAt, expiresAt, level: sp.level, relayState } as const
    // Any browser may deliver the answer, since it starts no session.
    await insertRequest(tx, { ...pending, browserHash: '', returnTo: null })
    await logRequest(tx, vault, { requestId: id, idp: entityId, requestedAt: issuedAt, requestXml: message.xml })
  })
  return message.url
}

interface Message {
  readonly raw: RawMessage
  readonly request: FastifyRequest
}

/** Parses a message in another process; one that exceeds the budget becomes a refusal. */
async function read(
  { readLogout }: SpidOptions,
  { raw, request }: Message,
  expected?: RawLogout['expected'],
): Promise<LogoutReading> {
  return readLogout({ raw, ...(expected && { expected }) }, networkOf(request.ip)).catch((error: unknown) => {
    if (error instanceof BudgetExceededError) return { error: error.message }
    throw error
  })
}

function requireReading(reading: LogoutReading): Exclude<LogoutReading, { error: string }> {
  if ('error' in reading) throw new SamlError(reading.error)
  return reading
}

/** The part of the service provider that the process of the parser needs, without the private key. */
const withoutKey = ({ logoutUrl }: ServiceProvider) => ({ logoutUrl })

async function takeAnswer(options: SpidOptions, claims: LogoutClaims, message: Message): Promise<AfterLogout> {
  const { db, inTransaction, vault, clock, serviceProvider: sp, providers } = options
  const now = clock.now()
  const pending = claims.inResponseTo ? await findUnanswered(db, claims.inResponseTo, 'logout') : undefined
  const idp = pending && (await providers.find(pending.idp))
  if (!sp || !pending || !idp || pending.expiresAt <= now) throw new SamlError('LogoutResponse to no request of ours')
  const answer = await read(options, message, { requestId: pending.id, idp, sp: withoutKey(sp), now, skewSeconds })
  const outcome = ('result' in answer && answer.result) || 'invalid'
  // An invalid answer consumes the request too.
  const isFirst = await inTransaction(unaudited, async (tx) => {
    const isOpen = await consumeRequest(tx, pending.id, now)
    const { xml } = claims
    if (isOpen) await logAnswer(tx, vault, pending.id, { answeredAt: now, outcome, responseXml: xml, facts: undefined })
    return isOpen
  })
  requireReading(answer)
  if (!isFirst) throw new SamlError('LogoutResponse repeated')
  return { kind: 'left', outcome: outcome === 'success' ? 'uscita' : 'uscita_parziale' }
}

/** Ends the subject's sessions at a provider's request; succeeds if they have ended before. */
async function endSession(options: SpidOptions, claims: LogoutClaims, message: Message): Promise<AfterLogout> {
  const { inTransaction, vault, clock, audit, serviceProvider: sp, providers } = options
  const idp = await providers.find(claims.issuer)
  if (!sp || !idp) throw new SamlError('LogoutRequest of nobody known')
  const now = clock.now()
  const { request: logout } = requireReading(
    await read(options, message, { idp, sp: withoutKey(sp), now, skewSeconds }),
  )
  if (!logout) throw new SamlError('LogoutRequest')
  const answer = answerTo(sp, idp, { binding: message.raw.binding, logout, now })
  // A transient name belongs to one sign-in, so the session indexes need no check.
  const subject = subjectKey(idp.entityId, logout)
  await audit.call(act, message.request, (recorder) =>
    inTransaction(recorder, async (tx) => {
      recorder.record('user', await deleteSessionsOfSubject(tx, vault, subject))
      await logUnsolicited(tx, vault, {
        requestId: newId(),
        idp: idp.entityId,
        answeredAt: now,
        outcome: 'provider_logout',
        facts: undefined,
        requestXml: claims.xml,
        responseXml: answer?.xml,
      })
    }),
  )
  return answer ? { kind: 'answer', message: answer } : { kind: 'left', outcome: 'uscita' }
}

interface AnswerOptions {
  readonly binding: RawMessage['binding']
  readonly logout: VerifiedLogoutRequest
  readonly now: Date
}

/** The LogoutResponse, by the request's binding if the provider supports it; undefined if it supports none. */
function answerTo(sp: ServiceProvider, idp: IdentityProvider, { binding: preferred, logout, now }: AnswerOptions) {
  const binding = [preferred, 'redirect' as const, 'post' as const].find((known) => idp.logout[known])
  if (!binding) return undefined
  const { id: inResponseTo, relayState } = logout
  const response = { id: newId(), issuedAt: wholeSeconds(now), binding, relayState }
  return logoutResponse(sp, idp, { ...response, inResponseTo, status: 'success' })
}
