import type { Brought } from '../saml/incoming.ts'
import {
  checkLogoutRequest,
  checkLogoutResponse,
  logoutRequest,
  logoutResponse,
  readLogout,
} from '../saml/logout-messages.ts'
import type { Outgoing } from '../saml/outgoing.ts'
import { newId, newRelayState, skewSeconds } from '../spid.service.ts'
import type { Binding, IdentityProvider, ServiceProvider } from '../spid.types.ts'
import type { TestProvider } from './make-response.ts'
import { withoutArmour } from './read-authn-request.ts'

/** Who signed in by the provider, as its cookie keeps it. */
export interface TestSubject {
  readonly nameId: string
  readonly sessionIndex: string | undefined
}

interface Sides {
  /** The provider speaks as the portal does, only under its own name. */
  readonly self: ServiceProvider
  /** The portal, as a provider would be described. */
  readonly portal: IdentityProvider
}

/** The logout messages of both sides are alike: the provider takes the portal's place in them. */
export function sidesOf(portal: ServiceProvider, { entityId, key, certificate }: TestProvider): Sides {
  const place = { url: portal.logoutUrl, responseUrl: portal.logoutUrl }
  return {
    self: { ...portal, entityId, key, certificate, logoutUrl: `${entityId}/uscita` },
    portal: {
      ...{ entityId: portal.entityId, name: '', signOn: {}, logout: { redirect: place, post: place } },
      certificates: [withoutArmour(portal.certificate)],
    },
  }
}

/** Takes a logout message of the portal: answers its request, or tells whether it has ended the session. */
export function takeLogout({ self, portal }: Sides, brought: Brought, now: Date): Outgoing | 'left' | 'not_left' {
  const claimed = readLogout(brought)
  const expected = { idp: portal, sp: self, now, skewSeconds }
  if (claimed.kind === 'response') {
    const requestId = claimed.inResponseTo ?? ''
    return checkLogoutResponse(claimed, { ...expected, requestId }) === 'success' ? 'left' : 'not_left'
  }
  const { id: inResponseTo, relayState } = checkLogoutRequest(claimed, expected)
  const sending = { id: newId(), issuedAt: now, binding: brought.binding, relayState }
  return logoutResponse(self, portal, { ...sending, inResponseTo, status: 'success' })
}

/** Asks the portal to end the session of somebody. */
export function askLogout({ self, portal }: Sides, { nameId, sessionIndex }: TestSubject, binding: Binding, now: Date) {
  const subject = { nameId, nameQualifier: self.entityId, sessionIndex }
  return logoutRequest(self, portal, { id: newId(), issuedAt: now, binding, relayState: newRelayState(), subject })
}
