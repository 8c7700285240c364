import type { Brought } from './incoming.ts'
import {
  checkLogoutRequest,
  checkLogoutResponse,
  type ExpectedLogout,
  type LogoutEnd,
  type LogoutWish,
  readLogout,
} from './logout-messages.ts'
import { Refusal } from './refusal.ts'

/** A logout message as a browser brought it, and what to judge it by once its provider is known. */
export interface BroughtLogout {
  readonly brought: Brought
  /** With the request that an answer must be to. */
  readonly expected?: ExpectedLogout & { readonly requestId?: string }
}

/** What a logout message says of itself: enough to look up its provider and the request that it answers. */
export interface LogoutClaims {
  readonly kind: 'request' | 'response'
  readonly issuer: string
  readonly inResponseTo: string | undefined
  readonly xml: string
}

/** Claims, and of what was judged the signed wish of a request or the signed end of an answer; or why it is refused. */
export type LogoutReading =
  | (LogoutClaims & { readonly wish?: LogoutWish; readonly end?: LogoutEnd })
  | { readonly fault: string }

/** Parses a logout message; judges it where it is said what to expect. */
export function readBroughtLogout({ brought, expected }: BroughtLogout): LogoutReading {
  try {
    const claimed = readLogout(brought)
    const { kind, issuer, inResponseTo, incoming } = claimed
    const claims = { kind, issuer, inResponseTo, xml: incoming.xml }
    if (!expected) return claims
    if (kind === 'request') return { ...claims, wish: checkLogoutRequest(claimed, expected) }
    const { requestId = '', ...rest } = expected
    return { ...claims, end: checkLogoutResponse(claimed, { ...rest, requestId }) }
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.message }
    throw error
  }
}
