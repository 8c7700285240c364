import type { RawMessage } from './incoming.ts'
import {
  checkLogoutRequest,
  checkLogoutResponse,
  type ExpectedLogout,
  type LogoutResult,
  readLogout,
  type VerifiedLogoutRequest,
} from './logout-messages.ts'
import { SamlError } from './saml-error.ts'

/** A raw logout message, and, once its provider is known, what to verify it against. */
export interface RawLogout {
  readonly raw: RawMessage
  /** `requestId` is the request that a response must answer. */
  readonly expected?: ExpectedLogout & { readonly requestId?: string }
}

/** The unverified claims of a logout message, to look up its provider and the request that it answers. */
export interface LogoutClaims {
  readonly kind: 'request' | 'response'
  readonly issuer: string
  readonly inResponseTo: string | undefined
  readonly xml: string
}

/** The claims, with the verified request or result if `expected` was passed; or the reason of a refusal. */
export type LogoutReading =
  | (LogoutClaims & { readonly request?: VerifiedLogoutRequest; readonly result?: LogoutResult })
  | { readonly error: string }

/** Parses a logout message, and verifies it if `expected` is passed. */
export function readRawLogout({ raw, expected }: RawLogout): LogoutReading {
  try {
    const claimed = readLogout(raw)
    const { kind, issuer, inResponseTo, incoming } = claimed
    const claims = { kind, issuer, inResponseTo, xml: incoming.xml }
    if (!expected) return claims
    if (kind === 'request') return { ...claims, request: checkLogoutRequest(claimed, expected) }
    const { requestId = '', ...rest } = expected
    return { ...claims, result: checkLogoutResponse(claimed, { ...rest, requestId }) }
  } catch (error) {
    if (error instanceof SamlError) return { error: error.message }
    throw error
  }
}
