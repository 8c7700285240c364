import { type Digest, isContactDay, mondayOf, type PlainDate } from '@portal/contract'

/** A day, and the hour on the clock of the office. */
export interface OfficeTime {
  readonly day: PlainDate
  readonly hour: number
}

/** The period of a digest that a day belongs to, by its first day. */
export const periodOf = ({ rhythm }: Digest, { day }: OfficeTime): PlainDate =>
  rhythm === 'daily' ? day : mondayOf(day)

/**
 * The period whose digest is due; undefined while none is. It is sent on working days alone and not before its hour; a week whose Monday
 * is a holiday, or was missed, gets its digest on the next working day.
 */
export const duePeriod = (digest: Digest, now: OfficeTime): PlainDate | undefined =>
  isContactDay(now.day) && now.hour >= digest.hour ? periodOf(digest, now) : undefined

/** Whether the digest of the current period would have been sent before: who chooses it now begins with the next one. */
export const isPeriodBegun = (digest: Digest, now: OfficeTime): boolean =>
  periodOf(digest, now) !== now.day || now.hour >= digest.hour
