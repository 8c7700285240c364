import { dayIn, formatScreenDate, officeZone } from '@portal/contract'

const clockTime = new Intl.DateTimeFormat('it-IT', { timeZone: officeZone, hour: '2-digit', minute: '2-digit' })

/** An instant in the format and time zone of the office: 20/11/2026 11:00. */
export const formatInstant = (instant: Date) =>
  `${formatScreenDate(dayIn(officeZone, instant))} ${clockTime.format(instant)}`
