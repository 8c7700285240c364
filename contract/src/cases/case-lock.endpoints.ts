import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, instant, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

const params = onWire('parametri_blocco_caso', { id: recordIdText }, { id: 'id' })

/** What is asked of a lock: to take it or go on holding it, to leave it, or, for RUP, to take it from whoever holds it. */
export const lockActions = { hold: 'mantieni', release: 'rilascia', takeOver: 'subentra' } as const
export type LockAction = keyof typeof lockActions

export const lockCase = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/lock/:id',
  summary:
    'Takes the write lock of a case for ten minutes, or goes on holding it; `azione=rilascia` leaves it, `azione=subentra` (RUP) takes it over. 409 with who holds it since when.',
  allow: rolesOf('editCase'),
  audit: 'case_locked',
  changesState: true,
  silent: true,
  prolongs: false,
  params,
  query: onWire('richiesta_blocco', { action: z.optional(enumOnWire(lockActions)) }, { action: 'azione' }),
  reply: onWire('blocco', { until: z.optional(instant) }, { until: 'fino_al' }),
})

const heldCase = onWire(
  'blocco_di_altri',
  {
    version: z.int(),
    lockedBy: z.optional(z.string()),
    lockedSince: z.optional(instant),
    lockedUntil: z.optional(instant),
  },
  {
    version: 'versione',
    lockedBy: 'bloccato_da',
    lockedSince: 'bloccato_dal',
    lockedUntil: 'bloccato_fino_al',
  },
)

export const getCaseLock = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/blocco/:id',
  summary:
    'Who else writes a case, if anybody does, and the version it has: for a page that waits. It reads nothing of the case and does not prolong the session.',
  allow: rolesOf('cases'),
  audit: 'none',
  silent: true,
  prolongs: false,
  params,
  reply: heldCase,
})
