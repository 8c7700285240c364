import * as z from 'zod/mini'
import { fileId } from '../attachments/attachment.ts'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { noFilters } from '../kit/filter-schemas.ts'
import type { Form } from '../kit/form.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { readOrganisationNumber } from '../kit/values/tax-code.ts'
import { enumOnWire, flag, instant, onWire, recordId, recordIdText, typedText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import {
  type Application,
  type AssociationChange,
  applicationForm,
  changeAssociationForm,
  registerLimits,
} from './association.form.ts'
import { associationEvent, memberPositions, numberOutcomes, ownAssociation } from './association.ts'
import { registerEntry } from './public-register.ts'

const number = typedText(readOrganisationNumber, '01234567897')
/** The secret of a link in a mail. */
const link = z.string().check(z.minLength(20), z.maxLength(100))
const byLink = onWire('richiesta_con_collegamento', { link: [link, 'collegamento'] })
const idParams = onWire('parametri_propria', { id: [recordIdText, 'id'] })

export const checkNumber = defineEndpoint({
  ...unauditedRead,
  path: '/v1/noauth/check-piva/:piva',
  summary:
    'Whether an association may apply with a VAT number or tax code: one word. Limited per network (setting `CHECK_PIVA_PER_HOUR`).',
  allow: 'anyone',
  params: onWire('parametri_piva', { number: [number, 'piva'] }),
  reply: onWire('esito_piva', { outcome: [enumOnWire(numberOutcomes), 'esito'] }),
})

export const apply = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/add-pg',
  summary:
    'Sends an application for enrolment, once its captcha is solved. A repeat with the same Idempotency-Key gets the same answer. For a removed or rejected number the application waits for a confirmation by mail; one that replaces a pending request waits for the earlier applicant, at most a week.',
  allow: 'anyone',
  audit: 'association_applied',
  headers: { 'Idempotency-Key': 'Chosen by the sender, unique to the application, at most 200 visible characters.' },
  form: applicationForm as Form<Application>,
  reply: onWire('ricevuta_domanda', {
    requestNumber: [z.optional(z.string()), 'numero_richiesta'],
    /** The application waits until the link in the mail is opened. */
    waitsForConfirmation: [flag, 'flag_attesa_conferma'],
    /** When the application replaces the earlier request, unless the earlier applicant answers before. */
    replacesAt: [z.optional(instant), 'data_sostituzione'],
  }),
})

export const confirmApplication = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/conferma-pg',
  summary: 'Confirms a new application for a removed or rejected number, by the link that was sent by mail.',
  allow: 'anyone',
  audit: 'association_applied',
  body: byLink,
  reply: onWire('domanda_confermata', { requestNumber: [z.string(), 'numero_richiesta'] }),
})

export const answerReplacement = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/sostituzione-pg',
  summary:
    'The earlier applicant lets another application replace their pending request, or refuses it, by the link that was sent by mail.',
  allow: 'anyone',
  audit: 'association_applied',
  body: onWire('risposta_sostituzione', { link: [link, 'collegamento'], isAccepted: [flag, 'flag_accettata'] }),
  reply: onWire('sostituzione', { isReplaced: [flag, 'flag_sostituita'] }),
})

export const getRequestByLink = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/pratica-pg',
  summary:
    'The request that a link of a mail opens, to correct it or to send the documents that were requested; 404 for a link that is unknown, used or past.',
  allow: 'anyone',
  audit: 'association_read',
  silent: true,
  body: byLink,
  reply: ownAssociation,
})

export const changeOwnAssociation = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/mod-pg',
  summary:
    'Changes a request or an enrolled association: by its signed-in legal representative, contact or delegate, by the link of the receipt until the register has begun to check the request (409), or once by the link of the request for documents. 412 where contacts cannot be enabled.',
  allow: 'anyone',
  audit: 'association_changed',
  form: changeAssociationForm as Form<AssociationChange>,
  reply: ownAssociation,
})

export const saveEnrolmentDraft = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/bozza-pg',
  summary:
    'Keeps an unfinished application, sealed, for 30 days and sends a link to it by mail; needs a solved captcha.',
  allow: 'anyone',
  audit: 'none',
  bodyBytes: 400_000,
  body: onWire('bozza_domanda', {
    email: [z.email().check(z.maxLength(254)), 'email'],
    /** What was typed so far. */
    draft: [z.record(z.string(), z.unknown()), 'bozza'],
    /** Its files, which are kept with it. */
    files: [z.optional(z.array(fileId).check(z.maxLength(registerLimits.documents))), 'allegati'],
    /** The link of the same application, saved before. */
    link: [z.optional(link), 'collegamento'],
  }),
  reply: onWire('bozza_salvata', { link: [link, 'collegamento'], until: [instant, 'valida_fino_al'] }),
})

export const openEnrolmentDraft = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/bozza-pg/apri',
  summary: 'The unfinished application behind a link; 404 for a link that is unknown or past.',
  allow: 'anyone',
  audit: 'none',
  silent: true,
  body: byLink,
  reply: onWire('bozza_aperta', {
    draft: [z.record(z.string(), z.unknown()), 'bozza'],
    /** Its files that are still there. */
    files: [z.array(fileId), 'allegati'],
    until: [instant, 'valida_fino_al'],
  }),
})

const own = { allow: rolesOf('personalArea'), silent: true } as const

/** An association that named somebody who has not answered yet. */
const invitation = onWire('incarico_associazione', {
  associationId: [recordId, 'id_persona_giuridica'],
  name: [z.string(), 'ragione_sociale'],
  positions: [z.array(enumOnWire(memberPositions)), 'ruoli'],
})
export type Invitation = z.output<typeof invitation>

export const listOwnAssociations = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/v1/associazioni/proprie',
  summary: 'The associations of the caller, each as its own members see it; at most 100.',
  audit: 'association_read',
  reply: z.array(ownAssociation),
})

export const listOwnEvents = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/v1/associazioni/propria/iter/:id',
  summary: 'The history of an association of the caller, without the names and notes of the office.',
  audit: 'association_history_read',
  params: idParams,
  query: pageQuery(noFilters),
  reply: pageOf(associationEvent),
})

export const askForRenewal = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/rinnovo',
  summary: 'Requests the renewal of an enrolment, within its window, with the documents 3 to 7 of this year.',
  allow: rolesOf('personalArea'),
  audit: 'association_status_changed',
  form: changeAssociationForm as Form<AssociationChange>,
  reply: ownAssociation,
})

export const askForRemoval = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/chiedi-cancellazione',
  summary: 'Requests the removal from the register; RUP decides.',
  allow: rolesOf('personalArea'),
  audit: 'association_changed',
  body: onWire('richiesta_cancellazione', {
    id: [recordId, 'id_persona_giuridica'],
    reason: [z.optional(z.string().check(z.maxLength(4000))), 'motivo'],
  }),
  reply: ownAssociation,
})

/** What an association may withdraw of what it asked for. */
export const withdrawals = { proposal: 'proposta', removal: 'cancellazione', renewal: 'rinnovo' } as const
export type Withdrawal = keyof typeof withdrawals

export const withdrawOwn = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/ritira',
  summary: 'Withdraws a proposed change, the request for removal, or a renewal that is not decided yet.',
  allow: rolesOf('personalArea'),
  audit: 'association_changed',
  body: onWire('ritiro_associazione', {
    id: [recordId, 'id_persona_giuridica'],
    subject: [enumOnWire(withdrawals), 'oggetto'],
  }),
  reply: ownAssociation,
})

export const listInvitations = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/v1/associazioni/incarichi',
  summary:
    'The associations that named the caller as legal representative, contact or delegate and wait for an answer.',
  audit: 'none',
  reply: z.array(invitation),
})

export const answerInvitation = defineEndpoint({
  method: 'POST',
  path: '/v1/associazioni/incarichi',
  summary: 'Accepts or declines to act for an association that named the caller; 404 where none did.',
  allow: rolesOf('personalArea'),
  audit: 'association_changed',
  body: onWire('risposta_incarico', {
    associationId: [recordId, 'id_persona_giuridica'],
    isAccepted: [flag, 'flag_accettato'],
  }),
  reply: z.array(invitation),
})

export const getCertificate = defineEndpoint({
  method: 'GET',
  path: '/v1/associazioni/certificato/:id',
  summary:
    'The certificate of enrolment as PDF, with its verification code; 404 while the association is not enrolled.',
  allow: rolesOf('personalArea'),
  audit: 'association_read',
  params: idParams,
  file: 'application/pdf',
  reply: z.object({}),
})

export const verifyCertificate = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/verifica-certificato',
  summary: 'What a certificate says, by its verification code, and whether it still holds; 404 for an unknown code.',
  allow: 'anyone',
  audit: 'none',
  silent: true,
  body: onWire('verifica_certificato', { code: [z.string().check(z.minLength(8), z.maxLength(40)), 'codice'] }),
  reply: onWire('esito_verifica_certificato', {
    isValid: [flag, 'flag_valido'],
    /** A renewal was requested and is not decided yet. */
    isRenewing: [flag, 'flag_rinnovo_in_corso'],
    /** A later certificate of the same enrolment was issued. */
    isReplaced: [flag, 'flag_sostituito'],
    issuedAt: [instant, 'data_emissione'],
    entry: [registerEntry, 'ente'],
  }),
})

export const getDeclarationTemplate = defineEndpoint({
  ...unauditedRead,
  path: '/v1/noauth/modello/dichiarazione',
  summary: 'The declaration of the legal representative to fill in and sign, document 6 of an application, in Italian.',
  allow: 'anyone',
  file: 'application/octet-stream',
  reply: z.object({}),
})
