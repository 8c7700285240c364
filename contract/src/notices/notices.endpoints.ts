import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { noFilters } from '../kit/filter-schemas.ts'
import { limits } from '../kit/limits.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, instant, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

/** Kinds of notices to operators: shown on the screen, and sent by a mail without further details. */
export const noticeKinds = {
  assigned: 'caso_assegnato',
  toAssign: 'caso_da_assegnare',
  givenBack: 'caso_restituito',
  closingProposed: 'chiusura_proposta',
  taken: 'caso_passato_ad_altri',
  reopened: 'caso_riaperto',
  closed: 'caso_chiuso',
  cancelled: 'caso_annullato',
  external: 'caso_a_ente_esterno',
  lockTaken: 'modifica_rilevata',
  answered: 'risposta_del_segnalante',
  callRequested: 'richiamata_del_segnalante',
  mailFailed: 'mail_non_consegnata',
  mentioned: 'citato_in_commento',
  reminderDue: 'richiamo_di_oggi',
  handedOver: 'casi_assegnati',
  passedOn: 'casi_passati_ad_altri',
  rightsRequested: 'richiesta_privacy',
  closingSentBack: 'chiusura_rimandata',
  associationApplied: 'domanda_iscrizione',
  associationDocuments: 'documenti_associazione',
  associationChecked: 'iscrizione_da_approvare',
  associationToSign: 'iscrizione_da_firmare',
  associationSentBack: 'iscrizione_rimandata',
  renewalToSign: 'rinnovo_da_firmare',
  associationChanged: 'associazione_modificata',
  associationProposed: 'modifica_proposta',
  proposalWithdrawn: 'proposta_ritirata',
  removalRequested: 'cancellazione_richiesta',
  removalWithdrawn: 'cancellazione_ritirata',
  renewalWithdrawn: 'rinnovo_ritirato',
  renewalEnded: 'rinnovo_concluso',
  assessmentSubmitted: 'parere_da_approvare',
  assessmentSentBack: 'parere_rimandato',
  assessmentApproved: 'parere_approvato',
  summarySubmitted: 'sintesi_da_approvare',
  summarySentBack: 'sintesi_rimandata',
  summaryPublished: 'sintesi_pubblicata',
  summaryWithdrawn: 'sintesi_ritirata',
  exportDone: 'esportazione_pronta',
  exportFailed: 'esportazione_fallita',
} as const
export type NoticeKind = keyof typeof noticeKinds

/**
 * A notice about one case (`caseId`, `code`), several cases (`cases` is their number), a personal-data request
 * (`requestId`), an association (`associationId`), or an export of the recipient (`exportId`).
 */
export const notice = onWire('avviso', {
  id: [recordId, 'id_avviso'],
  kind: [enumOnWire(noticeKinds), 'tipo'],
  caseId: [z.optional(recordId), 'id_segnalazione'],
  code: [z.optional(z.string()), 'codice'],
  cases: [z.optional(z.int()), 'numero_casi'],
  requestId: [z.optional(recordId), 'id_richiesta'],
  associationId: [z.optional(recordId), 'id_persona_giuridica'],
  exportId: [z.optional(recordId), 'numero_univoco'],
  /** The reporter of the case, where the caller may read it now, or the association. */
  name: [z.optional(z.string()), 'nominativo'],
  madeAt: [instant, 'data'],
  readAt: [z.optional(instant), 'data_lettura'],
})
export type Notice = z.output<typeof notice>

export const listNotices = defineEndpoint({
  method: 'GET',
  audit: 'notice_list_read',
  silent: true,
  path: '/v1/avvisi',
  summary: 'The notices of the caller with the names of their cases and associations, newest first.',
  allow: rolesOf('office'),
  query: pageQuery(noFilters),
  reply: pageOf(notice),
})

/** Which notices to mark as read; at least one of the two must be present. */
const noticesRead = onWire('avvisi_letti', {
  ids: [z.optional(z.array(recordId).check(z.minLength(1), z.maxLength(limits.page.maxRows))), 'id_avvisi'],
  upTo: [z.optional(recordId), 'tutti_fino_a'],
}).check((context) => {
  const { ids, upTo } = context.value
  if (ids === undefined && upTo === undefined)
    context.issues.push({ code: 'custom', path: ['id_avvisi'], input: context.value, message: 'campo_obbligatorio' })
})
export type ReadNotices = z.output<typeof noticesRead>

export const readNotices = defineEndpoint({
  method: 'POST',
  path: '/v1/avvisi/letti',
  summary:
    'Marks notices of the caller as read: the opened ones (`id_avvisi`), or all up to the newest one shown (`tutti_fino_a`).',
  allow: rolesOf('office'),
  audit: 'none',
  silent: true,
  body: noticesRead,
  reply: onWire('avvisi_non_letti', { unread: [z.int(), 'non_letti'] }),
})
