import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { caseFields } from './case.form.ts'
import { caseDetail } from './case.ts'

/** The fields that are classified one by one, each by its name on the wire; `ground` is the main ground. */
export const classifiedFields = {
  relevanceId: caseFields.relevanceId.wire,
  fieldId: caseFields.fieldId.wire,
  ground: 'id_ground',
  modeId: caseFields.modeId.wire,
  outcomeId: caseFields.outcomeId.wire,
} as const
export type ClassifiedField = keyof typeof classifiedFields

export const classified = onWire('classificazione', {
  id: [recordId, 'id_segnalazione'],
  version: [z.int(), 'versione'],
  field: [enumOnWire(classifiedFields), 'campo'],
  /** Absent: the field is emptied. */
  choiceId: [z.optional(recordId), 'id_scelta'],
  /** Of the main ground. */
  subGroundId: [z.optional(recordId), 'id_sotto_ground'],
})
export type Classified = z.output<typeof classified>

export const classifyCase = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/classifica',
  summary:
    'Sets one field of the classification of a case; 409 with the current case where it has changed since the version that the client read, or a colleague edits it.',
  allow: rolesOf('editCase'),
  audit: 'case_changed',
  body: classified,
  reply: caseDetail,
  conflictReply: true,
})
