import { type Assurances, type Language, languageOf, type Office, pageTagOf } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Audit } from '#platform/audit/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { QuickExit } from '#platform/session/quick-exit.ts'
import type { VisitMemory } from '#platform/session/visit-memory.ts'
import type { Visit, Visitors } from '#platform/session/visitor-cookie.ts'
import type { Posted } from './posted.ts'

/** What every page without scripts needs. */
export interface PlainServices {
  readonly office: Office
  readonly audit: Audit
  readonly clock: Clock
  readonly log: Logger
  readonly vault: Vault
  readonly visitors: Visitors
  readonly visitMemory: VisitMemory
  readonly quickExit: QuickExit
  readonly assurances: { shownIn(language: Language): Promise<Assurances | undefined> }
}

/** A request with its reply. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface PostedPage extends Exchange {
  readonly posted: Posted
  readonly visit: Visit
  /** Whether the request itself carried the visit's cookie, to which a form is bound. */
  readonly isKnown: boolean
}

/** What the page is written in, from `?lang=` alone. */
export function tagOfPage(request: FastifyRequest) {
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  return pageTagOf(typeof lang === 'string' ? lang : undefined)
}
export const languageOfPage = (request: FastifyRequest) => languageOf(tagOfPage(request))
