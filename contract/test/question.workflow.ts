import { type ActionRule, defineWorkflow } from '../src/kit/workflow.ts'

/** The words of the table; it may use no others. */
interface QuestionWords {
  readonly status: 'open' | 'answered' | 'closed'
  readonly role: 'applicant' | 'operator' | 'manager' | 'nightly_job'
  readonly target: 'same'
  readonly condition: 'assigned_to_self' | 'quiet_for_a_month'
  readonly need: 'text' | 'operator'
  readonly assignee: 'self' | 'named'
  readonly notice: 'asked' | 'assigned'
  readonly recipient: 'managers' | 'assignee'
  readonly mail: 'receipt' | 'answer'
}

/**
 * What may be done to a question that somebody asks the office: the worked example of a workflow. A test compares every cell, status by
 * action by role, with a second table copied from the specification; the server asks `denialOf` first, then `statusAfter`, `assignee`,
 * `notify` and `mail`; the answer has null or the reason for each action, which the screen shows as it is.
 */
// biome-ignore format: a table
export const questionActions = {
  ask:    { from: [],           by: ['applicant'],           to: 'open',     needs: ['text'],     notify: [{ kind: 'asked', to: 'managers' }], mail: ['receipt'] },
  take:   { from: ['open'],     by: ['operator'],            to: 'same',     needs: [],           assignee: 'self' },
  assign: { from: ['open'],     by: ['manager'],             to: 'same',     needs: ['operator'], assignee: 'named', notify: [{ kind: 'assigned', to: 'assignee' }] },
  answer: { from: ['open'],     by: ['operator', 'manager'], to: 'answered', needs: ['text'],     when: ['assigned_to_self'], mail: ['answer'] },
  close:  { from: ['answered'], by: ['nightly_job'],         to: 'closed',   needs: [],           when: ['quiet_for_a_month'] },
} as const satisfies Record<string, ActionRule<QuestionWords>>

/** What its conditions and needs read. */
interface QuestionTypes extends QuestionWords {
  readonly always: never
  readonly record: {
    readonly status: QuestionWords['status'] | null
    readonly assignedTo?: number
    readonly quietDays: number
  }
  readonly input: { readonly text?: string; readonly operator?: number }
}

export const questionWorkflow = /* @__PURE__ */ defineWorkflow<QuestionTypes>()({
  actions: questionActions,
  conditions: {
    assigned_to_self: {
      isMet: ({ record, actor }) => record.assignedTo === actor.id,
      reason: 'question_of_other',
    },
    quiet_for_a_month: { isMet: ({ record }) => record.quietDays >= 30, reason: 'too_early' },
  },
  isNeedMet: (need, input) => input[need] !== undefined,
  targets: { same: ({ status }) => status },
})
