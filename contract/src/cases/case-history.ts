import * as z from 'zod/mini'
import { enumOnWire, instant, onWire, recordId } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { type CaseActionRule, type CaseActionWord, caseActions, caseActionWords, caseStatus } from './case.workflow.ts'

/** The kinds of entries in the history of a case: its actions and all other events. */
export const caseEventKinds = {
  ...caseActionWords,
  received: 'ricevuta',
  entered: 'inserita',
  changed: 'modificata',
  performed: 'azioni_svolte',
  fileAdded: 'documento_aggiunto',
  fileRemoved: 'documento_rimosso',
  lockTaken: 'blocco_rilevato',
  reassigned: 'riassegnata',
  undone: 'azione_annullata',
  commented: 'commento_aggiunto',
  mailAdded: 'mail_aggiunta',
  mailRemoved: 'mail_tolta',
  reminderSet: 'richiamo_fissato',
  reminderMoved: 'richiamo_spostato',
  reminderDone: 'richiamo_fatto',
  reminderRemoved: 'richiamo_tolto',
  informed: 'esito_comunicato',
  assessmentSubmitted: 'parere_sottoposto',
  assessmentSentBack: 'parere_rimandato',
  assessmentApproved: 'parere_approvato',
  assessmentSent: 'parere_inviato',
  assessmentAnswered: 'risposta_al_parere',
  summarySubmitted: 'sintesi_sottoposta',
  summarySentBack: 'sintesi_rimandata',
  summaryPublished: 'sintesi_pubblicata',
  summaryWithdrawn: 'sintesi_ritirata',
} as const
export type CaseEventKind = keyof typeof caseEventKinds

/** Members of entries that are no fields of a case. */
export const caseEventMembers = {
  document: 'documento',
  reminderDay: 'data_richiamo',
  closingMacro: 'modello_chiusura',
  letterWay: 'modo_comunicazione',
  letterDecision: 'decisione_comunicata',
  assessmentWay: 'modo_invio_parere',
  assessmentAnswer: 'risposta_al_parere',
} as const

/** The entries that leave a case unassigned; their operator is the former assignee. */
export const freeingKinds: readonly CaseEventKind[] = (Object.keys(caseActionWords) as CaseActionWord[]).filter(
  (word) => (caseActions[word] as CaseActionRule).assignee === 'nobody',
)

/** A field that changed, by its wire path, with its values before and after in wire format; absent where the field is empty. */
export const caseFieldChange = onWire('campo_modificato_caso', {
  field: [z.string(), 'campo'],
  before: [z.optional(z.unknown()), 'prima'],
  after: [z.optional(z.unknown()), 'dopo'],
})
export type CaseFieldChange = z.output<typeof caseFieldChange>

/** An entry of the history of a case (iter): from, to, who, when, why, and the fields before and after (decisions §5). */
export const caseEvent = onWire('voce_iter', {
  id: [recordId, 'id_voce'],
  kind: [enumOnWire(caseEventKinds), 'tipo'],
  at: [instant, 'data'],
  by: [z.optional(z.string()), 'utente'],
  role: [z.optional(role), 'ruolo'],
  from: [z.optional(caseStatus), 'id_stato_da'],
  to: [z.optional(caseStatus), 'id_stato_a'],
  reason: [z.optional(z.string()), 'motivo'],
  operator: [z.optional(z.string()), 'operatore_assegnato'],
  changes: [z.array(caseFieldChange), 'campi_modificati'],
  /** The entry of the action that this one took back. */
  undoes: [z.optional(recordId), 'id_voce_annullata'],
  /** When and by which user this action was taken back. */
  undoneAt: [z.optional(instant), 'data_annullamento'],
  undoneBy: [z.optional(z.string()), 'annullata_da'],
})
export type CaseEvent = z.output<typeof caseEvent>
