/** A calendar day without time or zone: 'YYYY-MM-DD'. */
export type PlainDate = `${number}-${number}-${number}`

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/
const screenDay = /^(\d{2})\/(\d{2})\/(\d{4})$/

/** Returns the day, or undefined where the calendar has no such day. */
function dayOf(year: string, month: string, day: string): PlainDate | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const text = `${year}-${month}-${day}`
  return date.getUTCFullYear() >= 1000 && date.toISOString().startsWith(text) ? (text as PlainDate) : undefined
}

/** Reads DD/MM/YYYY strictly (specification §5): two, two and four digits, an existing day. */
export function parseScreenDate(text: string): PlainDate | undefined {
  const [, day, month, year] = screenDay.exec(text.trim()) ?? []
  return day && month && year ? dayOf(year, month, day) : undefined
}

/** Writes DD/MM/YYYY. */
export const formatScreenDate = (date: PlainDate) => date.split('-').reverse().join('/')

/** Reads a day on the wire: the ISO instant at midnight UTC, or the bare ISO day. */
export function parseWireDate(text: string): PlainDate | undefined {
  const [day, time] = text.split('T')
  if (time !== undefined && !/^00:00(:00(\.0{1,6})?)?(Z|\+00:00)$/.test(time)) return undefined
  const [, year, month, date] = isoDay.exec(day ?? '') ?? []
  return year && month && date ? dayOf(year, month, date) : undefined
}

/** Writes the ISO instant at midnight UTC (specification §9). */
export const formatWireDate = (date: PlainDate) => `${date}T00:00:00.000Z`

/** A day without a change of the clock, in milliseconds. */
export const dayMs = 86_400_000

/** Days are asked for again and again, by lists and their terms. */
const maxRemembered = 20_000

/** What belongs to a number, made once; forgotten with all others before they are too many. */
function remembered<T>(known: Map<number, T>, number: number, make: () => T): T {
  const found = known.get(number)
  if (found !== undefined) return found
  const made = make()
  if (known.size >= maxRemembered) known.clear()
  known.set(number, made)
  return made
}

/** Days by their number since 1970. */
const numberedDays = new Map<number, PlainDate>()

/** The day so many days later, or earlier for a negative number. */
export function addDays(date: PlainDate, days: number): PlainDate {
  const number = Date.parse(date) / dayMs + days
  return remembered(numberedDays, number, () => new Date(number * dayMs).toISOString().slice(0, 10) as PlainDate)
}

/** A quarter of an hour: since 1970 days begin at full quarters in every time zone. */
const quarterMs = 900_000

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** The days of quarters, by their number. */
  readonly days: Map<number, PlainDate>
}
const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  const zone = zones.get(name) ?? { format: new Intl.DateTimeFormat('sv-SE', { timeZone: name }), days: new Map() }
  zones.set(name, zone)
  return zone
}

/** Time zone of the office, in which its days and years begin. */
export const officeZone = 'Europe/Rome'

/** The calendar day of an instant in a time zone. */
export function dayIn(zone: string, instant: Date): PlainDate {
  const { format, days } = zoneOf(zone)
  const quarter = Math.floor(instant.getTime() / quarterMs)
  if (quarter < 0) return format.format(instant) as PlainDate
  return remembered(days, quarter, () => format.format(instant) as PlainDate)
}
