import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, onWire, plainDate, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseActions } from './case.workflow.ts'

/** Maximum number of cases of one call. */
export const mostCasesAtOnce = 100

const severalOf = <S extends z.core.$ZodType>(one: S) =>
  z.array(one).check(z.minLength(1), z.maxLength(mostCasesAtOnce))

/** A case and the version that the client read. */
export const caseVersion = onWire('versione_caso', {
  id: [recordId, 'id_segnalazione'],
  version: [z.int(), 'versione'],
})
const severalCases = severalOf(caseVersion)

const bulkOutcome = onWire('esito_caso', {
  id: [recordId, 'id_segnalazione'],
  /** Absent where the case does not exist, or the caller may not read it. */
  code: [z.optional(z.string()), 'codice'],
  denial: [z.optional(z.string()), 'rifiuto'],
  /** The version after the change; absent where there was none. */
  version: [z.optional(z.int()), 'versione'],
})
export type BulkOutcome = z.output<typeof bulkOutcome>

const bulkOutcomes = onWire('esiti_casi', { rows: [z.array(bulkOutcome), 'esiti'] })

/** A change of several cases in one transaction; returns the reason for each case that stays as it was. */
const bulkBase = { method: 'POST', reply: bulkOutcomes } as const

export const assignCases = defineEndpoint({
  ...bulkBase,
  path: '/v1/segnalazioni/assegna-casi',
  summary: 'Assigns several cases to one operator; returns the reason for each case that could not be assigned.',
  allow: caseActions.assignOne.by,
  audit: 'case_status_changed',
  body: onWire('assegnazione_casi', {
    level: [enumOnWire({ assignOne: 'assegna_op1', assignTwo: 'assegna_op2' }), 'azione'],
    operatorId: [recordId, 'id_operatore'],
    cases: [severalCases, 'casi'],
  }),
})

export const tagCases = defineEndpoint({
  ...bulkBase,
  path: '/v1/segnalazioni/hashtag-casi',
  summary: 'Adds a hashtag to several cases; returns the reason for each case that could not be changed.',
  allow: rolesOf('editCase'),
  audit: 'case_changed',
  body: onWire('hashtag_casi', { hashtagId: [recordId, 'id_hashtag'], cases: [severalCases, 'casi'] }),
})

export const performOnCases = defineEndpoint({
  ...bulkBase,
  path: '/v1/segnalazioni/azione-svolta-casi',
  summary:
    'Adds a performed action to several cases, each under its version, so that a repeat adds nothing; returns the reason for each case that could not be changed.',
  allow: rolesOf('editCase'),
  audit: 'case_changed',
  body: onWire('azione_svolta_casi', {
    actionId: [recordId, 'id_azioni_svolte'],
    date: [plainDate, 'data'],
    cases: [severalCases, 'casi'],
  }),
})

export const closeDuplicates = defineEndpoint({
  ...bulkBase,
  path: '/v1/segnalazioni/chiudi-duplicati',
  summary:
    'Closes several cases as duplicates of another one, which their reason names. The performed action is added to cases that have none. Returns the reason for each case that could not be closed.',
  allow: caseActions.close.by,
  audit: 'case_status_changed',
  body: onWire('chiusura_duplicati', {
    originalId: [recordId, 'id_caso_originale'],
    outcomeId: [recordId, 'id_esito_finale'],
    performedActionId: [z.optional(recordId), 'id_azioni_svolte'],
    /** Today by default. */
    performedOn: [z.optional(plainDate), 'data'],
    cases: [severalCases, 'casi'],
  }),
})

export const markMessagesRead = defineEndpoint({
  ...bulkBase,
  path: '/v1/segnalazioni/messaggi-letti-casi',
  summary:
    "Marks the reporters' messages of several cases as read, for the user who answers for each case; returns the reason for each case whose messages stay unread.",
  allow: rolesOf('cases'),
  audit: 'case_messages_read',
  body: onWire('messaggi_letti_casi', { ids: [severalOf(recordId), 'id_segnalazioni'] }),
})

export const undoActions = defineEndpoint({
  ...bulkBase,
  path: '/v1/segnalazioni/annulla-azioni',
  summary:
    'Takes back the last action on each of several cases; returns the reason for each case that has changed since.',
  allow: caseActions.undo.by,
  audit: 'case_status_changed',
  body: onWire('azioni_da_annullare', { cases: [severalCases, 'casi'] }),
})
