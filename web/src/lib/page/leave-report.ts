import { forgetReportPlaces } from '../drafts/tab-store.ts'
import { thisTab } from '../session/session-channel.ts'

type Forget = () => void
const forgetting = new Set<Forget>()

/** Adds what a page forgets when its reader leaves a report; the returned function removes it. */
export function onReportLeft(forget: Forget): () => void {
  forgetting.add(forget)
  return () => {
    forgetting.delete(forget)
  }
}

/** Deletes what this tab stores of a sent or opened report, and has its pages forget it. */
function forgetReport() {
  forgetReportPlaces()
  for (const forget of forgetting) forget()
}

/** Forgets the report in every tab of this browser: code and PIN, the opened report, and unsent answers. */
export function leaveReport() {
  forgetReport()
  thisTab.tell({ kind: 'reportLeft' })
}

/**
 * Forgets a report that the reader left in another tab. A page of a report that the browser stored on leaving and shows again
 * is hidden and loaded again: its memory may hold what was left since. The returned function ends the watch.
 */
export function watchLeftReports(): () => void {
  const handleHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted && forgetting.size > 0) document.body.hidden = true
  }
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && forgetting.size > 0) location.reload()
  }
  const stopHearing = thisTab.hear(({ kind }) => kind === 'reportLeft' && forgetReport())
  addEventListener('pagehide', handleHide)
  addEventListener('pageshow', handleShow)
  return () => {
    stopHearing()
    removeEventListener('pagehide', handleHide)
    removeEventListener('pageshow', handleShow)
  }
}
