import { type ActionRule, defineWorkflow } from '../kit/workflow.ts'
import type { Role } from '../session/roles.ts'
import type { AssessmentInput, AssessmentParts } from './assessment.ts'

/** The states of the assessment of a case, with their words on the wire. */
export const assessmentStatuses = {
  draft: 'bozza',
  submitted: 'da_approvare',
  approved: 'approvato',
  sent: 'inviato',
  answered: 'con_risposta',
} as const
export type AssessmentStatus = keyof typeof assessmentStatuses

export type AssessmentNotice = 'assessmentSubmitted' | 'assessmentSentBack' | 'assessmentApproved'

interface AssessmentWords {
  readonly status: AssessmentStatus
  readonly role: Role
  readonly target: 'same'
  readonly condition: never
  readonly need: 'parts' | 'note' | 'dispatch' | 'answer'
  readonly assignee: never
  readonly notice: AssessmentNotice
  readonly recipient: 'managers' | 'author'
  readonly mail: never
}

/**
 * The actions on the assessment of a case (Directives (EU) 2024/1499 and 2024/1500, art. 9): an operator writes it, RUP approves it or
 * sends it back, and it goes to the parties, whose answer is recorded.
 */
// biome-ignore format: a table
export const assessmentActions = {
  begin:    { from: [],                     by: ['operatorOne', 'operatorTwo', 'manager'], to: 'draft',     needs: [] },
  write:    { from: ['draft'],              by: ['operatorOne', 'operatorTwo', 'manager'], to: 'same',      needs: [] },
  submit:   { from: ['draft'],              by: ['operatorOne', 'operatorTwo', 'manager'], to: 'submitted', needs: ['parts'], notify: [{ kind: 'assessmentSubmitted', to: 'managers' }] },
  sendBack: { from: ['submitted', 'approved'], by: ['manager'],                            to: 'draft',     needs: ['note'],  notify: [{ kind: 'assessmentSentBack', to: 'author' }] },
  approve:  { from: ['submitted'],          by: ['manager'],                               to: 'approved',  needs: ['parts'], notify: [{ kind: 'assessmentApproved', to: 'author' }] },
  send:     { from: ['approved'],           by: ['operatorOne', 'operatorTwo', 'manager'], to: 'sent',      needs: ['dispatch'] },
  answer:   { from: ['sent', 'answered'],   by: ['operatorOne', 'operatorTwo', 'manager'], to: 'answered',  needs: ['answer'] },
} as const satisfies Record<string, ActionRule<AssessmentWords>>
export type AssessmentAction = keyof typeof assessmentActions

export interface AssessmentFacts {
  readonly status: AssessmentStatus | null
  /** The actor works on the case. */
  readonly isOwnCase: boolean
  /** The personal data of the case was removed. */
  readonly isErased: boolean
  readonly parts: AssessmentParts
}

interface AssessmentTypes extends AssessmentWords {
  readonly always: 'own_case' | 'persons_known'
  readonly record: AssessmentFacts
  readonly input: AssessmentInput
}

const isWhole = ({ facts, reasoning, conclusion, addressees }: AssessmentParts) =>
  Boolean(facts && reasoning && conclusion && addressees)

export const assessmentWorkflow = /* @__PURE__ */ defineWorkflow<AssessmentTypes>()({
  actions: assessmentActions,
  conditions: {
    own_case: { isMet: ({ record }) => record.isOwnCase, reason: 'case_of_other' },
    persons_known: { isMet: ({ record }) => !record.isErased, reason: 'persons_erased' },
  },
  always: { before: ['own_case', 'persons_known'] },
  isNeedMet: (need, { note, sentOn, way, answer }, { parts }) =>
    ({
      parts: isWhole(parts),
      note: Boolean(note),
      dispatch: sentOn !== undefined && way !== undefined,
      answer: answer !== undefined,
    })[need],
  targets: { same: ({ status }) => status },
})
export type AssessmentDenial = NonNullable<ReturnType<typeof assessmentWorkflow.denialOf>>
