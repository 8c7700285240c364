import { dayIn, dayMs, officeZone, reminderDays } from '@portal/contract'
import type { Draws } from '../random.ts'
import type { PersonKey } from '../staff.ts'
import { timelineFrom } from '../timeline.ts'
import type { RegisterAction } from './register-steps.ts'
import { registerTexts } from './register-texts.ts'

/** A sample association while it is generated. */
export interface AssociationStory {
  readonly draws: Draws
  readonly today: Date
  readonly manager: PersonKey
}

/** What people and the night do at any hour; the office works in office hours. */
const isAtAnyHour = ({ kind }: RegisterAction) => kind !== 'act'

const ago = ({ today }: AssociationStory, days: number) => new Date(today.getTime() - days * dayMs)

const act = (
  by: PersonKey,
  word: Extract<RegisterAction, { kind: 'act' }>['word'],
  input: Extract<RegisterAction, { kind: 'act' }>['input'] = {},
): RegisterAction => ({ kind: 'act', by, word, input })

/** The application arrives that many days before today. */
function begin(story: AssociationStory, days: number) {
  const start = ago(story, days)
  const timeline = timelineFrom<RegisterAction>(story.draws, start, isAtAnyHour)
  return {
    appliedAt: start,
    steps: timeline.steps,
    /** Adds a step that many days before today. */
    on: (before: number, action: RegisterAction | ((at: Date) => RegisterAction)) =>
      timeline.on(ago(story, before), action),
    at: timeline.on,
  }
}
export type AssociationLife = ReturnType<typeof begin>

const sevenDocuments = { checkedDocuments: [1, 2, 3, 4, 5, 6, 7] }
const approve = act('lombardi', 'approve', sevenDocuments)
const approveRenewal = act('lombardi', 'approveRenewal', sevenDocuments)
const askDocuments = ({ draws }: AssociationStory): RegisterAction =>
  act('galli', 'askDocuments', { missingItems: draws.pick(registerTexts.missing) })
const proposeRejection = ({ draws }: AssociationStory): RegisterAction =>
  act('lombardi', 'proposeRejection', { reason: draws.pick(registerTexts.rejections) })

/** The manager signs the decree of that day. */
const signing = ({ draws, manager }: AssociationStory, word: 'sign' | 'signRenewal') => {
  const number = draws.between(11, 390)
  return (at: Date) =>
    act(manager, word, { decreeNumber: `${number}/${at.getUTCFullYear()}`, decreeDate: dayIn(officeZone, at) })
}

/** Enrols the association that many days before today, in part after missing documents. */
function enrol(story: AssociationStory, days: number): AssociationLife {
  const { draws } = story
  const life = begin(story, days + draws.between(48, 70))
  if (draws.chance(0.3)) {
    life.on(days + 40, askDocuments(story))
    life.on(days + draws.between(16, 30), { kind: 'complete', types: [4, 5] })
  }
  life.on(days + draws.between(6, 12), approve)
  life.on(days, signing(story, 'sign'))
  return life
}

/** The night of a day that many days after the last day of an enrolment that was just signed. */
function nightAfterExpiry({ steps }: AssociationLife, days: number): Date {
  const signed = steps.at(-1)?.at ?? new Date(0)
  return new Date(Date.UTC(signed.getUTCFullYear() + 1, signed.getUTCMonth(), signed.getUTCDate() + days, 3))
}

/** The reminders of an enrolment that was just signed, until a day. */
function remind(life: AssociationLife, until: Date): void {
  const nights = reminderDays.map((days) => nightAfterExpiry(life, -days))
  for (const night of nights) if (night < until) life.at(night, { kind: 'night' })
}

/** Enrolled a year and more ago, and expired since. */
function expire(story: AssociationStory, days: number): AssociationLife {
  const life = enrol(story, 365 + days)
  const night = nightAfterExpiry(life, 1)
  remind(life, night)
  life.at(night, { kind: 'night' })
  return life
}

/** Enrolled `days` ago; requests the renewal `before` days before today. */
function renew(story: AssociationStory, days: number, before: number): AssociationLife {
  const life = enrol(story, days)
  remind(life, ago(story, before))
  life.on(before, { kind: 'renew' })
  return life
}

/** Enrolled, renewed a year later; the renewed enrolment ends `left` days from today. */
function renewOnce(story: AssociationStory, left: number): AssociationLife {
  const { draws } = story
  const life = renew(story, 730 - left, 365 - left + draws.between(32, 48))
  life.on(365 - left + draws.between(14, 22), approveRenewal)
  life.on(365 - left + draws.between(3, 9), signing(story, 'signRenewal'))
  return life
}

function reject(story: AssociationStory, days: number): AssociationLife {
  const life = begin(story, days + 45)
  life.on(days + 20, proposeRejection(story))
  life.on(days, act(story.manager, 'reject', { reason: story.draws.pick(registerTexts.rejections) }))
  return life
}

const requestRemoval = ({ draws }: AssociationStory): RegisterAction => ({
  kind: 'askRemoval',
  reason: draws.pick(registerTexts.removalRequests),
})

/** What the documents of a renewal lack, while the association still has time. */
function askInRenewal(story: AssociationStory): AssociationLife {
  const life = renew(story, story.draws.between(338, 348), 16)
  life.on(9, askDocuments(story))
  return life
}

interface LifeKind {
  /** How many of the 59 sample associations have it. */
  readonly count: number
  readonly name: string
  readonly live: (story: AssociationStory) => AssociationLife
}

/** Adds steps to a life; each is that many days before today. */
const then = (
  life: AssociationLife,
  ...steps: readonly (readonly [before: number, action: RegisterAction])[]
): AssociationLife => {
  for (const [before, action] of steps) life.on(before, action)
  return life
}

/** The lives of associations; together every status of the workflow, and what the office must notice in each. */
// biome-ignore format: a table
export const lives: readonly LifeKind[] = [
  { count: 2, name: 'renewal lacks documents',      live: askInRenewal },
  { count: 5, name: 'new',                          live: (story) => begin(story, story.draws.between(1, 20)) },
  { count: 7, name: 'enrolled',                     live: (story) => enrol(story, story.draws.between(20, 290)) },
  { count: 3, name: 'lacks documents',              live: (story) => then(begin(story, story.draws.between(20, 34)), [story.draws.between(5, 15), askDocuments(story)]) },
  { count: 2, name: 'late with its documents',      live: (story) => then(begin(story, story.draws.between(70, 80)), [story.draws.between(45, 60), askDocuments(story)]) },
  { count: 1, name: 'has more time',                live: (story) => then(begin(story, 90), [60, askDocuments(story)], [15, act('galli', 'extendTerm')]) },
  { count: 1, name: 'late after more time',         live: (story) => then(begin(story, 130), [110, askDocuments(story)], [70, act('lombardi', 'extendTerm')]) },
  { count: 1, name: 'returned late',                live: (story) => then(begin(story, 80), [60, askDocuments(story)], [20, act('galli', 'returnLate', { reason: registerTexts.late })]) },
  { count: 2, name: 'sent its documents',           live: (story) => then(begin(story, story.draws.between(40, 60)), [33, askDocuments(story)], [story.draws.between(4, 10), { kind: 'complete', types: [4] }]) },
  { count: 3, name: 'waits for the signature',      live: (story) => then(begin(story, story.draws.between(30, 50)), [story.draws.between(4, 10), approve]) },
  { count: 1, name: 'sent back',                    live: (story) => then(begin(story, 60), [25, approve], [8, act(story.manager, 'sendBack', { reason: registerTexts.sentBack })]) },
  { count: 1, name: 'just warned',                  live: (story) => then(begin(story, 50), [5, proposeRejection(story)]) },
  { count: 1, name: 'may be rejected',              live: (story) => then(begin(story, 60), [20, proposeRejection(story)]) },
  { count: 2, name: 'rejected',                     live: (story) => reject(story, story.draws.between(40, 200)) },
  { count: 1, name: 'applies again',                live: (story) => then(reject(story, 90), [6, { kind: 'applyAgain' }]) },
  { count: 4, name: 'expires soon',                 live: (story) => { const life = enrol(story, story.draws.between(312, 355)); remind(life, story.today); return life } },
  { count: 3, name: 'renews',                       live: (story) => renew(story, story.draws.between(335, 350), story.draws.between(4, 9)) },
  { count: 1, name: 'renewal may be rejected',      live: (story) => then(renew(story, 348, 25), [18, proposeRejection(story)]) },
  { count: 2, name: 'renewal waits for signature',  live: (story) => then(renew(story, story.draws.between(342, 355), 14), [story.draws.between(4, 7), approveRenewal]) },
  { count: 5, name: 'renewed',                      live: (story) => renewOnce(story, story.draws.between(70, 290)) },
  { count: 2, name: 'requests its removal',         live: (story) => then(enrol(story, story.draws.between(100, 250)), [story.draws.between(3, 15), requestRemoval(story)]) },
  { count: 3, name: 'expired',                      live: (story) => expire(story, story.draws.between(10, 80)) },
  { count: 2, name: 'expired for long',             live: (story) => expire(story, story.draws.between(100, 200)) },
  { count: 2, name: 'removed',                      live: (story) => then(enrol(story, story.draws.between(200, 280)), [story.draws.between(30, 120), act(story.manager, 'remove', { reason: story.draws.pick(registerTexts.removals) })]) },
  { count: 1, name: 'removed on request',           live: (story) => then(enrol(story, 260), [80, requestRemoval(story)], [65, act(story.manager, 'remove')]) },
]
