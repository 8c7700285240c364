import { spidPaths } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { touched } from '#platform/audit/audit-act.ts'
import { networkOf } from '#platform/network.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import { deleteSessionsOfSubject } from '#platform/session/session.store.ts'
import { limitNetwork } from './limit-network.ts'
import type { Brought } from './saml/incoming.ts'
import { type LogoutWish, logoutRequest, logoutResponse } from './saml/logout-messages.ts'
import type { Outgoing } from './saml/outgoing.ts'
import type { BroughtLogout, LogoutClaims, LogoutReading } from './saml/read-logout.ts'
import { Refusal } from './saml/refusal.ts'
import { newId, newRelayState, type SpidOptions, skewSeconds, subjectKey, wholeSeconds } from './spid.service.ts'
import { findUnanswered, insertRequest, useUpRequest } from './spid.store.ts'
import type { IdentityProvider, ServiceProvider } from './spid.types.ts'
import { logAnswer, logSent, logUnasked } from './spid-log.store.ts'

/** Where a message about logout leads: back to the login page, or on to the provider with our answer. */
export type AfterLogout =
  | { readonly kind: 'left'; readonly outcome: 'uscita' | 'uscita_parziale' }
  | { readonly kind: 'answer'; readonly message: Outgoing }
  | { readonly kind: 'refused' }

/** What a session keeps of its beginning. */
export interface EndedSession {
  readonly signIn: 'spid' | 'demo'
  readonly spidSubject: string | null
  readonly spidIndex: string | null
}

/** Messages about logout that one network may bring in a minute: as many as answers to sign-ins. */
const messagesPerMinute = 600

const act = { method: 'POST', path: spidPaths.logout, audit: 'signed_out' } as const

/** Logout at the provider, asked by either side. The session here ends first, and whatever the provider does. */
export function createSpidLogout(options: SpidOptions) {
  return {
    /** Where the provider ends its own session; undefined where there is none, or it cannot be asked. */
    async urlFor(session: EndedSession): Promise<string | undefined> {
      try {
        return await ask(options, session)
      } catch (err) {
        options.log.error({ err }, 'a provider could not be asked to end its session')
        return undefined
      }
    },

    /** Takes what a provider sends: its answer to our request, or a request of its own. */
    async take(brought: Brought, request: FastifyRequest): Promise<AfterLogout> {
      await limitNetwork(options, request, { bucket: 'spid_logout', perMinute: messagesPerMinute })
      const message = { brought, request }
      try {
        const claims = accepted(await read(options, message))
        return await (claims.kind === 'request'
          ? endSession(options, claims, message)
          : takeAnswer(options, claims, message))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        request.log.warn({ reason: error.message }, 'a logout message was refused')
        return { kind: 'refused' }
      }
    },
  }
}

async function ask(options: SpidOptions, { signIn, spidSubject, spidIndex }: EndedSession) {
  const { inTransaction, vault, clock, spid, serviceProvider: sp, providers } = options
  if (signIn !== 'spid' || !spidSubject || !sp) return undefined
  const [entityId = '', nameQualifier = '', nameId = ''] = JSON.parse(spidSubject) as string[]
  const idp = await providers.find(entityId)
  if (!idp?.logout.redirect) return undefined
  const [id, relayState, issuedAt] = [newId(), newRelayState(), wholeSeconds(clock.now())]
  const subject = { nameQualifier, nameId, sessionIndex: spidIndex ?? undefined }
  const message = logoutRequest(sp, idp, { id, issuedAt, binding: 'redirect', relayState, subject })
  const expiresAt = new Date(issuedAt.getTime() + spid.requestMinutes * 60_000)
  await inTransaction(async (tx) => {
    const pending = { id, kind: 'logout', idp: entityId, issuedAt, expiresAt, level: sp.level, relayState } as const
    // No session begins by the answer: whichever browser brings it.
    await insertRequest(tx, { ...pending, browserHash: '', returnTo: null })
    await logSent(tx, vault, { requestId: id, idp: entityId, requestedAt: issuedAt, requestXml: message.xml })
  })
  return message.url
}

interface Message {
  readonly brought: Brought
  readonly request: FastifyRequest
}

/** Reads a message in its thread; one that takes too much is refused. */
async function read(
  { readLogout }: SpidOptions,
  { brought, request }: Message,
  expected?: BroughtLogout['expected'],
): Promise<LogoutReading> {
  return readLogout({ brought, ...(expected && { expected }) }, networkOf(request.ip)).catch((error: unknown) => {
    if (error instanceof BudgetExceededError) return { fault: error.message }
    throw error
  })
}

function accepted(reading: LogoutReading): Exclude<LogoutReading, { fault: string }> {
  if ('fault' in reading) throw new Refusal(reading.fault)
  return reading
}

/** What of this service a thread needs to know: its private key stays here. */
const sideOf = ({ logoutUrl }: ServiceProvider) => ({ logoutUrl })

async function takeAnswer(options: SpidOptions, claims: LogoutClaims, message: Message): Promise<AfterLogout> {
  const { db, inTransaction, vault, clock, serviceProvider: sp, providers } = options
  const now = clock.now()
  const pending = claims.inResponseTo ? await findUnanswered(db, claims.inResponseTo, 'logout') : undefined
  const idp = pending && (await providers.find(pending.idp))
  if (!sp || !pending || !idp || pending.expiresAt <= now) throw new Refusal('LogoutResponse to no request of ours')
  const answer = await read(options, message, { requestId: pending.id, idp, sp: sideOf(sp), now, skewSeconds })
  const outcome = ('end' in answer && answer.end) || 'invalid'
  // A bad answer uses the request up too.
  const isFirst = await inTransaction(async (tx) => {
    const isOpen = await useUpRequest(tx, pending.id, now)
    const { xml } = claims
    if (isOpen) await logAnswer(tx, vault, pending.id, { answeredAt: now, outcome, responseXml: xml, facts: undefined })
    return isOpen
  })
  accepted(answer)
  if (!isFirst) throw new Refusal('LogoutResponse repeated')
  return { kind: 'left', outcome: outcome === 'success' ? 'uscita' : 'uscita_parziale' }
}

/** A provider ends the session of its subject; one that is gone already is ended as well. */
async function endSession(options: SpidOptions, claims: LogoutClaims, message: Message): Promise<AfterLogout> {
  const { inTransaction, vault, clock, audit, serviceProvider: sp, providers } = options
  const idp = await providers.find(claims.issuer)
  if (!sp || !idp) throw new Refusal('LogoutRequest of nobody known')
  const now = clock.now()
  const { wish } = accepted(await read(options, message, { idp, sp: sideOf(sp), now, skewSeconds }))
  if (!wish) throw new Refusal('LogoutRequest')
  const answer = answerTo(sp, idp, { binding: message.brought.binding, wish, now })
  // A transient name is of one sign-in: which of its indexes are told makes no difference.
  const subject = subjectKey(idp.entityId, wish)
  await audit.call(act, message.request, () =>
    inTransaction(async (tx) => {
      touched('user', await deleteSessionsOfSubject(tx, vault, subject))
      await logUnasked(tx, vault, {
        ...{ requestId: newId(), idp: idp.entityId, answeredAt: now, outcome: 'provider_logout', facts: undefined },
        ...{ requestXml: claims.xml, responseXml: answer?.xml },
      })
    }),
  )
  return answer ? { kind: 'answer', message: answer } : { kind: 'left', outcome: 'uscita' }
}

interface Wished {
  readonly binding: Brought['binding']
  readonly wish: LogoutWish
  readonly now: Date
}

/** By the binding that the request came with, if the provider takes answers by it. */
function answerTo(sp: ServiceProvider, idp: IdentityProvider, { binding: came, wish, now }: Wished) {
  const binding = [came, 'redirect' as const, 'post' as const].find((known) => idp.logout[known])
  if (!binding) return undefined
  const { id: inResponseTo, relayState } = wish
  const sending = { id: newId(), issuedAt: wholeSeconds(now), binding, relayState }
  return logoutResponse(sp, idp, { ...sending, inResponseTo, status: 'success' })
}
