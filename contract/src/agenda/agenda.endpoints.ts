import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { flag, instant, onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

/** How the portal reminds an operator of the deadlines of their cases. */
export const agenda = onWire('scadenze', {
  hasDigest: [flag, 'riepilogo'],
  feedSince: [z.optional(instant), 'calendario_dal'],
})
export type Agenda = z.output<typeof agenda>

const base = { allow: rolesOf('cases'), audit: 'none' } as const
/** The calendar is readable by its address without a session, so the audit log records when the address begins and ends. */
const feedBase = { ...base, audit: 'calendar_changed' } as const

export const getAgenda = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/v1/scadenze',
  summary:
    'How the portal reminds the caller of the deadlines of their cases: by a mail each working day, by a calendar.',
  silent: true,
  reply: agenda,
})

export const setDigest = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/v1/scadenze/riepilogo',
  summary: 'Turns the mail with the deadlines of the caller’s cases on or off; it is sent each working day.',
  body: onWire('riepilogo_scadenze', { hasDigest: [flag, 'riepilogo'] }),
  reply: agenda,
})

export const startFeed = defineEndpoint({
  ...feedBase,
  method: 'POST',
  path: '/v1/scadenze/calendario',
  summary:
    'Creates a new secret address for the calendar of deadlines and ends the former one. Returned only this once.',
  reply: onWire('calendario_scadenze', { url: [z.string(), 'indirizzo'], since: [instant, 'calendario_dal'] }),
})

export const endFeed = defineEndpoint({
  ...feedBase,
  method: 'POST',
  path: '/v1/scadenze/calendario/chiudi',
  summary: 'Ends the address of the calendar of deadlines.',
  reply: agenda,
})

export const readFeed = defineEndpoint({
  method: 'GET',
  path: '/v1/calendario/:segreto',
  summary:
    'The deadlines of an operator’s cases as a calendar (RFC 5545), by its secret address: codes and states, no personal data.',
  allow: 'anyone',
  audit: 'calendar_read',
  silent: true,
  params: onWire('indirizzo_calendario', {
    secret: [z.string().check(z.regex(/^[A-Za-z0-9_-]{43}\.ics$/)), 'segreto'],
  }),
  file: 'text/calendar; charset=utf-8',
  reply: z.object({}),
})
