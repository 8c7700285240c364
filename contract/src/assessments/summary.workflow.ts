import { type ActionRule, defineWorkflow } from '../kit/workflow.ts'
import type { Role } from '../session/roles.ts'
import type { SummaryInput, SummaryTexts } from './summary.ts'

/** The states of the summary of an assessment, with their words on the wire. */
export const summaryStatuses = {
  draft: 'bozza',
  submitted: 'da_approvare',
  published: 'pubblicata',
  withdrawn: 'ritirata',
} as const
export type SummaryStatus = keyof typeof summaryStatuses

export type SummaryNotice = 'summarySubmitted' | 'summarySentBack' | 'summaryPublished' | 'summaryWithdrawn'

interface SummaryWords {
  readonly status: SummaryStatus
  readonly role: Role
  readonly target: never
  readonly condition: 'sent' | 'other_person'
  readonly need: 'texts' | 'note' | 'check'
  readonly assignee: never
  readonly notice: SummaryNotice
  readonly recipient: 'managers' | 'author'
  readonly mail: never
}

/**
 * The actions on the summary of an assessment that was sent: an operator writes it without personal data, RUP publishes it, sends it back,
 * or withdraws it later.
 */
// biome-ignore format: a table
export const summaryActions = {
  begin:    { from: [],                     by: ['operatorOne', 'operatorTwo', 'manager'], to: 'draft',     when: ['sent'], needs: [] },
  write:    { from: ['draft', 'withdrawn'], by: ['operatorOne', 'operatorTwo', 'manager'], to: 'draft',     needs: [] },
  submit:   { from: ['draft'],              by: ['operatorOne', 'operatorTwo', 'manager'], to: 'submitted', needs: ['texts'], notify: [{ kind: 'summarySubmitted', to: 'managers' }] },
  sendBack: { from: ['submitted'],          by: ['manager'],                               to: 'draft',     needs: ['note'],  notify: [{ kind: 'summarySentBack', to: 'author' }] },
  publish:  { from: ['submitted'],          by: ['manager'],                               to: 'published', when: ['other_person'], needs: ['texts', 'check'], notify: [{ kind: 'summaryPublished', to: 'author' }] },
  withdraw: { from: ['published'],          by: ['manager'],                               to: 'withdrawn', needs: ['note'],  notify: [{ kind: 'summaryWithdrawn', to: 'author' }] },
} as const satisfies Record<string, ActionRule<SummaryWords>>
export type SummaryAction = keyof typeof summaryActions

export interface SummaryFacts {
  readonly status: SummaryStatus | null
  readonly texts: SummaryTexts
  /** The assessment was sent to its addressees. */
  readonly isSent: boolean
  /** The actor works on the case. */
  readonly isOwnCase: boolean
  /** The personal data of the case was removed. */
  readonly isErased: boolean
  /** The actor wrote the text, and another active RUP could publish it. */
  readonly isForOther: boolean
}

interface SummaryTypes extends SummaryWords {
  readonly always: 'own_case' | 'persons_known'
  readonly record: SummaryFacts
  readonly input: SummaryInput
}

export const summaryWorkflow = /* @__PURE__ */ defineWorkflow<SummaryTypes>()({
  actions: summaryActions,
  conditions: {
    own_case: { isMet: ({ record }) => record.isOwnCase, reason: 'case_of_other' },
    // What is public can be withdrawn at any time.
    persons_known: {
      isMet: ({ record, action }) => action === 'withdraw' || !record.isErased,
      reason: 'persons_erased',
    },
    sent: { isMet: ({ record }) => record.isSent, reason: 'not_sent' },
    other_person: { isMet: ({ record }) => !record.isForOther, reason: 'own_text' },
  },
  always: { before: ['own_case', 'persons_known'] },
  isNeedMet: (need, { note, isChecked }, { texts: { title, facts, reasoning } }) =>
    ({
      texts: Boolean(title && facts && reasoning),
      note: Boolean(note),
      check: isChecked === true,
    })[need],
  targets: {},
})
export type SummaryDenial = NonNullable<ReturnType<typeof summaryWorkflow.denialOf>>
