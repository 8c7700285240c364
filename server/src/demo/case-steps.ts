import type {
  AssessmentActionWord,
  AssessmentInput,
  AssessmentParts,
  CaseActionInput,
  CaseActionWord,
  CaseValues,
  SummaryActionWord,
  SummaryTexts,
} from '@portal/contract'
import type { EvidenceKind } from './evidence.ts'
import type { Draws } from './random.ts'
import type { StaffKey } from './staff.ts'
import { timelineFrom } from './timeline.ts'

/** A step of a case, without its time. */
export type StepAction =
  | { readonly kind: 'save'; readonly by: StaffKey; readonly changes: CaseValues; readonly isRegistered?: boolean }
  | {
      readonly kind: 'act'
      readonly by: StaffKey
      readonly word: CaseActionWord
      readonly input?: CaseActionInput
      /** The assignee. */
      readonly to?: StaffKey
    }
  | { readonly kind: 'perform'; readonly by: StaffKey; readonly actionIds: readonly number[] }
  | { readonly kind: 'write'; readonly by: StaffKey; readonly text: string }
  | { readonly kind: 'read'; readonly by: StaffKey }
  | { readonly kind: 'answer'; readonly text: string; readonly evidence?: EvidenceKind }
  | { readonly kind: 'requestCall'; readonly phone: string; readonly callHours: string }
  | { readonly kind: 'noteCall'; readonly by: StaffKey }
  | {
      readonly kind: 'assess'
      readonly by: StaffKey
      readonly action: AssessmentActionWord
      /** What is written; its facts and addressees are those that the portal drafts. */
      readonly parts?: AssessmentParts
      readonly input?: AssessmentInput
    }
  | {
      readonly kind: 'summarise'
      readonly by: StaffKey
      readonly action: SummaryActionWord
      readonly texts?: SummaryTexts
    }
  | { readonly kind: 'document'; readonly by: StaffKey; readonly evidence: EvidenceKind; readonly typeId: number }

export type Step = StepAction & { readonly at: Date }

export type Timeline = ReturnType<typeof caseTimeline>

/** A timeline of a case; the staff works in office hours, and the reporter answers at any hour. */
export const caseTimeline = (draws: Draws, start: Date) =>
  timelineFrom<StepAction>(draws, start, ({ kind }) => kind === 'answer' || kind === 'requestCall')
