import type { CaseActionInput, CaseActionWord, CaseValues } from '@portal/contract'
import type { EvidenceKind } from './evidence.ts'
import type { Draws } from './random.ts'
import type { StaffKey } from './staff.ts'

/** What somebody does to a case. */
export type Deed =
  | { readonly kind: 'save'; readonly by: StaffKey; readonly changes: CaseValues; readonly isRegistered?: boolean }
  | {
      readonly kind: 'act'
      readonly by: StaffKey
      readonly word: CaseActionWord
      readonly input?: CaseActionInput
      /** Who gets the case. */
      readonly to?: StaffKey
    }
  | { readonly kind: 'perform'; readonly by: StaffKey; readonly actionIds: readonly number[] }
  | { readonly kind: 'write'; readonly by: StaffKey; readonly text: string }
  | { readonly kind: 'read'; readonly by: StaffKey }
  | { readonly kind: 'answer'; readonly text: string; readonly evidence?: EvidenceKind }
  | { readonly kind: 'document'; readonly by: StaffKey; readonly evidence: EvidenceKind; readonly typeId: number }

export type Step = Deed & { readonly at: Date }

export type Timeline = ReturnType<typeof timelineFrom>

const dayMs = 86_400_000
const minuteMs = 60_000

/** An instant of the same day, or of the Monday after a weekend, within office hours. */
function atWork(draws: Draws, instant: Date): Date {
  const day = new Date(instant)
  while ([0, 6].includes(day.getUTCDay())) day.setTime(day.getTime() + dayMs)
  day.setUTCHours(draws.between(7, 15), draws.between(0, 59), draws.between(0, 59))
  return day
}

/** Steps one after the other from an instant; the staff works in office hours. */
export function timelineFrom(draws: Draws, start: Date) {
  let at = start
  const steps: Step[] = []
  /** Adds what happens at the first hour of work on a day, or a little after the step before. */
  function on(day: Date, deed: Deed | ((at: Date) => Deed)): void {
    const isAnswer = !(deed instanceof Function) && deed.kind === 'answer'
    const wanted = isAnswer ? day : atWork(draws, day)
    at = wanted > at ? wanted : new Date(at.getTime() + draws.between(4, 45) * minuteMs)
    steps.push({ ...(deed instanceof Function ? deed(at) : deed), at })
  }
  return {
    steps,
    on,
    /** Adds what happens `least` to `most` days after the step before. */
    after: ([least, most]: readonly [number, number], deed: Deed | ((at: Date) => Deed)): void =>
      on(new Date(at.getTime() + draws.between(least, most) * dayMs), deed),
  }
}
