import * as z from 'zod/mini'
import { documentQuery } from '../exports/document-query.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { assessmentParts, inputFields, outcomeFields } from './assessment.ts'
import { assessmentStatuses } from './assessment.workflow.ts'

const path = '/v1/segnalazioni/parere/:id'
const params = onWire('parametri_parere', { id: [recordIdText, 'id'] })

/** The actions of an assessment that begins with the first text. */
export const assessmentActionWords = {
  write: 'scrivi',
  submit: 'sottoponi',
  sendBack: 'rimanda',
  approve: 'approva',
  send: 'invia',
  answer: 'registra_risposta',
} as const
export type AssessmentActionWord = keyof typeof assessmentActionWords

const denial = z.nullable(
  enumOnWire({
    wrong_role: 'ruolo',
    wrong_status: 'stato',
    case_of_other: 'caso_di_altri',
    persons_erased: 'dati_cancellati',
    missing_input: 'dati_mancanti',
  }),
)
const denials = onWire('azioni_parere', {
  write: [denial, 'scrivi'],
  submit: [denial, 'sottoponi'],
  sendBack: [denial, 'rimanda'],
  approve: [denial, 'approva'],
  send: [denial, 'invia'],
  answer: [denial, 'registra_risposta'],
})

/** The assessment of a case; without a status there is none yet, and the parts are a draft from the data of the case. */
const assessment = onWire('parere', {
  status: [z.optional(enumOnWire(assessmentStatuses)), 'stato'],
  version: [z.int(), 'versione'],
  parts: [assessmentParts, 'parti'],
  actions: [denials, 'azioni'],
  ...outcomeFields,
})
export type Assessment = z.output<typeof assessment>

export const getAssessment = defineEndpoint({
  method: 'GET',
  path,
  summary: 'The assessment of a case, or its draft from the data of the case, with what the caller may do.',
  allow: rolesOf('cases'),
  audit: 'assessment_read',
  params,
  reply: assessment,
})

export const actOnAssessment = defineEndpoint({
  method: 'POST',
  path,
  summary:
    'An action on the assessment of a case, with its parts where it is written: write, submit, send back, approve, send, record the answer. 409 where another version is stored.',
  allow: rolesOf('cases'),
  audit: 'assessment_changed',
  params,
  body: onWire('azione_parere', {
    action: [enumOnWire(assessmentActionWords), 'azione'],
    version: [z.int(), 'versione'],
    parts: [z.optional(assessmentParts), 'parti'],
    ...inputFields,
  }),
  reply: assessment,
})

export const getAssessmentDocument = defineEndpoint({
  method: 'GET',
  path: `${path}/documento`,
  summary: 'The assessment of a case as a tagged PDF.',
  allow: rolesOf('cases'),
  audit: 'assessment_read',
  params,
  query: documentQuery,
  file: 'application/pdf',
  reply: z.object({}),
})

export const getAssessmentWordFile = defineEndpoint({
  method: 'GET',
  path: `${path}/word`,
  summary: 'The assessment of a case as a document to edit.',
  allow: rolesOf('cases'),
  audit: 'assessment_read',
  params,
  file: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  reply: z.object({}),
})
