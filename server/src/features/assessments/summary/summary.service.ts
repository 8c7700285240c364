import {
  type CaseDetail,
  type Conclusion,
  type PersonalKind,
  type Summary,
  type SummaryAction,
  type SummaryActionWord,
  type SummaryFacts,
  type SummaryInput,
  type SummaryTexts,
  summaryActions,
  summaryActionWords,
  summaryWorkflow,
} from '@portal/contract'
import { worksOn } from '#features/case-messages/index.ts'
import { type CaseAccess, noteOnCase, openCase, permissionsFor } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { textsIn } from '#platform/texts.ts'
import { managersOf, notifyOf, refuse } from '../assessment-acting.ts'
import type { AssessmentNeeds } from '../assessments.service.ts'
import { type FoundAssessment, findAssessment } from '../assessments.store.ts'
import { type ItalianPlaces, knownDataOf } from './known-data.ts'
import type { KnownData } from './personal-data.rules.ts'
import { deletePublished, insertPublished } from './published.store.ts'
import {
  type FoundSummary,
  findSummary,
  insertSummary,
  type StoredSummary,
  type SummaryContent,
  updateSummary,
  withdrawSummary,
} from './summary.store.ts'
import { proposedSummary, remainingIn } from './summary-texts.rules.ts'

export interface SummaryNeeds extends AssessmentNeeds {
  /** Notes that what is public has changed. */
  readonly notePublished: () => void
  readonly readPlaces: () => Promise<ItalianPlaces>
}

const words = Object.keys(summaryActionWords) as SummaryActionWord[]
const t = textsIn('it')

/** Dates keep their month: they are replaced by no word of the texts. */
const replace = (kind: PersonalKind, region?: string) => t(`summary.replacements.${kind}`, { region })

/** The first text of a summary creates it. */
const actionOf = (word: SummaryActionWord, found: FoundSummary | undefined): SummaryAction =>
  word === 'write' && !found ? 'begin' : word

interface Known {
  readonly assessment: FoundAssessment | undefined
  readonly found: FoundSummary | undefined
  readonly access: CaseAccess
  readonly user: SessionUser
  /** Whether somebody else could publish what the user wrote. */
  readonly hasOthers: boolean
}

async function read({ caseNeeds }: AssessmentNeeds, caseId: number, user: SessionUser, from: Db): Promise<Known> {
  const { vault } = caseNeeds
  const access = await permissionsFor(caseNeeds, caseId, user, from)
  const managers = await managersOf(caseNeeds, from)
  return {
    assessment: await findAssessment(from, vault, caseId),
    found: await findSummary(from, vault, caseId),
    access,
    user,
    hasOthers: managers.some((id) => id !== user.id),
  }
}

const factsOf = (known: Known, texts = known.found?.content.texts ?? {}): SummaryFacts => ({
  status: known.found?.status ?? null,
  texts,
  isSent: Boolean(known.assessment?.sentOn),
  isOwnCase: worksOn(known.access),
  isErased: known.access.isPseudonymised,
  isForOther: known.hasOthers && known.found?.writtenBy === known.user.id,
})
const actorOf = ({ id, selectedRole }: SessionUser) => ({ id, role: selectedRole })

const labelIn = async ({ listItems }: AssessmentNeeds, list: 'ground' | 'field_of_life', id: number | undefined) =>
  (await listItems(list)).find((item) => item.id === id)?.label

/** The ground and field that a summary is found by. */
const classOf = ({ values: { grounds = [], fieldId } }: CaseDetail) => ({
  groundId: (grounds.find(({ priority }) => priority === 0) ?? grounds[0])?.groundId,
  fieldId,
})

async function titleOf(needs: AssessmentNeeds, record: CaseDetail): Promise<string> {
  const { groundId, fieldId } = classOf(record)
  const labels = [await labelIn(needs, 'ground', groundId), await labelIn(needs, 'field_of_life', fieldId)]
  const about = labels.filter(Boolean).join(', ')
  return about ? t('summary.title', { about: about.toLowerCase() }) : t('summary.untitled')
}

async function present(needs: SummaryNeeds, known: Known, record: CaseDetail): Promise<Summary> {
  const { db, vault } = needs.caseNeeds
  const { assessment, found, user } = known
  const facts = factsOf(known)
  const denials = words.map((word) => [word, summaryWorkflow.denialOf(actionOf(word, found), facts, actorOf(user))])
  const actions = Object.fromEntries(denials) as Summary['actions']
  const data: KnownData = knownDataOf(await needs.readPlaces(), record)
  const proposal = proposedSummary(assessment?.content.parts ?? {}, await titleOf(needs, record), data, replace)
  const texts = found?.content.texts ?? proposal.texts
  const written = {
    version: 0,
    texts,
    actions,
    replaced: [...proposal.replaced],
    remaining: remainingIn(texts, data, replace),
  }
  if (!found) return written
  const names = await namesOf(db, vault, [found.writtenBy])
  return {
    ...written,
    status: found.status,
    version: found.version,
    note: found.content.note,
    changedAt: found.changedAt,
    by: names.get(found.writtenBy),
    publishedAt: found.publishedAt ?? undefined,
    publicId: found.publishedAt ? found.id : undefined,
  }
}

async function openSummary(needs: SummaryNeeds, id: number, user: SessionUser): Promise<Summary> {
  const { caseNeeds } = needs
  const record = await openCase(caseNeeds, id, user)
  return present(needs, await read(needs, id, user, caseNeeds.db), record)
}

export async function readSummary(needs: SummaryNeeds, id: number, caller: Caller): Promise<Summary> {
  const summary = await openSummary(needs, id, caller.user)
  caller.audit.record('case', [id])
  return summary
}

export interface SummaryAct extends SummaryInput {
  readonly action: SummaryActionWord
  readonly version: number
  readonly texts?: SummaryTexts | undefined
}

/** The entries of the history, by the action; writing makes none. */
const eventOf = {
  submit: 'summarySubmitted',
  sendBack: 'summarySentBack',
  publish: 'summaryPublished',
  withdraw: 'summaryWithdrawn',
} as const

const isWritten = ({ action, texts }: SummaryAct) => (action === 'write' || action === 'submit') && texts !== undefined

function contentAfter(before: SummaryContent | undefined, act: SummaryAct): SummaryContent {
  const kept = before ?? { texts: {} }
  return { note: act.note ?? kept.note, texts: isWritten(act) ? (act.texts ?? {}) : kept.texts }
}

interface Publication {
  readonly id: number
  readonly record: CaseDetail
  readonly assessment: FoundAssessment | undefined
  readonly texts: SummaryTexts
  readonly at: Date
}

/** Makes a summary public. */
function publish(tx: Db, { id, record, assessment, texts, at }: Publication) {
  const { title = '', facts = '', reasoning = '', measures } = texts
  const { groundId, fieldId } = classOf(record)
  const conclusion: Conclusion | undefined = assessment?.content.parts.conclusion
  return insertPublished(tx, {
    id,
    title,
    facts,
    reasoning,
    measures: measures || null,
    conclusion: conclusion ?? null,
    groundId: groundId ?? null,
    fieldId: fieldId ?? null,
    year: Number((assessment?.sentOn ?? at.toISOString()).slice(0, 4)),
    publishedAt: at,
  })
}

interface Storing {
  readonly caseId: number
  readonly record: CaseDetail
  readonly known: Known
  readonly action: SummaryAction
  readonly stored: StoredSummary
}

/** Stores a summary after an action, and makes it public or no longer public. */
async function store({ caseNeeds: { vault } }: SummaryNeeds, tx: Db, storing: Storing): Promise<void> {
  const { caseId, record, known, action, stored } = storing
  const { found, access, assessment } = known
  const { content, changedAt } = stored
  if (!found) return insertSummary(tx, vault, caseId, stored)
  if (access.isPseudonymised) await withdrawSummary(tx, found, changedAt)
  else await updateSummary(tx, vault, found, stored)
  if (action === 'publish') await publish(tx, { id: found.id, record, assessment, texts: content.texts, at: changedAt })
  if (action === 'withdraw') await deletePublished(tx, found.id)
}

/** Performs an action on the summary of an assessment. */
export async function actOnSummaryOf(
  needs: SummaryNeeds,
  { id, ...performed }: SummaryAct & { readonly id: number },
  caller: Caller,
): Promise<Summary> {
  const { caseNeeds } = needs
  const { inTransaction, clock } = caseNeeds
  const { user, audit } = caller
  const record = await openCase(caseNeeds, id, user)
  await inTransaction(audit, async (tx) => {
    const known = await read(needs, id, user, tx)
    const { found, access } = known
    const action = actionOf(performed.action, found)
    const content = contentAfter(found?.content, performed)
    const facts = factsOf(known, content.texts)
    refuse(summaryWorkflow.denialOf(action, facts, actorOf(user), performed))
    if (performed.version !== (found?.version ?? 0)) throw new AppError('conflict')
    const writtenBy = isWritten(performed) || !found ? user.id : found.writtenBy
    const status = summaryWorkflow.statusAfter(action, facts, actorOf(user)) ?? 'draft'
    const stored = { status, content, writtenBy, changedAt: clock.now() }
    await store(needs, tx, { caseId: id, record, known, action, stored })
    audit.record('case', [id], ['summary'])
    const { action: word } = performed
    if (word !== 'write') await noteOnCase(caseNeeds, tx, { caseId: id, kind: eventOf[word] }, user)
    await notifyOf(caseNeeds, tx, {
      rule: summaryActions[action],
      caseId: id,
      code: access.code,
      author: writtenBy,
      actor: user.id,
    })
  })
  needs.notePublished()
  return openSummary(needs, id, user)
}
