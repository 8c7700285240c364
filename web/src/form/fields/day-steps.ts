import { addDays, type PlainDate } from '@portal/contract'

/** How far the arrow keys go, as the date pickers of browsers have it. */
export const daySteps: Readonly<Record<string, (day: PlainDate) => PlainDate>> = {
  ArrowUp: (day) => addDays(day, 1),
  ArrowDown: (day) => addDays(day, -1),
  PageUp: (day) => addMonths(day, 1),
  PageDown: (day) => addMonths(day, -1),
}

/** The same day of another month, or its last one. */
function addMonths(day: PlainDate, months: number): PlainDate {
  const date = new Date(day)
  const inMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  inMonth.setUTCDate(Math.min(date.getUTCDate(), inMonth.getUTCDate()))
  return inMonth.toISOString().slice(0, 10) as PlainDate
}
