import { dayMs } from '@portal/contract'
import { type CaseStory, levelTwo, lifecycleOf } from './case-lifecycles.ts'
import { caseTimeline } from './case-steps.ts'
import type { Draws, Weighted } from './random.ts'
import { callEntry, reportEntry, type SampleCase, sampleFacts } from './sample-case.ts'
import type { StaffKey } from './staff.ts'

// biome-ignore format: a table
const levelOne: readonly Weighted<StaffKey>[] = [[4, 'rossetti'], [4, 'greco'], [3, 'basile']]
// biome-ignore format: a table
const managers: readonly Weighted<StaffKey>[] = [[3, 'ferri'], [2, 'conti']]

/** Random arrivals over some days before `now`, more of them in the last months. */
function arrivals(draws: Draws, count: number, now: Date, days: number): Date[] {
  const back = () => days * draws.random() ** 1.5 * dayMs
  return Array.from({ length: count }, () => new Date(now.getTime() - back() - draws.between(20, 600) * 60_000)).sort(
    (a, b) => a.getTime() - b.getTime(),
  )
}

function caseFrom(
  { draws, now, published }: { draws: Draws; now: Date; published: Set<string> },
  arrival: Date,
  number: number,
): SampleCase {
  const isCall = draws.chance(0.45)
  // Calls come in office hours; operators write in Italian.
  const at = isCall ? officeHour(draws, arrival, now) : arrival
  const facts = sampleFacts(draws, at, isCall ? 'it' : undefined)
  const one = draws.weighted(levelOne)
  const entry = isCall ? callEntry(draws, facts, at, one, number) : reportEntry(draws, facts, at)
  const timeline = caseTimeline(draws, at)
  const story: CaseStory = {
    draws,
    facts,
    timeline,
    one,
    isTaken: isCall,
    number,
    today: now,
    published,
    hasReader: !isCall,
    two: draws.weighted(levelTwo),
    manager: draws.weighted(managers),
  }
  lifecycleOf(story, at)(story)
  return { facts, entry, steps: timeline.steps.filter((step) => step.at < now) }
}

/** An office hour on the arrival's day or the last working day before it, not later than now. */
function officeHour(draws: Draws, arrival: Date, now: Date): Date {
  const at = new Date(arrival)
  at.setUTCHours(draws.between(7, 14), draws.between(0, 59))
  const isWeekend = () => at.getUTCDay() % 6 === 0
  while (isWeekend() || at >= now) at.setTime(at.getTime() - dayMs)
  return at
}

const twoYears = 727

/** Generates `count` cases over the days before `now`, by arrival, one after the other; leaves out steps after `now`. */
export function* eachSampleCase(draws: Draws, count: number, now: Date, days = twoYears): Generator<SampleCase> {
  const published = new Set<string>()
  let number = 0
  for (const arrival of arrivals(draws, count, now, days)) yield caseFrom({ draws, now, published }, arrival, ++number)
}

/** The cases of two years. */
export const sampleCases = (draws: Draws, count: number, now: Date): SampleCase[] => [
  ...eachSampleCase(draws, count, now),
]
