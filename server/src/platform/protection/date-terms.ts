const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const dayMs = 86_400_000

const dayOf = (text: string) => (dayPattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN)
const textOf = (day: number) => new Date(day).toISOString().slice(0, 10)

/** Terms of a day: the day itself, its month and its year. */
export function dateTermsToIndex(text: string): string[] {
  const day = text.trim()
  return Number.isNaN(dayOf(day)) ? [] : [day, day.slice(0, 7), day.slice(0, 4)].map((part) => `=:${part}`)
}

/** Terms for a day or a range `first..last`: the years, months and days that cover it, as alternatives. */
export function dateTermsToFind(text: string): string[][] {
  const [first = '', last = first] = text.trim().split('..')
  const [from, to] = [dayOf(first), dayOf(last)]
  if (Number.isNaN(from) || Number.isNaN(to) || from > to) return []
  return [partsOf(from, to).map((part) => `=:${part}`)]
}

/** Returns the smallest set of years, months and days that covers the days from `from` to `to`. */
function partsOf(from: number, to: number): string[] {
  const parts: string[] = []
  let day = from
  while (day <= to) {
    const text = textOf(day)
    const year = Date.UTC(Number(text.slice(0, 4)) + 1, 0, 1)
    const month = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 1)
    const end = to + dayMs
    if (text.endsWith('-01-01') && year <= end) {
      parts.push(text.slice(0, 4))
      day = year
    } else if (text.endsWith('-01') && month <= end) {
      parts.push(text.slice(0, 7))
      day = month
    } else {
      parts.push(text)
      day += dayMs
    }
  }
  return parts
}
