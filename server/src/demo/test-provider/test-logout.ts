import { pemBody } from '#features/spid/providers/sp-metadata.ts'
import type { RawMessage } from '#features/spid/saml/incoming.ts'
import {
  checkLogoutRequest,
  checkLogoutResponse,
  logoutRequest,
  logoutResponse,
  readLogout,
} from '#features/spid/saml/logout-messages.ts'
import type { Outgoing } from '#features/spid/saml/outgoing.ts'
import { newId, newRelayState, skewSeconds } from '#features/spid/spid.service.ts'
import type { Binding, IdentityProvider, ServiceProvider } from '#features/spid/spid.types.ts'
import type { TestProvider } from './make-response.ts'

/** The person who signed in by the provider, as stored in its cookie. */
export interface TestSubject {
  readonly nameId: string
  readonly sessionIndex: string | undefined
}

interface Parties {
  /** The provider, described like the portal with its own entity id and key. */
  readonly self: ServiceProvider
  /** The portal, described like a provider. */
  readonly portal: IdentityProvider
}

/** Swaps the roles of provider and portal, since the logout messages of both sides have the same form. */
export function partiesOf(portal: ServiceProvider, { entityId, key, certificate }: TestProvider): Parties {
  const urls = { url: portal.logoutUrl, responseUrl: portal.logoutUrl }
  return {
    self: { ...portal, entityId, key, certificate, logoutUrl: `${entityId}/uscita` },
    portal: {
      scheme: 'spid',
      entityId: portal.entityId,
      name: '',
      signOn: {},
      logout: { redirect: urls, post: urls },
      certificates: [pemBody(portal.certificate)],
    },
  }
}

/** Handles a logout message of the portal: answers its request, or returns whether it ended the session. */
export function takeLogout({ self, portal }: Parties, raw: RawMessage, now: Date): Outgoing | 'left' | 'not_left' {
  const claimed = readLogout(raw)
  const expected = { idp: portal, sp: self, now, skewSeconds }
  if (claimed.kind === 'response') {
    const requestId = claimed.inResponseTo ?? ''
    return checkLogoutResponse(claimed, { ...expected, requestId }) === 'success' ? 'left' : 'not_left'
  }
  const { id: inResponseTo, relayState } = checkLogoutRequest(claimed, expected)
  const response = { id: newId(), issuedAt: now, binding: raw.binding, relayState }
  return logoutResponse(self, portal, { ...response, inResponseTo, status: 'success' })
}

/** Builds the provider's LogoutRequest to the portal. */
export function requestLogout(
  { self, portal }: Parties,
  { nameId, sessionIndex }: TestSubject,
  binding: Binding,
  now: Date,
) {
  const subject = { nameId, nameQualifier: self.entityId, sessionIndex }
  return logoutRequest(self, portal, { id: newId(), issuedAt: now, binding, relayState: newRelayState(), subject })
}
