import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, instant, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { personalPassage, summaryInputFields, summaryTexts } from './summary.ts'
import { summaryStatuses } from './summary.workflow.ts'

const path = '/v1/segnalazioni/parere/:id/sintesi'
const params = onWire('parametri_sintesi', { id: [recordIdText, 'id'] })

/** The actions of a summary that begins with the first text. */
export const summaryActionWords = {
  write: 'scrivi',
  submit: 'sottoponi',
  sendBack: 'rimanda',
  publish: 'pubblica',
  withdraw: 'ritira',
} as const
export type SummaryActionWord = keyof typeof summaryActionWords

const denial = z.nullable(
  enumOnWire({
    wrong_role: 'ruolo',
    wrong_status: 'stato',
    case_of_other: 'caso_di_altri',
    persons_erased: 'dati_cancellati',
    not_sent: 'parere_non_inviato',
    own_text: 'testo_proprio',
    missing_input: 'dati_mancanti',
  }),
)
const denials = onWire('azioni_sintesi', {
  write: [denial, 'scrivi'],
  submit: [denial, 'sottoponi'],
  sendBack: [denial, 'rimanda'],
  publish: [denial, 'pubblica'],
  withdraw: [denial, 'ritira'],
})

/** The summary of an assessment; without a status there is none yet, and the texts are proposed from the assessment. */
const summary = onWire('sintesi_parere', {
  status: [z.optional(enumOnWire(summaryStatuses)), 'stato'],
  version: [z.int(), 'versione'],
  texts: [summaryTexts, 'testi'],
  actions: [denials, 'azioni'],
  /** What was replaced in the text of the assessment. */
  replaced: [z.array(personalPassage), 'sostituzioni'],
  /** What still looks personal in the texts as they are stored, or proposed. */
  remaining: [z.array(personalPassage), 'da_controllare'],
  note: [z.optional(z.string()), 'nota'],
  changedAt: [z.optional(instant), 'data_modifica'],
  by: [z.optional(z.string()), 'utente'],
  publishedAt: [z.optional(instant), 'data_pubblicazione'],
  /** Its number on the public page, while it is there. */
  publicId: [z.optional(z.int()), 'id_pubblico'],
})
export type Summary = z.output<typeof summary>

export const getSummary = defineEndpoint({
  method: 'GET',
  path,
  summary:
    'The summary of an assessment that was sent, or the one proposed from its text without personal data, with what was replaced and what still looks personal.',
  allow: rolesOf('cases'),
  audit: 'assessment_read',
  params,
  reply: summary,
})

export const actOnSummary = defineEndpoint({
  method: 'POST',
  path,
  summary:
    'An action on the summary of an assessment, with its texts where it is written: write, submit, send back, publish, withdraw. 409 where another version is stored.',
  allow: rolesOf('cases'),
  audit: 'assessment_changed',
  params,
  body: onWire('azione_sintesi', {
    action: [enumOnWire(summaryActionWords), 'azione'],
    version: [z.int(), 'versione'],
    texts: [z.optional(summaryTexts), 'testi'],
    ...summaryInputFields,
  }),
  reply: summary,
})
