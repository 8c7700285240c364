import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, instant, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

const params = onWire('parametri_blocco_caso', { id: [recordIdText, 'id'] })

/** The requests on a lock: take or prolong it, release it, or, for RUP, take it over from another user. */
export const lockActions = { hold: 'mantieni', release: 'rilascia', takeOver: 'subentra' } as const
export type LockAction = keyof typeof lockActions

export const lockCase = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/lock/:id',
  summary:
    'Takes or prolongs the write lock of a case for ten minutes; `azione=rilascia` releases it, `azione=subentra` (RUP) takes it over. 409 with the holder of the lock and the time since which they hold it.',
  allow: rolesOf('editCase'),
  audit: 'case_locked',
  changesState: true,
  silent: true,
  prolongs: false,
  params,
  query: onWire('richiesta_blocco', { action: [z.optional(enumOnWire(lockActions)), 'azione'] }),
  reply: onWire('blocco', { until: [z.optional(instant), 'fino_al'] }),
})

const heldCase = onWire('blocco_di_altri', {
  version: [z.int(), 'versione'],
  lockedBy: [z.optional(z.string()), 'bloccato_da'],
  lockedSince: [z.optional(instant), 'bloccato_dal'],
  lockedUntil: [z.optional(instant), 'bloccato_fino_al'],
})

export const getCaseLock = defineEndpoint({
  ...backgroundRead,
  path: '/v1/segnalazioni/blocco/:id',
  summary:
    'The version of a case and the other user who holds its lock, if any: polled by a page that waits. It reads no data of the case and does not prolong the session.',
  allow: rolesOf('cases'),
  params,
  reply: heldCase,
})
