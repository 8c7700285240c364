import { levelTwo, lifeOf, type Story } from './case-lives.ts'
import { timelineFrom } from './case-steps.ts'
import { callEntry, factsOf, type MadeUpCase, reportEntry } from './made-up-case.ts'
import type { Draws, Weighted } from './random.ts'
import type { StaffKey } from './staff.ts'

const dayMs = 86_400_000

// biome-ignore format: a table
const levelOne: readonly Weighted<StaffKey>[] = [[4, 'rossetti'], [4, 'greco'], [3, 'basile']]
// biome-ignore format: a table
const managers: readonly Weighted<StaffKey>[] = [[3, 'ferri'], [2, 'conti']]

/** When cases arrive: over two years, at any hour by the form. Some more in the last months. */
function arrivals(draws: Draws, count: number, now: Date): Date[] {
  const back = () => 727 * draws.random() ** 1.5 * dayMs
  return Array.from({ length: count }, () => new Date(now.getTime() - back() - draws.between(20, 600) * 60_000)).sort(
    (a, b) => a.getTime() - b.getTime(),
  )
}

function caseFrom(draws: Draws, arrival: Date, number: number, now: Date): MadeUpCase {
  const isCall = draws.chance(0.45)
  // Calls come in office hours, and are noted in Italian.
  const at = isCall ? officeHour(draws, arrival, now) : arrival
  const facts = factsOf(draws, at, isCall ? 'it' : undefined)
  const one = draws.weighted(levelOne)
  const entry = isCall ? callEntry(draws, facts, at, one, number) : reportEntry(draws, facts, at)
  const timeline = timelineFrom(draws, at)
  const story: Story = {
    ...{ draws, facts, timeline, one, isTaken: isCall, number, today: now, hasReader: !isCall },
    ...{ two: draws.weighted(levelTwo), manager: draws.weighted(managers) },
  }
  lifeOf(story, at)(story)
  return { facts, entry, steps: timeline.steps.filter((step) => step.at < now) }
}

/** An hour of a working day, that of the arrival or the last before it; not later than now. */
function officeHour(draws: Draws, arrival: Date, now: Date): Date {
  const at = new Date(arrival)
  at.setUTCHours(draws.between(7, 14), draws.between(0, 59))
  const isWeekend = () => at.getUTCDay() % 6 === 0
  while (isWeekend() || at >= now) at.setTime(at.getTime() - dayMs)
  return at
}

/** So many cases over the two years before `now`, in the order of their arrival; what would happen later has not happened yet. */
export const madeUpCases = (draws: Draws, count: number, now: Date): MadeUpCase[] =>
  arrivals(draws, count, now).map((arrival, index) => caseFrom(draws, arrival, index + 1, now))
