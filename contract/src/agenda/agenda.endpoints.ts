import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { flag, instant, onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

/** How an operator is told of the terms of their cases. */
export const agenda = onWire(
  'scadenze',
  { hasDigest: flag, feedSince: z.optional(instant) },
  { hasDigest: 'riepilogo', feedSince: 'calendario_dal' },
)
export type Agenda = z.output<typeof agenda>

const base = { allow: rolesOf('cases'), audit: 'none' } as const
/** Whoever has the address reads the calendar without a session: from when to when there was one stands in the log. */
const feedBase = { ...base, audit: 'calendar_changed' } as const

export const getAgenda = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/v1/scadenze',
  summary: 'How whoever asks is told of the terms of their cases: by a mail each working day, by a calendar.',
  silent: true,
  reply: agenda,
})

export const setDigest = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/v1/scadenze/riepilogo',
  summary: 'Whether whoever asks gets the mail that tells their terms each working day.',
  body: onWire('riepilogo_scadenze', { hasDigest: flag }, { hasDigest: 'riepilogo' }),
  reply: agenda,
})

export const startFeed = defineEndpoint({
  ...feedBase,
  method: 'POST',
  path: '/v1/scadenze/calendario',
  summary: 'Makes a new secret address of the calendar of terms; a former one ends. It is answered this once.',
  reply: onWire(
    'calendario_scadenze',
    { url: z.string(), since: instant },
    { url: 'indirizzo', since: 'calendario_dal' },
  ),
})

export const endFeed = defineEndpoint({
  ...feedBase,
  method: 'POST',
  path: '/v1/scadenze/calendario/chiudi',
  summary: 'Ends the address of the calendar of terms.',
  reply: agenda,
})

export const readFeed = defineEndpoint({
  method: 'GET',
  path: '/v1/calendario/:segreto',
  summary:
    'The terms of an operator’s cases as a calendar (RFC 5545), by its secret address: codes and states, nothing of any person.',
  allow: 'anyone',
  audit: 'calendar_read',
  silent: true,
  params: onWire(
    'indirizzo_calendario',
    { secret: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}\.ics$/)) },
    { secret: 'segreto' },
  ),
  file: 'text/calendar; charset=utf-8',
  reply: z.object({}),
})
