import { type FormMark, limits, type SuspectReason } from '@portal/contract'

/** What is known of how a report came, beside what it says. */
export interface Arrival {
  /** Of the web form; callers that send none are not judged by it. */
  readonly mark: FormMark | undefined
  readonly message: string
  /** Reports of the network in this minute, this one included. */
  readonly reportsInMinute: number
  readonly reportsPerMinute: number
  /** The same text came from the same network before. */
  readonly isRepeat: boolean
}

/** Why a report looks like spam, in the order of the contract; most often for no reason at all. */
export function suspicionOf({ mark, message, reportsInMinute, reportsPerMinute, isRepeat }: Arrival): SuspectReason[] {
  const signs: Record<SuspectReason, boolean> = {
    trap: mark?.isTrapFilled ?? false,
    fast: mark !== undefined && mark.seconds < limits.suspect.seconds,
    flood: reportsInMinute > Math.max(1, reportsPerMinute * limits.suspect.shareOfMinute),
    repeat: isRepeat,
    links: (message.match(/https?:\/\/|\bwww\./gi) ?? []).length >= limits.suspect.links,
  }
  return (Object.keys(signs) as SuspectReason[]).filter((reason) => signs[reason])
}
