import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, instant, onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

/** How often the digest of what waits for a person is sent: each working day, or once a week from Monday on. */
export const digestRhythms = { daily: 'giornaliera', weekly: 'settimanale' } as const
export type DigestRhythm = keyof typeof digestRhythms

const digest = onWire('riepilogo_scelto', {
  rhythm: [enumOnWire(digestRhythms), 'cadenza'],
  /** The hour on the clock of the office from which it is sent. */
  hour: [z.int().check(z.gte(0), z.lte(23)), 'ora'],
})
export type Digest = z.output<typeof digest>

/** How the portal reminds a user of what waits for them. */
export const agenda = onWire('scadenze', {
  digest: [z.optional(digest), 'riepilogo'],
  feedSince: [z.optional(instant), 'calendario_dal'],
})
export type Agenda = z.output<typeof agenda>

const base = { allow: rolesOf('office'), audit: 'none' } as const
/** The calendar is readable by its address without a session, so the audit log records when the address begins and ends. */
const feedBase = { allow: rolesOf('cases'), audit: 'calendar_changed' } as const

export const getAgenda = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/v1/scadenze',
  summary:
    'How the portal reminds the caller of what waits for them: by a digest, and for cases by a calendar of deadlines.',
  silent: true,
  reply: agenda,
})

export const setDigest = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/v1/scadenze/riepilogo',
  summary:
    'Chooses the digest of what waits for the caller: each working day or once a week, from an hour on; without `riepilogo` none is sent.',
  body: onWire('riepilogo_da_inviare', { digest: [z.optional(digest), 'riepilogo'] }),
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
