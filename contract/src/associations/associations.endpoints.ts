import * as z from 'zod/mini'
import { fileId } from '../attachments/attachment.ts'
import { lockActions } from '../cases/case-lock.endpoints.ts'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { noFilters, searchWords } from '../kit/filter-schemas.ts'
import type { Form } from '../kit/form.ts'
import { pageBody, pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, flag, instant, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { type AssociationSave, saveAssociationForm } from './association.form.ts'
import { associationDetail, associationEvent, associationRow, associationSorts } from './association.ts'
import { type AssociationActionValues, associationActionForm } from './association-actions.ts'
import { associationFilters } from './association-filters.ts'
import { associationLetter } from './association-letters.ts'

const params = onWire('parametri_associazione', { id: [recordIdText, 'id'] })

const listBase = { allow: rolesOf('register'), audit: 'association_list_read', silent: true } as const
const byQuery = {
  ...listBase,
  method: 'GET',
  query: pageQuery(associationFilters),
  reply: pageOf(associationRow),
} as const
const byBody = {
  ...listBase,
  method: 'POST',
  body: pageBody(associationFilters),
  reply: pageOf(associationRow),
} as const

export const listNewRequests = defineEndpoint({
  ...byQuery,
  path: '/v1/associazioni/lista-web',
  summary: 'The requests that wait for the office: statuses 1, 3, 4, 9, 10, oldest first.',
  sorts: associationSorts.newRequests,
})
export const searchNewRequests = defineEndpoint({
  ...byBody,
  path: '/v1/associazioni/lista-web',
  summary: 'The same list by POST, so that no filter on persons is in an address.',
  sorts: associationSorts.newRequests,
})
export const listEnrolled = defineEndpoint({
  ...byQuery,
  path: '/v1/associazioni/lista-iscritte',
  summary: 'The enrolled associations: status 5.',
  sorts: associationSorts.enrolled,
})
export const searchEnrolled = defineEndpoint({
  ...byBody,
  path: '/v1/associazioni/lista-iscritte',
  summary: 'The same list by POST, so that no filter on persons is in an address.',
  sorts: associationSorts.enrolled,
})
export const listNotEnabled = defineEndpoint({
  ...byQuery,
  path: '/v1/associazioni/lista-cancellate',
  summary: 'The expired, removed and rejected associations: statuses 6, 7, 8.',
  sorts: associationSorts.notEnabled,
})
export const searchNotEnabled = defineEndpoint({
  ...byBody,
  path: '/v1/associazioni/lista-cancellate',
  summary: 'The same list by POST, so that no filter on persons is in an address.',
  sorts: associationSorts.notEnabled,
})

export const countNewRequests = defineEndpoint({
  ...backgroundRead,
  path: '/v1/associazioni/numero-nuove-richieste',
  summary:
    'How many requests wait for the caller, and how many associations there are in each list: the badge and the home page.',
  allow: rolesOf('register'),
  reply: onWire('numeri_associazioni', {
    newRequests: [z.int(), 'nuoveRichieste'],
    /** Requests whose next step is the caller's. */
    waiting: [z.int(), 'daLavorare'],
    /** Everything whose next step is the caller's: the length of their queue. */
    mine: [z.int(), 'toccaATe'],
    late: [z.int(), 'inRitardo'],
    enrolled: [z.int(), 'iscritte'],
    expiring: [z.int(), 'inScadenza'],
    notEnabled: [z.int(), 'nonAbilitate'],
    /** Unread notices of the caller. */
    notices: [z.int(), 'avvisi'],
  }),
})

export const getAssociation = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/dettaglio/admin/:id',
  summary: 'An association, with what the caller may do; 409 with the whole record where somebody else edits it.',
  allow: rolesOf('register'),
  audit: 'association_read',
  silent: true,
  params,
  reply: associationDetail,
  conflictReply: true,
})

export const getAssociationByNumber = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/dettaglio/iscrizione/:partitaIVA',
  summary: 'The newest record of an association, by VAT number or tax code.',
  allow: rolesOf('register'),
  audit: 'association_read',
  silent: true,
  params: onWire('parametri_partita_iva', {
    number: [z.string().check(z.minLength(1), z.maxLength(20)), 'partitaIVA'],
  }),
  reply: associationDetail,
})

export const listAssociationEvents = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/iter/:id',
  summary: 'The history of an association, newest first, with the fields before and after.',
  allow: rolesOf('register'),
  audit: 'association_history_read',
  silent: true,
  params,
  query: pageQuery(noFilters),
  reply: pageOf(associationEvent),
})

export const getAssociationAt = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/dettaglio-strorico/:id',
  summary: 'An association as it was after an entry of its history, by the id of the entry.',
  allow: rolesOf('register'),
  audit: 'association_history_read',
  silent: true,
  params,
  reply: associationDetail,
})

export const listAssociationLetters = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/lettere/:id',
  summary: 'The letters that the portal sent to an association, newest first.',
  allow: rolesOf('register'),
  audit: 'association_read',
  silent: true,
  params,
  query: pageQuery(noFilters),
  reply: pageOf(associationLetter),
})

export const markLetter = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/esito-lettera',
  summary:
    'Notes that a letter came back, as the mailbox of the register shows, or takes the note back; 400 for a letter that is not sent yet.',
  allow: rolesOf('registerEdit'),
  audit: 'association_changed',
  silent: true,
  body: onWire('esito_lettera', { id: [recordId, 'id_lettera'], isReturned: [flag, 'flag_respinta'] }),
  reply: associationLetter,
})

export const saveAssociation = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/mod',
  summary:
    'Saves an association; what a decree rests on becomes a proposal (`proposta`). 409 with the current record where it has changed since the version that the client read, 412 where contacts cannot be enabled.',
  allow: rolesOf('registerEdit'),
  audit: 'association_changed',
  form: saveAssociationForm as Form<AssociationSave>,
  reply: associationDetail,
  conflictReply: true,
})

export const actOnAssociation = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/cambia-stato',
  summary: 'Performs an action of the table of the register on an association; `azione` names it.',
  allow: rolesOf('register'),
  audit: 'association_status_changed',
  form: associationActionForm as Form<AssociationActionValues>,
  reply: associationDetail,
  conflictReply: true,
})

export const checkAssociationDocuments = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/verifica-documenti',
  summary:
    'Stores which types of documents the office has checked; a type that the association sends again is checked again.',
  allow: rolesOf('registerEdit'),
  audit: 'association_changed',
  silent: true,
  body: onWire('verifica_documenti', {
    id: [recordId, 'id_persona_giuridica'],
    types: [z.array(z.int().check(z.gte(1), z.lte(7))).check(z.maxLength(7)), 'documenti_verificati'],
  }),
  reply: onWire('documenti_verificati', { types: [z.array(z.int()), 'documenti_verificati'] }),
})

export const addCorrespondence = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/corrispondenza',
  summary: 'Adds files to the correspondence of the office (list 8).',
  allow: rolesOf('registerEdit'),
  audit: 'association_changed',
  body: onWire('nuova_corrispondenza', {
    id: [recordId, 'id_persona_giuridica'],
    files: [
      z.array(onWire('allegato_pg', { id: [fileId, 'cmis_id'] })).check(z.minLength(1), z.maxLength(10)),
      'allegati',
    ],
  }),
  reply: associationDetail,
})

export const lockAssociation = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/lock/:id',
  summary: 'Takes or prolongs the write lock of an association for ten minutes; `azione=rilascia` releases it.',
  allow: rolesOf('registerEdit'),
  audit: 'association_locked',
  changesState: true,
  silent: true,
  prolongs: false,
  params,
  query: onWire('richiesta_blocco_pg', { action: [z.optional(enumOnWire(lockActions)), 'azione'] }),
  reply: onWire('blocco_pg', { until: [z.optional(instant), 'fino_al'] }),
})

export const getAssociationLock = defineEndpoint({
  ...backgroundRead,
  path: '/v1/associazioni/blocco/:id',
  summary:
    'The version of an association and the other user who holds its lock, if any. It does not prolong the session.',
  allow: rolesOf('register'),
  params,
  reply: onWire('blocco_pg_di_altri', {
    version: [z.int(), 'versione'],
    lockedBy: [z.optional(z.string()), 'bloccato_da'],
    lockedSince: [z.optional(instant), 'bloccato_dal'],
    lockedUntil: [z.optional(instant), 'bloccato_fino_al'],
  }),
})

export const findAssociations = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/cerca',
  summary:
    'The associations of all three lists that a text names: by name, VAT number or tax code, legal representative, mail, number of the request or of the enrolment; at most 20, by name.',
  allow: rolesOf('register'),
  audit: 'association_list_read',
  silent: true,
  body: onWire('ricerca_associazioni', { text: [searchWords, 'testo'] }),
  reply: onWire('associazioni_trovate', {
    rows: [z.array(associationRow), 'listaView'],
    /** There are more than these. */
    hasMore: [flag, 'flag_altre'],
  }),
})

export const listAssociationsOfContact = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/lista-referente',
  summary: 'The associations of which a person is legal representative, contact or delegate, by tax code.',
  allow: rolesOf('register'),
  audit: 'association_list_read',
  silent: true,
  body: onWire('ricerca_referente', {
    taxCode: [searchWords, 'cf'],
    from: [z.optional(z.int().check(z.gte(1), z.lte(10_000))), 'da'],
    to: [z.optional(z.int().check(z.gte(1), z.lte(10_100))), 'a'],
  }),
  reply: pageOf(associationRow),
})
