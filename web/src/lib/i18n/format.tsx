import { dayIn, formatScreenDate, officeZone, type PlainDate } from '@portal/contract'
import { serverNow } from '../server-time.ts'

const zone = officeZone

/** DD/MM/YYYY of the day of an instant in the office's zone. */
export const formatDay = (instant: Date): string => formatScreenDate(dayIn(zone, instant))

/** DD/MM/YYYY, kept together in text of either direction. */
export const ShowDate = ({ date }: { date: PlainDate }) => (
  <bdi dir="ltr" className="figures">
    {formatScreenDate(date)}
  </bdi>
)

/** A text inside a sentence that may run in the other direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** DD/MM/YYYY - HH:mm in the office's zone (specification §9), to the second where the order of things matters. */
export function formatInstant(instant: Date, isToTheSecond = false): string {
  const seconds = isToTheSecond ? ({ second: '2-digit' } as const) : {}
  const shape = { timeZone: zone, hour: '2-digit', minute: '2-digit', ...seconds } as const
  return `${formatDay(instant)} - ${new Intl.DateTimeFormat('it', shape).format(instant)}`
}

/** A number with the marks of a language; the figures are the same in every script. */
export const formatNumber = (value: number, language: string) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`).format(value)

/** Texts one after the other, with the comma of a language. */
export const listText = (texts: readonly string[], language: string) =>
  new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(texts)

/** HH:mm in the office's zone. */
export const formatTime = (instant: Date) =>
  new Intl.DateTimeFormat('it', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(instant)

export const ShowInstant = ({ instant, isToTheSecond }: { instant: Date; isToTheSecond?: boolean }) => (
  <bdi dir="ltr" className="figures">
    {formatInstant(instant, isToTheSecond)}
  </bdi>
)

/** The day of an instant, and nothing of its time, which may be of the program's making. */
export const ShowDay = ({ instant }: { instant: Date }) => (
  <time dateTime={dayIn(zone, instant)}>
    <ShowDate date={dayIn(zone, instant)} />
  </time>
)

/** The office's day by the clock of the server, which forms are judged by. */
export const today = (): PlainDate => dayIn(zone, serverNow())
