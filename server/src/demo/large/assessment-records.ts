import {
  type AssessmentActionWord,
  type AssessmentStatus,
  addDays,
  type CaseEventKind,
  type SummaryActionWord,
  type SummaryStatus,
} from '@portal/contract'
import { addEvent, authorship, type Building, type StepOf } from './case-building.ts'

/** What the actions on an assessment leave behind: its status, and the entry in the history. */
const assessmentActs: Readonly<Record<AssessmentActionWord, readonly [AssessmentStatus, CaseEventKind?]>> = {
  write: ['draft'],
  submit: ['submitted', 'assessmentSubmitted'],
  sendBack: ['draft', 'assessmentSentBack'],
  approve: ['approved', 'assessmentApproved'],
  send: ['sent', 'assessmentSent'],
  answer: ['answered', 'assessmentAnswered'],
}

/** Days within which addressees answer, as in a new office. */
const answerDays = 60

/** An action on the assessment of a case. */
export function assess(building: Building, { at, by, action, parts, input }: StepOf<'assess'>): void {
  const { key, values, records } = building
  const [status, event] = assessmentActs[action]
  const { message: facts, offenderName: addressees } = values
  const before = records.assessment[0]?.head ?? { key: `${key}/P1`, caseKey: key, by, parts: { facts, addressees } }
  const answerBy = input?.sentOn && { answerBy: addDays(input.sentOn, answerDays) }
  const head = { ...before, ...input, ...answerBy, parts: { ...before.parts, ...parts }, changedAt: at, status }
  records.assessment.splice(0, 1, { head })
  if (event) addEvent(building, event, at, authorship(by))
}

const summaryStatusAfter: Readonly<Record<SummaryActionWord, SummaryStatus>> = {
  write: 'draft',
  submit: 'submitted',
  sendBack: 'draft',
  publish: 'published',
  withdraw: 'withdrawn',
}

/** An action on the summary of that assessment. */
export function summarise(
  { key, values, records }: Building,
  { at, by, action, texts = {} }: StepOf<'summarise'>,
): void {
  const status = summaryStatusAfter[action]
  const before = records.summary[0]?.head ?? { key: `${key}/S1`, caseKey: key, by, texts }
  const { conclusion } = records.assessment[0]?.head.parts ?? {}
  const place = { conclusion, groundId: values.grounds?.[0]?.groundId, fieldId: values.fieldId }
  const publication = status === 'published' ? { ...place, at, year: at.getUTCFullYear() } : undefined
  records.summary.splice(0, 1, { head: { ...before, status, changedAt: at, publication } })
}
