import {
  type Assessment,
  type AssessmentAction,
  type AssessmentActionWord,
  type AssessmentInput,
  type AssessmentParts,
  type AssessmentStatus,
  addDays,
  assessmentActions,
  assessmentActionWords,
  assessmentWorkflow,
  type CaseDetail,
  type CaseEventKind,
  dayIn,
  formatScreenDate,
  officeZone,
  type ReferenceItem,
  type ReferenceList,
} from '@portal/contract'
import { worksOn, writeReminder } from '#features/case-messages/index.ts'
import { type CaseAccess, type CaseNeeds, noteOnCase, openCase, permissionsFor } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { textsIn } from '#platform/texts.ts'
import { notifyOf, refuse } from './assessment-acting.ts'
import {
  type AssessmentContent,
  type FoundAssessment,
  findAssessment,
  insertAssessment,
  type StoredAssessment,
  updateAssessment,
} from './assessments.store.ts'

export interface AssessmentNeeds {
  readonly caseNeeds: CaseNeeds
  /** Days in which the addressees answer. */
  readonly assessmentDays: number
  /** The Italian items of a reference list, retired ones too. */
  readonly listItems: (list: ReferenceList) => Promise<readonly ReferenceItem[]>
}

const words = Object.keys(assessmentActionWords) as AssessmentActionWord[]
const t = textsIn('it')

/** The first text of an assessment creates it. */
const actionOf = (word: AssessmentActionWord, found: FoundAssessment | undefined): AssessmentAction =>
  word === 'write' && !found ? 'begin' : word

const factsOf = (found: FoundAssessment | undefined, access: CaseAccess, parts = found?.content.parts ?? {}) => ({
  status: found?.status ?? null,
  isOwnCase: worksOn(access),
  isErased: access.isPseudonymised,
  parts,
})

const actorOf = ({ id, selectedRole }: SessionUser) => ({ id, role: selectedRole })

const labelIn = (items: readonly ReferenceItem[], id: number | undefined) => items.find((item) => item.id === id)?.label

/** The parts that an assessment begins with: what the case is classified by, and what was reported. */
async function draftParts({ listItems }: AssessmentNeeds, record: CaseDetail): Promise<AssessmentParts> {
  const { grounds = [], fieldId, message, offenderName } = record.values
  const ground = labelIn(await listItems('ground'), grounds[0]?.groundId)
  const field = labelIn(await listItems('field_of_life'), fieldId)
  const received = t('assessment.draftFacts', { date: formatScreenDate(dayIn(officeZone, record.createdAt)) })
  const reasoning = [
    ...(ground ? [t('assessment.draftReasoning', { ground })] : []),
    ...(field ? [t('assessment.field', { field })] : []),
  ]
  return {
    facts: [received, ...(message ? [message] : [])].join('\n\n'),
    reasoning: reasoning.join('\n') || undefined,
    addressees: offenderName,
  }
}

/** The assessment of a case as a user sees it. */
async function present(
  needs: AssessmentNeeds,
  found: FoundAssessment | undefined,
  record: CaseDetail,
  { access, user }: { readonly access: CaseAccess; readonly user: SessionUser },
): Promise<Assessment> {
  const { db, vault } = needs.caseNeeds
  const facts = factsOf(found, access)
  const denials = words.map((word) => [word, assessmentWorkflow.denialOf(actionOf(word, found), facts, actorOf(user))])
  const actions = Object.fromEntries(denials) as Assessment['actions']
  if (!found) return { version: 0, parts: await draftParts(needs, record), actions }
  const { content, status, version, writtenBy, changedAt, sentOn, answerBy } = found
  const { parts, ...recorded } = content
  const names = await namesOf(db, vault, [writtenBy])
  return {
    ...recorded,
    status,
    version,
    parts,
    actions,
    changedAt,
    by: names.get(writtenBy),
    sentOn: sentOn ?? undefined,
    answerBy: answerBy ?? undefined,
  }
}

export async function readAssessment(needs: AssessmentNeeds, id: number, caller: Caller): Promise<Assessment> {
  const assessment = await openAssessment(needs, id, caller.user)
  caller.audit.record('case', [id])
  return assessment
}

async function openAssessment(needs: AssessmentNeeds, id: number, user: SessionUser): Promise<Assessment> {
  const { caseNeeds } = needs
  const record = await openCase(caseNeeds, id, user)
  const access = await permissionsFor(caseNeeds, id, user)
  const found = await findAssessment(caseNeeds.db, caseNeeds.vault, id)
  return present(needs, found, record, { access, user })
}

export interface AssessmentAct extends AssessmentInput {
  readonly action: AssessmentActionWord
  readonly version: number
  readonly parts?: AssessmentParts | undefined
}

/** The content after an action: a text that is written replaces the parts; what was recorded stays until it is recorded again. */
function contentAfter(before: AssessmentContent | undefined, { parts, ...act }: AssessmentAct): AssessmentContent {
  const { note, way, answer, answeredOn, answerText } = act
  const recorded = Object.entries({ note, way, answer, answeredOn, answerText }).filter(
    ([, value]) => value !== undefined,
  )
  const isWritten = act.action === 'write' || act.action === 'submit'
  const kept = before ?? { parts: {} }
  return { ...kept, ...Object.fromEntries(recorded), parts: isWritten && parts ? parts : kept.parts }
}

/** The entries of the history, by the action; writing makes none. */
const eventOf = {
  submit: 'assessmentSubmitted',
  sendBack: 'assessmentSentBack',
  approve: 'assessmentApproved',
  send: 'assessmentSent',
  answer: 'assessmentAnswered',
} as const satisfies Partial<Record<AssessmentActionWord, CaseEventKind>>

const changesOf = ({ action, way, answer }: AssessmentAct) => [
  ...(action === 'send' && way ? [{ member: 'assessmentWay', after: t(`assessment.ways.${way}`) } as const] : []),
  ...(action === 'answer' && answer
    ? [{ member: 'assessmentAnswer', after: t(`assessment.answers.${answer}`) } as const]
    : []),
]

function storedAfter(
  needs: AssessmentNeeds,
  found: FoundAssessment | undefined,
  act: AssessmentAct,
  { status, user }: { readonly status: AssessmentStatus; readonly user: SessionUser },
): StoredAssessment {
  const { clock } = needs.caseNeeds
  const sentOn = act.action === 'send' ? (act.sentOn ?? todayOf(clock)) : (found?.sentOn ?? null)
  return {
    status,
    content: contentAfter(found?.content, act),
    writtenBy: act.action === 'write' || !found ? user.id : found.writtenBy,
    changedAt: clock.now(),
    sentOn,
    answerBy: sentOn && addDays(sentOn, needs.assessmentDays),
  }
}

/** Performs an action on the assessment of a case. */
export async function act(
  needs: AssessmentNeeds,
  { id, ...performed }: AssessmentAct & { readonly id: number },
  caller: Caller,
): Promise<Assessment> {
  const { caseNeeds } = needs
  const { inTransaction, vault } = caseNeeds
  const { user, audit } = caller
  await inTransaction(audit, async (tx) => {
    const access = await permissionsFor(caseNeeds, id, user, tx)
    const found = await findAssessment(tx, vault, id)
    const action = actionOf(performed.action, found)
    const parts = contentAfter(found?.content, performed).parts
    refuse(assessmentWorkflow.denialOf(action, factsOf(found, access, parts), actorOf(user), performed))
    if (performed.version !== (found?.version ?? 0)) throw new AppError('conflict')
    const status = assessmentWorkflow.statusAfter(action, factsOf(found, access), actorOf(user)) ?? 'draft'
    const stored = storedAfter(needs, found, performed, { status, user })
    if (found) await updateAssessment(tx, vault, found, stored)
    else await insertAssessment(tx, vault, id, stored)
    audit.record('case', [id], ['assessment'])
    const { action: word } = performed
    if (word !== 'write')
      await noteOnCase(caseNeeds, tx, { caseId: id, kind: eventOf[word], changes: changesOf(performed) }, user)
    if (word === 'send' && stored.answerBy)
      await writeReminder(caseNeeds, tx, { caseId: id, dueOn: stored.answerBy, text: t('assessment.reminder') }, user)
    await notifyOf(caseNeeds, tx, {
      rule: assessmentActions[action],
      caseId: id,
      code: access.code,
      author: stored.writtenBy,
      actor: user.id,
    })
  })
  return openAssessment(needs, id, user)
}
