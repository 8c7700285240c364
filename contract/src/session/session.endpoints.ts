import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { flag, instant, onWire, recordId } from '../kit/wire.ts'
import { role } from './roles.ts'

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
  audit: 'session_read',
  reply: user,
})

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/v1/utenti/logout',
  summary: 'Ends the session.',
  allow: 'signed_in',
  audit: 'signed_out',
  reply: z.object({}),
})
