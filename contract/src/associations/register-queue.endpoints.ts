import * as z from 'zod/mini'
import { dueStates } from '../cases/case.ts'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, onWire, plainDate, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { type associationLists, associationStatus } from './association-status.ts'
import { associationTabWords } from './association-tabs.ts'
import { registerStepWords, registerTurnWords } from './register-queue.ts'

/** The parts of the queue: what the caller does next, and what others do. */
export const registerTabWords = { mine: 'tocca_a_te', others: 'tocca_ad_altri' } as const
export type RegisterTab = keyof typeof registerTabWords

const queuedAssociation = onWire('associazione_in_coda', {
  id: [recordId, 'id_persona_giuridica'],
  name: [z.string(), 'ragione_sociale'],
  requestNumber: [z.string(), 'numero_richiesta'],
  status: [associationStatus, 'id_stato_persona_giuridica'],
  step: [enumOnWire(registerStepWords), 'passo'],
  turn: [enumOnWire(registerTurnWords), 'tocca_a'],
  dueOn: [plainDate, 'data_scadenza'],
  dueState: [enumOnWire(dueStates), 'scadenza'],
})
export type QueuedAssociation = z.output<typeof queuedAssociation>

export const getRegisterQueue = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/coda',
  summary:
    'What waits in the register, the earliest term first, each association once: what the caller does next (`tocca_a_te`, by default), or what others do. At most 100 associations of those that the counts have.',
  allow: rolesOf('register'),
  audit: 'association_list_read',
  silent: true,
  query: onWire('richiesta_coda', { tab: [z.optional(enumOnWire(registerTabWords)), 'scheda'] }),
  reply: onWire('coda_registro', {
    mine: [z.int(), 'tocca_a_te'],
    others: [z.int(), 'tocca_ad_altri'],
    rows: [z.array(queuedAssociation), 'listaView'],
  }),
})

/** The lists of the register, with their words on the wire. */
export const associationListWords = {
  newRequests: 'nuove_richieste',
  enrolled: 'iscritte',
  notEnabled: 'non_abilitate',
} as const satisfies Record<keyof typeof associationLists, string>

export const countAssociationTabs = defineEndpoint({
  ...backgroundRead,
  path: '/v1/associazioni/conteggi',
  summary: 'How many associations the tabs of a list open for the caller.',
  allow: rolesOf('register'),
  query: onWire('lista_associazioni_da_contare', { list: [enumOnWire(associationListWords), 'lista'] }),
  reply: onWire('conteggi_associazioni', {
    rows: [
      z.array(
        onWire('conteggio_associazioni', {
          tab: [enumOnWire(associationTabWords), 'scheda'],
          count: [z.int(), 'count'],
        }),
      ),
      'conteggi',
    ],
  }),
})
