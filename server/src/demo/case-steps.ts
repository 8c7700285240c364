import type { CaseActionInput, CaseActionWord, CaseValues } from '@portal/contract'
import type { EvidenceKind } from './evidence.ts'
import type { Draws } from './random.ts'
import type { StaffKey } from './staff.ts'

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
  | { readonly kind: 'document'; readonly by: StaffKey; readonly evidence: EvidenceKind; readonly typeId: number }

export type Step = StepAction & { readonly at: Date }

export type Timeline = ReturnType<typeof timelineFrom>

const dayMs = 86_400_000
const minuteMs = 60_000

/** An instant within office hours on the same day, or on the Monday after a weekend. */
function officeHourOn(draws: Draws, instant: Date): Date {
  const day = new Date(instant)
  while ([0, 6].includes(day.getUTCDay())) day.setTime(day.getTime() + dayMs)
  day.setUTCHours(draws.between(7, 15), draws.between(0, 59), draws.between(0, 59))
  return day
}

/** A timeline of steps from an instant; the staff works in office hours. */
export function timelineFrom(draws: Draws, start: Date) {
  let at = start
  const steps: Step[] = []
  /** Adds a step in office hours of a day, or shortly after the previous step if that is later. */
  function on(day: Date, action: StepAction | ((at: Date) => StepAction)): void {
    const isAnswer = !(action instanceof Function) && action.kind === 'answer'
    const earliest = isAnswer ? day : officeHourOn(draws, day)
    at = earliest > at ? earliest : new Date(at.getTime() + draws.between(4, 45) * minuteMs)
    steps.push({ ...(action instanceof Function ? action(at) : action), at })
  }
  return {
    steps,
    on,
    /** Adds a step `least` to `most` days after the previous one. */
    after: ([least, most]: readonly [number, number], action: StepAction | ((at: Date) => StepAction)): void =>
      on(new Date(at.getTime() + draws.between(least, most) * dayMs), action),
  }
}
