import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'
import { role, rolesOf } from './roles.ts'

const association = onWire(
  'associazione_della_persona',
  { id: recordId, name: z.string() },
  { id: 'id_persona_giuridica', name: 'ragione_sociale' },
)

/** The signed-in user (utente). */
export const user = onWire(
  'utente',
  {
    id: recordId,
    taxCode: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    mail: z.optional(z.string()),
    phone: z.optional(z.string()),
    isEnabled: flag,
    enabledAt: z.optional(instant),
    roles: z.array(role),
    selectedRole: role,
    /** The associations that the user acts for. */
    associations: z.array(association),
    secondsLeft: z.int(),
  },
  {
    id: 'id_utente',
    taxCode: 'cf',
    firstName: 'nome',
    lastName: 'cognome',
    mail: 'mail',
    phone: 'telefono',
    isEnabled: 'flag_abilitazione',
    enabledAt: 'data_abilitazione',
    roles: 'listaRuolo',
    selectedRole: 'ruoloSelezionato',
    associations: 'listaAssociazioni',
    secondsLeft: 'secondi_rimasti',
  },
)
export type User = z.output<typeof user>

/** A demo user, as the login page lists them. */
export const demoPerson = onWire(
  'persona_demo',
  {
    taxCode: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roles: z.array(role),
    isEnabled: flag,
  },
  { taxCode: 'cf', firstName: 'nome', lastName: 'cognome', roles: 'roles', isEnabled: 'flag_abilitazione' },
)
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
  body: onWire('accesso_demo', { taxCode: z.string().check(z.maxLength(16)) }, { taxCode: 'cf' }),
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
const signedOut = onWire('uscita', { logoutUrl: z.optional(z.string()) }, { logoutUrl: 'url_logout' })

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
  query: onWire('uscita_alias', { logout: z.optional(z.string().check(z.maxLength(100))) }, { logout: 'logout' }),
  reply: signedOut,
})

export const switchRole = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/set-ruolo',
  summary: 'Selects another role of the user; the session continues under a new id.',
  allow: 'signed_in',
  audit: 'role_changed',
  body: onWire('cambio_ruolo', { role }, { role: 'ruolo' }),
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
  reply: onWire('rinnovo_sessione', { secondsLeft: z.int() }, { secondsLeft: 'secondi_rimasti' }),
})

/** A session of the signed-in user, with what they need to recognise it. */
export const ownSession = onWire(
  'sessione',
  {
    id: recordId,
    isCurrent: flag,
    signIn: enumOnWire({ spid: 'SPID', demo: 'dimostrazione' }),
    selectedRole: role,
    /** Such as 'Chrome su Windows'. */
    browser: z.string(),
    /** Truncated network address. */
    network: z.string(),
    startedAt: instant,
    lastSeenAt: instant,
    expiresAt: instant,
  },
  {
    id: 'id_sessione',
    isCurrent: 'flag_corrente',
    signIn: 'accesso',
    selectedRole: 'ruoloSelezionato',
    browser: 'browser',
    network: 'rete',
    startedAt: 'data_inizio',
    lastSeenAt: 'data_ultimo_uso',
    expiresAt: 'data_scadenza',
  },
)
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

const ended = onWire('sessioni_chiuse', { count: z.int() }, { count: 'chiuse' })

export const endSessions = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/chiudi-sessioni',
  summary:
    'Ends one session of the signed-in user, or all of them; with `flag_tieni_corrente` all but the current one.',
  allow: 'signed_in',
  audit: 'sessions_ended',
  body: onWire(
    'chiusura_sessioni',
    { id: z.optional(recordId), keepsCurrent: z.optional(flag) },
    { id: 'id_sessione', keepsCurrent: 'flag_tieni_corrente' },
  ),
  reply: ended,
})

export const endSessionsOf = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/chiudi-sessioni',
  summary: 'Ends every session of a user.',
  allow: rolesOf('administration'),
  audit: 'sessions_ended',
  body: onWire('chiusura_sessioni_operatore', { userId: recordId }, { userId: 'id_utente' }),
  reply: ended,
})

/** An identity provider as the login page lists it. */
export const identityProvider = onWire(
  'gestore_identita',
  {
    entityId: z.string(),
    name: z.string(),
    /** Name of the logo among those of the site; absent where the site has none. */
    logo: z.optional(z.string()),
    /** Where the login starts; absent where the provider is not connected. */
    href: z.optional(z.string()),
    isTest: flag,
  },
  { entityId: 'entity_id', name: 'nome', logo: 'logo', href: 'url', isTest: 'flag_prova' },
)
export type IdentityProviderChoice = z.output<typeof identityProvider>

export const listIdentityProviders = defineEndpoint({
  method: 'GET',
  path: '/v1/noauth/spid/gestori',
  summary:
    'The identity providers of the login page, by name. The host of the page decides between the production and the test service provider.',
  allow: 'anyone',
  audit: 'none',
  silent: true,
  reply: z.array(identityProvider),
})

/** Header of every answer to a signed-in user: the seconds left in the session. The screens count down from it. */
export const secondsLeftHeader = 'session-seconds-left'

/** The SAML addresses below the API. They speak SAML and HTML, not JSON, and are exempt from the same-origin check. */
export const spidPaths = {
  metadata: '/v1/spid/metadata',
  /** `?idp=<entity id>&ritorno=<path of the site>&binding=redirect|post` */
  login: '/v1/spid/login',
  acs: '/v1/spid/acs',
  logout: '/v1/spid/logout',
} as const
