import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'
import { role, rolesOf } from './roles.ts'

const association = onWire(
  'associazione_della_persona',
  { id: recordId, name: z.string() },
  { id: 'id_persona_giuridica', name: 'ragione_sociale' },
)

/** Whoever is signed in (utente). */
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
    /** Those that the person acts for. */
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

/** A person of the demonstration, as the login page offers them. */
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
  summary: 'The people of the demonstration; absent unless AUTH_MOCK is on.',
  allow: 'anyone',
  audit: 'none',
  reply: z.array(demoPerson),
})

export const signInAsDemoPerson = defineEndpoint({
  method: 'POST',
  path: '/v1/mock',
  summary: 'Signs in a person of the demonstration without SPID; absent unless AUTH_MOCK is on.',
  allow: 'anyone',
  audit: 'signed_in',
  body: onWire('accesso_demo', { taxCode: z.string().check(z.maxLength(16)) }, { taxCode: 'cf' }),
  reply: user,
})

export const getCurrentUser = defineEndpoint({
  method: 'GET',
  path: '/v1/utenti/in-sessione',
  summary: 'Whoever is signed in, with the roles, the selected role and the seconds left.',
  allow: 'signed_in',
  // Who one is oneself: no record of anybody else's.
  audit: 'none',
  reply: user,
})

/** Where the browser goes on to: the identity provider ends its own session there (SPID single logout). */
const signedOut = onWire('uscita', { logoutUrl: z.optional(z.string()) }, { logoutUrl: 'url_logout' })

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/logout',
  summary: 'Ends the session; answers where the identity provider ends its own, if the person came by SPID.',
  allow: 'signed_in',
  audit: 'signed_out',
  reply: signedOut,
})

export const signOutAlias = defineEndpoint({
  method: 'POST',
  path: '/v1/ibm_security_logout',
  summary: 'The same under its old path; the query `logout` is accepted and has no meaning.',
  allow: 'signed_in',
  audit: 'signed_out',
  query: onWire('uscita_alias', { logout: z.optional(z.string().check(z.maxLength(100))) }, { logout: 'logout' }),
  reply: signedOut,
})

export const switchRole = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/set-ruolo',
  summary: 'Selects another of the person’s roles; the session goes on under a new id.',
  allow: 'signed_in',
  audit: 'role_changed',
  body: onWire('cambio_ruolo', { role }, { role: 'ruolo' }),
  reply: user,
})

export const renewSession = defineEndpoint({
  method: 'GET',
  path: '/v1/utenti/reactivate-session',
  summary: 'Renews the session and answers the seconds that it has left.',
  allow: 'signed_in',
  audit: 'none',
  changesState: true,
  silent: true,
  reply: onWire('rinnovo_sessione', { secondsLeft: z.int() }, { secondsLeft: 'secondi_rimasti' }),
})

/** A session of whoever is signed in, as they tell their own from another's. */
export const ownSession = onWire(
  'sessione',
  {
    id: recordId,
    isCurrent: flag,
    signIn: enumOnWire({ spid: 'SPID', demo: 'dimostrazione' }),
    selectedRole: role,
    /** Such as 'Chrome su Windows'. */
    browser: z.string(),
    /** Truncated. */
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
  summary: 'The sessions of whoever is signed in, newest first: at most the 100 newest.',
  allow: 'signed_in',
  audit: 'sessions_read',
  silent: true,
  reply: z.array(ownSession),
})

const ended = onWire('sessioni_chiuse', { count: z.int() }, { count: 'chiuse' })

export const endSessions = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/chiudi-sessioni',
  summary: 'Ends one session of one’s own, or all of them: this one too unless it is to be kept.',
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
  summary: 'Ends every session of a person.',
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
    /** Name of its logo among the site's own; absent where none is shipped. */
    logo: z.optional(z.string()),
    /** Where the login with it begins; absent where it is not connected here. */
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
    'The identity providers of the login page, by name; each leads to the production or the test service provider by the host of the page.',
  allow: 'anyone',
  audit: 'none',
  silent: true,
  reply: z.array(identityProvider),
})

/** Header of every answer to somebody signed in: how long the session has still got. The screens count down from it. */
export const secondsLeftHeader = 'session-seconds-left'

/** The SAML addresses below the API: they speak SAML and HTML, not JSON, and stand outside the same-origin check. */
export const spidPaths = {
  metadata: '/v1/spid/metadata',
  /** `?idp=<entity id>&ritorno=<path of the site>&binding=redirect|post` */
  login: '/v1/spid/login',
  acs: '/v1/spid/acs',
  logout: '/v1/spid/logout',
} as const
