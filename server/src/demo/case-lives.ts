import { type CaseActionInput, dayIn, officeZone } from '@portal/contract'
import type { Timeline } from './case-steps.ts'
import { classificationOf, type Facts } from './made-up-case.ts'
import type { Draws, Weighted } from './random.ts'
import type { StaffKey } from './staff.ts'
import { deskTexts, texts } from './stories.ts'

// biome-ignore format: a table
export const levelTwo: readonly Weighted<StaffKey>[] = [[4, 'bianchini'], [4, 'marini'], [3, 'esposito'], [1, 'vitali']]

const dayMs = 86_400_000

/** A case in the making: what it is about, who works on it, and what has happened so far. */
export interface Story {
  readonly draws: Draws
  readonly facts: Facts
  readonly timeline: Timeline
  /** Whether the reporter can be written to. */
  readonly hasReader: boolean
  readonly one: StaffKey
  readonly two: StaffKey
  readonly manager: StaffKey
  /** The operator who entered it works on it already. */
  readonly isTaken: boolean
  readonly today: Date
  /** Its place in the protocol of the office. */
  readonly number: number
}

const relevance = ({ facts }: Story): CaseActionInput => {
  const { groundId, subGroundId } = facts.scenario
  return { relevanceId: 1, groundId, subGroundId }
}

/** Outcomes of what the office deals with itself. */
// biome-ignore format: a table
const outcomes: readonly Weighted<number>[] = [[4, 1], [2, 2], [3, 3], [3, 4], [5, 5], [1, 12], [2, 13], [2, 15], [2, 16]]
const outcomeOf = ({ draws, facts }: Story) => (facts.scenario.virtualPlaceId ? 6 : draws.weighted(outcomes))

function takeAtLevelOne({ timeline, one, isTaken }: Story) {
  if (!isTaken) timeline.after([0, 6], { kind: 'act', by: one, word: 'take' })
}

/** What was taken by telephone is classified already. */
function classify(story: Story, by: StaffKey, days: readonly [number, number]) {
  const { draws, facts, timeline, number, hasReader, isTaken } = story
  if (isTaken) return
  timeline.after(days, (at) => ({
    ...{ kind: 'save', by, changes: classificationOf(draws, facts, at, number) },
    isRegistered: hasReader && !facts.isAnonymous && draws.chance(0.2),
  }))
}

/** The office asks, the reporter answers, somebody reads it. */
function correspond({ draws, facts, timeline, hasReader }: Story, by: StaffKey) {
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

function tellEnd({ draws, facts, timeline, hasReader }: Story, by: StaffKey) {
  if (hasReader && draws.chance(0.45))
    timeline.after([0, 1], { kind: 'write', by, text: draws.pick(texts[facts.language].closed) })
}

function investigate({ draws, timeline }: Story, by: StaffKey) {
  if (draws.chance(0.25)) timeline.after([1, 6], { kind: 'document', by, evidence: 'letter', typeId: 7 })
  if (draws.chance(0.7))
    timeline.after([6, 25], { kind: 'perform', by, actionIds: draws.pick([[4], [5], [2, 4], [4, 6], [16], [15, 6]]) })
}

function closeByManager(story: Story, by: StaffKey, days: readonly [number, number]) {
  const { draws, timeline, manager } = story
  const outcomeId = outcomeOf(story)
  const isProposed = draws.chance(0.5)
  if (isProposed) timeline.after(days, { kind: 'act', by, word: 'proposeClosing', input: { outcomeId } })
  tellEnd(story, by)
  timeline.after(isProposed ? [1, draws.chance(0.15) ? 20 : 6] : days, (at) => ({
    ...{ kind: 'act', by: manager, word: 'close' },
    input: { outcomeId, performedActionId: 17, performedOn: dayIn(officeZone, at) },
  }))
}

/** From its arrival to whoever works on it at level II; gives who that is in the end. */
function reachLevelTwo(story: Story): StaffKey {
  const { draws, timeline, one, two, manager, isTaken } = story
  if (isTaken || draws.chance(0.3))
    timeline.after([0, 9], {
      kind: 'act',
      by: isTaken || draws.chance(0.5) ? one : manager,
      word: 'sendToAssign',
      input: relevance(story),
    })
  timeline.after([1, 9], { kind: 'act', by: manager, word: 'assignTwo', to: two })
  classify(story, two, [1, 7])
  correspond(story, two)
  if (!draws.chance(0.14)) return two
  const other = draws.pick(levelTwo.map(([, key]) => key).filter((key) => key !== two))
  timeline.after([3, 12], {
    kind: 'act',
    by: two,
    word: 'giveBack',
    input: { reason: draws.pick(deskTexts.assignReasons) },
  })
  timeline.after([0, 4], { kind: 'act', by: manager, word: 'assignTwo', to: other })
  return other
}

function atLevelTwo(story: Story) {
  const two = reachLevelTwo(story)
  investigate(story, two)
  closeByManager(story, two, [10, 45])
}

function atLevelOne(story: Story) {
  const { one } = story
  takeAtLevelOne(story)
  classify(story, one, [0, 5])
  correspond(story, one)
  investigate(story, one)
  closeByManager(story, one, [5, 25])
}

function answeredAtOnce(story: Story) {
  const { timeline, one } = story
  takeAtLevelOne(story)
  classify(story, one, [0, 2])
  tellEnd(story, one)
  timeline.after([0, 1], (at) => ({
    ...{ kind: 'act', by: one, word: 'close' },
    input: { outcomeId: 5, isAnsweredAtOnce: true, performedActionId: 1, performedOn: dayIn(officeZone, at) },
  }))
}

function outOfRemit(story: Story) {
  const { draws, timeline, one } = story
  const relevanceId = draws.pick([2, 4, 4])
  takeAtLevelOne(story)
  timeline.after([0, 4], { kind: 'save', by: one, changes: { relevanceId } })
  tellEnd(story, one)
  timeline.after([0, 40], (at) => ({
    ...{ kind: 'act', by: one, word: 'close' },
    input: { outcomeId: relevanceId === 2 ? 14 : 11, performedActionId: 17, performedOn: dayIn(officeZone, at) },
  }))
}

/** Other bodies, and the outcome that stands for each. */
// biome-ignore format: a table
const bodies: readonly Weighted<readonly [body: number, outcome: number]>[] = [[3, [1, 8]], [2, [2, 9]], [1, [3, 10]], [2, [5, 13]], [1, [7, 7]], [1, [11, 11]]]

/** Gives the outcome that a closure by that body has. */
function assignExternally({ draws, timeline, manager, number }: Story): number {
  const [externalBodyId, outcomeId] = draws.weighted(bodies)
  timeline.after([4, 20], (at) => ({
    ...{ kind: 'act', by: manager, word: 'assignExternal' },
    input: {
      ...{ externalBodyId, externalOn: dayIn(officeZone, at) },
      ...{ externalProtocol: `PROT-${number}/${at.getUTCFullYear()}`, legalBasis: draws.pick(deskTexts.legalBases) },
    },
  }))
  return outcomeId
}

function atOtherBody(story: Story) {
  const { draws, timeline, manager } = story
  const two = reachLevelTwo(story)
  const outcomeId = assignExternally(story)
  if (draws.chance(0.25)) {
    timeline.after([30, 90], {
      kind: 'act',
      by: manager,
      word: 'takeBack',
      input: { reason: draws.pick(deskTexts.externalReasons) },
    })
    closeByManager(story, two, [5, 20])
    return
  }
  timeline.after([50, 210], (at) => ({
    ...{ kind: 'act', by: manager, word: 'close' },
    input: { outcomeId, performedActionId: 11, performedOn: dayIn(officeZone, at) },
  }))
}

function cancelled({ draws, timeline, manager }: Story) {
  timeline.after([0, 6], {
    kind: 'act',
    by: manager,
    word: 'cancel',
    input: { reason: draws.pick(deskTexts.cancelReasons) },
  })
}

function reopened(story: Story) {
  const { draws, timeline, manager, two } = story
  atLevelTwo(story)
  timeline.after([5, 60], {
    kind: 'act',
    by: manager,
    word: 'reopen',
    input: { reason: draws.pick(deskTexts.reopenReasons) },
  })
  timeline.after([4, 30], { kind: 'act', by: manager, word: 'assignTwo', to: two })
  investigate(story, two)
  closeByManager(story, two, [10, 30])
}

/** Nobody has taken it yet. */
function waits() {}

/** Level I has passed it on, and it waits to be assigned. */
function waitsToBeAssigned(story: Story) {
  const { timeline, one, manager, isTaken } = story
  timeline.after([0, 4], { kind: 'act', by: isTaken ? one : manager, word: 'sendToAssign', input: relevance(story) })
}

/** It is being worked on at level II, some of it for too long. */
function staysAtLevelTwo(story: Story) {
  reachLevelTwo(story)
}

/** Level II has proposed to close it, and the manager has not decided. */
function waitsToBeClosed(story: Story) {
  const two = reachLevelTwo(story)
  story.timeline.after([1, 6], { kind: 'act', by: two, word: 'proposeClosing', input: { outcomeId: outcomeOf(story) } })
}

/** Another body has had it for a long time. */
function staysAtOtherBody(story: Story) {
  reachLevelTwo(story)
  assignExternally(story)
}

/** The office closed it, and had to open it again these days. */
function reopenedLately(story: Story) {
  const { draws, timeline, manager, today } = story
  atLevelOne(story)
  timeline.on(new Date(today.getTime() - draws.between(2, 14) * dayMs), {
    ...{ kind: 'act', by: manager, word: 'reopen' },
    input: { reason: draws.pick(deskTexts.reopenReasons) },
  })
}

/** How cases of the office usually go. */
// biome-ignore format: a table
const lives: readonly Weighted<(story: Story) => void>[] = [
  [26, atLevelTwo], [34, answeredAtOnce], [11, atLevelOne], [7, atOtherBody], [12, outOfRemit], [8, cancelled], [2, reopened],
]

/** What is unfinished today: of the cases of an age in days, every so many-th. */
const unfinished: readonly { from: number; to: number; each: number; life: (story: Story) => void }[] = [
  { from: 0, to: 20, each: 5, life: waits },
  { from: 3, to: 30, each: 4, life: waitsToBeAssigned },
  { from: 15, to: 120, each: 7, life: staysAtLevelTwo },
  { from: 30, to: 130, each: 9, life: waitsToBeClosed },
  { from: 60, to: 220, each: 11, life: staysAtOtherBody },
  { from: 120, to: 500, each: 25, life: reopenedLately },
]

export function lifeOf({ draws, today, number }: Story, arrival: Date): (story: Story) => void {
  const age = (today.getTime() - arrival.getTime()) / dayMs
  const special = unfinished.find(({ from, to, each }) => age >= from && age < to && number % each === 0)
  return special?.life ?? draws.weighted(lives)
}
