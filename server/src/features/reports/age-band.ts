import type { PlainDate } from '@portal/contract'

/** First age of each band of the statistics; the last band is open. */
const bandStarts = [0, 14, 18, 25, 35, 45, 55, 65]

/** The age band on `day` of a person born on `birthDate`, such as `25-34`; undefined before the birth. */
export function ageBandOf(birthDate: PlainDate, day: PlainDate): string | undefined {
  const age = ageOn(birthDate, day)
  const index = bandStarts.findLastIndex((start) => age >= start)
  const start = bandStarts[index]
  const next = bandStarts[index + 1]
  if (start === undefined) return undefined
  return next === undefined ? `${start}+` : `${start}-${next - 1}`
}

/** Age in whole years; a person born on 29 February has their birthday on 1 March. */
function ageOn(birthDate: PlainDate, day: PlainDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
