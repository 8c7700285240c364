import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'
import { role } from './roles.ts'

const association = onWire('associazione_della_persona', {
  id: [recordId, 'id_persona_giuridica'],
  name: [z.string(), 'ragione_sociale'],
})

/** What the session and the list of operators both show of a user. */
export const userFields = {
  id: [recordId, 'id_utente'],
  taxCode: [z.string(), 'cf'],
  firstName: [z.string(), 'nome'],
  lastName: [z.string(), 'cognome'],
  mail: [z.optional(z.string()), 'mail'],
  phone: [z.optional(z.string()), 'telefono'],
  isEnabled: [flag, 'flag_abilitazione'],
  roles: [z.array(role), 'listaRuolo'],
} as const

/** The signed-in user (utente). */
export const user = onWire('utente', {
  ...userFields,
  enabledAt: [z.optional(instant), 'data_abilitazione'],
  selectedRole: [role, 'ruoloSelezionato'],
  /** The associations that the user acts for. */
  associations: [z.array(association), 'listaAssociazioni'],
  secondsLeft: [z.int(), 'secondi_rimasti'],
})
export type User = z.output<typeof user>

/** A demo user, as the login page lists them. */
export const demoPerson = onWire('persona_demo', {
  taxCode: [z.string(), 'cf'],
  firstName: [z.string(), 'nome'],
  lastName: [z.string(), 'cognome'],
  roles: [z.array(role), 'roles'],
  isEnabled: [flag, 'flag_abilitazione'],
})
export type DemoPerson = z.output<typeof demoPerson>

export const listDemoPeople = defineEndpoint({
  method: 'GET',
  path: '/v1/mock',
  summary: 'The demo users; absent unless AUTH_MOCK is on.',
  allow: 'anyone',
  audit: 'none',
  reply: z.array(demoPerson),
})

export const signInAsDemoPerson = defineEndpoint({
  method: 'POST',
  path: '/v1/mock',
  summary: 'Signs in a demo user without SPID; absent unless AUTH_MOCK is on.',
  allow: 'anyone',
  audit: 'signed_in',
  body: onWire('accesso_demo', { taxCode: [z.string().check(z.maxLength(16)), 'cf'] }),
  reply: user,
})

export const getCurrentUser = defineEndpoint({
  method: 'GET',
  path: '/v1/utenti/in-sessione',
  summary: 'The signed-in user, with the roles, the selected role and the seconds left.',
  allow: 'signed_in',
  // The caller reads only their own record.
  audit: 'none',
  reply: user,
})

/** Where the browser goes next: the identity provider ends its own session there (SPID single logout). */
const signedOut = onWire('uscita', { logoutUrl: [z.optional(z.string()), 'url_logout'] })

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/logout',
  summary: 'Ends the session; returns the logout address of the identity provider where the user signed in with SPID.',
  allow: 'signed_in',
  audit: 'signed_out',
  reply: signedOut,
})

export const signOutAlias = defineEndpoint({
  method: 'POST',
  path: '/v1/ibm_security_logout',
  summary: 'Ends the session, under the old path; the query `logout` is accepted and ignored.',
  allow: 'signed_in',
  audit: 'signed_out',
  query: onWire('uscita_alias', { logout: [z.optional(z.string().check(z.maxLength(100))), 'logout'] }),
  reply: signedOut,
})

export const switchRole = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/set-ruolo',
  summary: 'Selects another role of the user; the session continues under a new id.',
  allow: 'signed_in',
  audit: 'role_changed',
  body: onWire('cambio_ruolo', { role: [role, 'ruolo'] }),
  reply: user,
})

export const renewSession = defineEndpoint({
  method: 'GET',
  path: '/v1/utenti/reactivate-session',
  summary: 'Renews the session and returns the seconds left.',
  allow: 'signed_in',
  audit: 'none',
  changesState: true,
  silent: true,
  reply: onWire('rinnovo_sessione', { secondsLeft: [z.int(), 'secondi_rimasti'] }),
})

/** A session of the signed-in user, with what they need to recognise it. */
export const ownSession = onWire('sessione', {
  id: [recordId, 'id_sessione'],
  isCurrent: [flag, 'flag_corrente'],
  signIn: [enumOnWire({ spid: 'SPID', cie: 'CIE', demo: 'dimostrazione' }), 'accesso'],
  selectedRole: [role, 'ruoloSelezionato'],
  /** Such as 'Chrome su Windows'. */
  browser: [z.string(), 'browser'],
  /** Truncated network address. */
  network: [z.string(), 'rete'],
  startedAt: [instant, 'data_inizio'],
  lastSeenAt: [instant, 'data_ultimo_uso'],
  expiresAt: [instant, 'data_scadenza'],
})
export type OwnSession = z.output<typeof ownSession>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/v1/utenti/sessioni',
  summary: 'The sessions of the signed-in user: the 100 newest, newest first.',
  allow: 'signed_in',
  audit: 'sessions_read',
  silent: true,
  reply: z.array(ownSession),
})

export const endedSessions = onWire('sessioni_chiuse', { count: [z.int(), 'chiuse'] })

export const endSessions = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/chiudi-sessioni',
  summary:
    'Ends one session of the signed-in user, or all of them; with `flag_tieni_corrente` all but the current one.',
  allow: 'signed_in',
  audit: 'sessions_ended',
  body: onWire('chiusura_sessioni', {
    id: [z.optional(recordId), 'id_sessione'],
    keepsCurrent: [z.optional(flag), 'flag_tieni_corrente'],
  }),
  reply: endedSessions,
})

/** The federations of identity providers: SPID, and the electronic identity card (CIE). */
export const signInSchemes = { spid: 'spid', cie: 'cie' } as const
export type SignInScheme = keyof typeof signInSchemes

/** Who signs in: the staff of the office, and the members of associations. */
export const signInAudiences = { staff: 'ufficio', associations: 'associazioni' } as const
export type SignInAudience = keyof typeof signInAudiences

/** An identity provider as the login page lists it. */
export const identityProvider = onWire('gestore_identita', {
  entityId: [z.string(), 'entity_id'],
  name: [z.string(), 'nome'],
  /** Name of the logo among those of the site; absent where the site has none. */
  logo: [z.optional(z.string()), 'logo'],
  /** Where the login starts; absent where the provider is not connected. */
  href: [z.optional(z.string()), 'url'],
  isTest: [flag, 'flag_prova'],
  scheme: [enumOnWire(signInSchemes), 'schema'],
  /** Whether it is the eIDAS node, for identities of other countries. */
  isEidas: [z.optional(flag), 'flag_eidas'],
  /** Who may sign in by its scheme. */
  offeredTo: [z.array(enumOnWire(signInAudiences)), 'destinatari'],
})
export type IdentityProviderChoice = z.output<typeof identityProvider>

export const listIdentityProviders = defineEndpoint({
  ...unauditedRead,
  path: '/v1/noauth/spid/gestori',
  summary:
    'The identity providers of the login page, by name. The host of the page decides between the production and the test service provider.',
  allow: 'anyone',
  reply: z.array(identityProvider),
})

/** Header of every answer to a signed-in user: the seconds left in the session. The screens count down from it. */
export const secondsLeftHeader = 'session-seconds-left'

/** The SAML addresses below the API. They speak SAML and HTML, not JSON, and are exempt from the same-origin check. */
export const spidPaths = {
  metadata: '/v1/spid/metadata',
  /** The metadata for the federation of CIE; the other addresses serve both. */
  cieMetadata: '/v1/cie/metadata',
  /** `?idp=<entity id>&ritorno=<path of the site>&binding=redirect|post` */
  login: '/v1/spid/login',
  acs: '/v1/spid/acs',
  logout: '/v1/spid/logout',
} as const
