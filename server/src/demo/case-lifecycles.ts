import { type CaseActionInput, type CaseActionWord, dayIn, dayMs, officeZone } from '@portal/contract'
import type { StepAction, Timeline } from './case-steps.ts'
import type { Draws, Weighted } from './random.ts'
import { classificationOf, type Facts } from './sample-case.ts'
import type { StaffKey } from './staff.ts'
import { assessments, deskTexts, texts } from './stories.ts'

// biome-ignore format: a table
export const levelTwo: readonly Weighted<StaffKey>[] = [[4, 'bianchini'], [4, 'marini'], [3, 'esposito'], [1, 'vitali']]

/** A sample case while it is generated: its facts, the staff who work on it, and its timeline so far. */
export interface CaseStory {
  readonly draws: Draws
  readonly facts: Facts
  readonly timeline: Timeline
  /** Whether the reporter can read messages. */
  readonly hasReader: boolean
  readonly one: StaffKey
  readonly two: StaffKey
  readonly manager: StaffKey
  /** Whether the operator who entered it works on it already. */
  readonly isTaken: boolean
  readonly today: Date
  /** The scenarios of which a summary is public. */
  readonly published: Set<string>
  /** Its number in the office's protocol. */
  readonly number: number
}

const act = (by: StaffKey, word: CaseActionWord, input: CaseActionInput = {}): StepAction => ({
  kind: 'act',
  by,
  word,
  input,
})

/** Closes the case; the last action of the office was on that day. */
const close = (by: StaffKey, input: CaseActionInput) => (at: Date) =>
  act(by, 'close', { ...input, performedOn: dayIn(officeZone, at) })

/** The manager assigns the case to a person of level II. */
const assign = (by: StaffKey, to: StaffKey): StepAction => ({ kind: 'act', by, word: 'assignTwo', to })

const relevance = ({ facts }: CaseStory): CaseActionInput => {
  const { groundId, subGroundId } = facts.scenario
  return { relevanceId: 1, groundId, subGroundId }
}

/** Outcomes of cases that the office handles itself. */
// biome-ignore format: a table
const outcomes: readonly Weighted<number>[] = [[4, 1], [2, 2], [3, 3], [3, 4], [5, 5], [1, 12], [2, 13], [2, 15], [2, 16]]
const outcomeOf = ({ draws, facts }: CaseStory) => (facts.scenario.virtualPlaceId ? 6 : draws.weighted(outcomes))

function takeAtLevelOne({ timeline, one, isTaken }: CaseStory) {
  if (!isTaken) timeline.after([0, 6], act(one, 'take'))
}

/** Adds the classification; a case entered on the telephone has one already. */
function classify(story: CaseStory, by: StaffKey, days: readonly [number, number]) {
  const { draws, facts, timeline, number, hasReader, isTaken } = story
  if (isTaken) return
  timeline.after(days, (at) => ({
    kind: 'save',
    by,
    changes: classificationOf(draws, facts, at, number),
    isRegistered: hasReader && !facts.isAnonymous && draws.chance(0.2),
  }))
}

/** The office asks, the reporter may answer, and the office reads the answer. */
function correspond({ draws, facts, timeline, hasReader }: CaseStory, by: StaffKey) {
  const { stories, thanks } = texts[facts.language]
  const story = stories[facts.scenario.id]
  if (!hasReader || !story || draws.chance(0.35)) return
  timeline.after([0, 2], { kind: 'write', by, text: story.question })
  if (draws.chance(0.2)) return
  const evidence = draws.maybe(0.3, () => draws.pick(['screenshot', 'statement'] as const))
  timeline.after([1, 7], { kind: 'answer', text: story.answer, ...(evidence && { evidence }) })
  timeline.after([0, 3], { kind: 'read', by })
  if (!draws.chance(0.3)) return
  timeline.after([0, 1], { kind: 'answer', text: draws.pick(thanks) })
  if (draws.chance(0.7)) timeline.after([0, 4], { kind: 'read', by })
}

/** The reporter asks to be called; most calls are made within days. */
function phoneBack({ draws, facts, timeline, hasReader }: CaseStory, by: StaffKey) {
  if (!hasReader || !draws.chance(0.08)) return
  timeline.after([0, 3], { kind: 'requestCall', phone: facts.person.phone, callHours: 'dopo le 14' })
  if (draws.chance(0.6)) timeline.after([0, 2], { kind: 'noteCall', by })
}

function notifyClosing({ draws, facts, timeline, hasReader }: CaseStory, by: StaffKey) {
  if (hasReader && draws.chance(0.45))
    timeline.after([0, 1], { kind: 'write', by, text: draws.pick(texts[facts.language].closed) })
}

function investigate({ draws, timeline }: CaseStory, by: StaffKey) {
  if (draws.chance(0.25)) timeline.after([1, 6], { kind: 'document', by, evidence: 'letter', typeId: 7 })
  if (draws.chance(0.7))
    timeline.after([6, 25], { kind: 'perform', by, actionIds: draws.pick([[4], [5], [2, 4], [4, 6], [16], [15, 6]]) })
}

/** The office's assessment, if there is one of this scenario: written, approved, sent, sometimes published or answered. */
function assess({ draws, facts, timeline, manager, published }: CaseStory, by: StaffKey) {
  const assessed = assessments[facts.scenario.id]
  if (!assessed || !draws.chance(0.5)) return
  const { summary, ...texts } = assessed
  const parts = { ...texts, addressees: draws.pick(facts.scenario.offenders) }
  timeline.after([2, 8], { kind: 'assess', by, action: 'write', parts })
  timeline.after([0, 1], { kind: 'assess', by, action: 'submit' })
  timeline.after([1, 5], { kind: 'assess', by: manager, action: 'approve' })
  timeline.after([0, 2], (at) => ({
    kind: 'assess',
    by,
    action: 'send',
    input: { sentOn: dayIn(officeZone, at), way: draws.pick(['certified', 'post']) },
  }))
  // One summary of each story: the public page has no two with one title.
  if (!summary || published.has(facts.scenario.id)) return
  published.add(facts.scenario.id)
  timeline.after([1, 4], { kind: 'summarise', by, action: 'write', texts: summary })
  timeline.after([0, 1], { kind: 'summarise', by, action: 'submit' })
  timeline.after([1, 5], { kind: 'summarise', by: manager, action: 'publish' })
}

/** The addressees of an assessment say what they did. */
function recordAnswer({ draws, timeline, manager }: CaseStory) {
  const isSent = timeline.steps.some((step) => step.kind === 'assess' && step.action === 'send')
  if (!isSent || !draws.chance(0.6)) return
  timeline.after([10, 50], (at) => ({
    kind: 'assess',
    by: manager,
    action: 'answer',
    input: { answer: draws.pick(['done', 'partly', 'notDone']), answeredOn: dayIn(officeZone, at) },
  }))
}

function closeByManager(story: CaseStory, by: StaffKey, days: readonly [number, number]) {
  const { draws, timeline, manager } = story
  const outcomeId = outcomeOf(story)
  const isProposed = draws.chance(0.5)
  if (isProposed) timeline.after(days, act(by, 'proposeClosing', { outcomeId }))
  notifyClosing(story, by)
  timeline.after(
    isProposed ? [1, draws.chance(0.15) ? 20 : 6] : days,
    close(manager, { outcomeId, performedActionId: 17 }),
  )
}

/** From the arrival to the assignment at level II; returns the last assignee. */
function reachLevelTwo(story: CaseStory): StaffKey {
  const { draws, timeline, one, two, manager, isTaken } = story
  if (isTaken || draws.chance(0.3))
    timeline.after([0, 9], act(isTaken || draws.chance(0.5) ? one : manager, 'sendToAssign', relevance(story)))
  timeline.after([1, 9], assign(manager, two))
  classify(story, two, [1, 7])
  correspond(story, two)
  phoneBack(story, two)
  if (!draws.chance(0.14)) return two
  const other = draws.pick(levelTwo.map(([, key]) => key).filter((key) => key !== two))
  timeline.after([3, 12], act(two, 'giveBack', { reason: draws.pick(deskTexts.assignReasons) }))
  timeline.after([0, 4], assign(manager, other))
  return other
}

function atLevelTwo(story: CaseStory) {
  const two = reachLevelTwo(story)
  investigate(story, two)
  assess(story, two)
  closeByManager(story, two, [10, 45])
  recordAnswer(story)
}

function atLevelOne(story: CaseStory) {
  const { one } = story
  takeAtLevelOne(story)
  classify(story, one, [0, 5])
  correspond(story, one)
  phoneBack(story, one)
  investigate(story, one)
  closeByManager(story, one, [5, 25])
}

function answerAtOnce(story: CaseStory) {
  const { timeline, one } = story
  takeAtLevelOne(story)
  classify(story, one, [0, 2])
  notifyClosing(story, one)
  timeline.after([0, 1], close(one, { outcomeId: 5, isAnsweredAtOnce: true, performedActionId: 1 }))
}

function closeOutOfRemit(story: CaseStory) {
  const { draws, timeline, one } = story
  const relevanceId = draws.pick([2, 4, 4])
  takeAtLevelOne(story)
  timeline.after([0, 4], { kind: 'save', by: one, changes: { relevanceId } })
  notifyClosing(story, one)
  timeline.after([0, 40], close(one, { outcomeId: relevanceId === 2 ? 14 : 11, performedActionId: 17 }))
}

/** External bodies, and the outcome for each. */
// biome-ignore format: a table
const bodies: readonly Weighted<readonly [body: number, outcome: number]>[] = [[3, [1, 8]], [2, [2, 9]], [1, [3, 10]], [2, [5, 13]], [1, [7, 7]], [1, [11, 11]]]

/** Assigns the case to an external body; returns the outcome of a closure by that body. */
function assignExternally({ draws, timeline, manager, number }: CaseStory): number {
  const [externalBodyId, outcomeId] = draws.weighted(bodies)
  timeline.after([4, 20], (at) =>
    act(manager, 'assignExternal', {
      externalBodyId,
      externalOn: dayIn(officeZone, at),
      externalProtocol: `PROT-${number}/${at.getUTCFullYear()}`,
      legalBasis: draws.pick(deskTexts.legalBases),
    }),
  )
  return outcomeId
}

function atOtherBody(story: CaseStory) {
  const { draws, timeline, manager } = story
  const two = reachLevelTwo(story)
  const outcomeId = assignExternally(story)
  if (draws.chance(0.25)) {
    timeline.after([30, 90], act(manager, 'takeBack', { reason: draws.pick(deskTexts.externalReasons) }))
    closeByManager(story, two, [5, 20])
    return
  }
  timeline.after([50, 210], close(manager, { outcomeId, performedActionId: 11 }))
}

function cancelCase({ draws, timeline, manager }: CaseStory) {
  timeline.after([0, 6], act(manager, 'cancel', { reason: draws.pick(deskTexts.cancelReasons) }))
}

function closeAndReopen(story: CaseStory) {
  const { draws, timeline, manager, two } = story
  atLevelTwo(story)
  timeline.after([5, 60], act(manager, 'reopen', { reason: draws.pick(deskTexts.reopenReasons) }))
  timeline.after([4, 30], assign(manager, two))
  investigate(story, two)
  closeByManager(story, two, [10, 30])
}

/** No operator has taken the case yet. */
function remainOpen() {}

/** Level I has sent the case to be assigned. */
function remainUnassigned(story: CaseStory) {
  const { timeline, one, manager, isTaken } = story
  timeline.after([0, 4], act(isTaken ? one : manager, 'sendToAssign', relevance(story)))
}

/** Level II works on the case, in part past the deadline. */
function remainAtLevelTwo(story: CaseStory) {
  reachLevelTwo(story)
}

/** Level II has proposed to close the case, and the manager has not decided. */
function awaitClosing(story: CaseStory) {
  const two = reachLevelTwo(story)
  story.timeline.after([1, 6], act(two, 'proposeClosing', { outcomeId: outcomeOf(story) }))
}

/** An external body has had the case for a long time. */
function remainAtOtherBody(story: CaseStory) {
  reachLevelTwo(story)
  assignExternally(story)
}

/** The office closed the case and reopened it recently. */
function reopenRecently(story: CaseStory) {
  const { draws, timeline, manager, today } = story
  atLevelOne(story)
  timeline.on(
    new Date(today.getTime() - draws.between(2, 14) * dayMs),
    act(manager, 'reopen', { reason: draws.pick(deskTexts.reopenReasons) }),
  )
}

/** The lifecycles of finished cases, by frequency. */
// biome-ignore format: a table
const lifecycles: readonly Weighted<(story: CaseStory) => void>[] = [
  [26, atLevelTwo], [34, answerAtOnce], [11, atLevelOne], [7, atOtherBody], [12, closeOutOfRemit], [8, cancelCase], [2, closeAndReopen],
]

/** The lifecycles of unfinished cases: every `each`-th case whose age in days is within the range. */
const unfinished: readonly { from: number; to: number; each: number; lifecycle: (story: CaseStory) => void }[] = [
  { from: 0, to: 20, each: 5, lifecycle: remainOpen },
  { from: 3, to: 30, each: 4, lifecycle: remainUnassigned },
  { from: 15, to: 120, each: 7, lifecycle: remainAtLevelTwo },
  { from: 30, to: 130, each: 9, lifecycle: awaitClosing },
  { from: 60, to: 220, each: 11, lifecycle: remainAtOtherBody },
  { from: 120, to: 500, each: 25, lifecycle: reopenRecently },
]

export function lifecycleOf({ draws, today, number }: CaseStory, arrival: Date): (story: CaseStory) => void {
  const age = (today.getTime() - arrival.getTime()) / dayMs
  const special = unfinished.find(({ from, to, each }) => age >= from && age < to && number % each === 0)
  return special?.lifecycle ?? draws.weighted(lifecycles)
}
