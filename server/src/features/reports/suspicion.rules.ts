import { type FormMark, limits, type SuspectReason } from '@portal/contract'

/** The signals by which a report is judged as possible spam. */
export interface SpamSignals {
  /** From the web form; API callers may send none. */
  readonly mark: FormMark | undefined
  readonly message: string
  /** Reports from the same network in this minute, including this one. */
  readonly reportsInMinute: number
  readonly reportsPerMinute: number
  /** The same network sent the same text before. */
  readonly isRepeat: boolean
}

/** The reasons to suspect spam, in the contract's order; empty for most reports. */
export function suspicionOf({
  mark,
  message,
  reportsInMinute,
  reportsPerMinute,
  isRepeat,
}: SpamSignals): SuspectReason[] {
  const signs: Record<SuspectReason, boolean> = {
    trap: mark?.isTrapFilled ?? false,
    fast: mark !== undefined && mark.seconds < limits.suspect.seconds,
    flood: reportsInMinute > Math.max(1, reportsPerMinute * limits.suspect.shareOfMinute),
    repeat: isRepeat,
    links: (message.match(/https?:\/\/|\bwww\./gi) ?? []).length >= limits.suspect.links,
  }
  return (Object.keys(signs) as SuspectReason[]).filter((reason) => signs[reason])
}
