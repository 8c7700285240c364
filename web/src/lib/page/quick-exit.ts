import { sendOnUnload } from '../api/send-on-unload.ts'
import { emptyTab } from '../drafts/tab-store.ts'
import { deleteUploads, uploadedFiles } from '../files/uploaded-files.ts'
import { leaveHistory } from './leave-history.ts'
import { leaveReport } from './leave-report.ts'
import { office } from './page-settings.ts'

type Forget = () => void
const forgetting = new Set<Forget>()

/** Has something forgotten when a quick exit wipes the tab: what was typed, what was fetched, pictures and sounds. */
export function onQuickExit(forget: Forget): () => void {
  forgetting.add(forget)
  return () => {
    forgetting.delete(forget)
  }
}

let isGone = false
/** True while a quick exit runs: nothing may delay it. */
export const isLeavingAtOnce = () => isGone

/**
 * Leaves at once for a neutral page, whatever happens: what was written goes, and so do the entries of this document in the
 * browser's history. Pages loaded before it stay there, and are loaded again.
 */
export function leaveAtOnce() {
  const isRepeated = isGone
  isGone = true
  document.body.hidden = true
  document.title = ''
  if (isRepeated) location.replace(office.quickExitUrl)
  else leaveHistory(office.quickExitUrl, office.slug)
  for (const forget of forgetting) tryTo(forget)
  // Other tabs may show the same report.
  tryTo(leaveReport)
  // One call in all: a second one would take away the cookie that opens the files, and might be the first to arrive.
  if (isRepeated) return emptyTab()
  if (uploadedFiles().length > 0) tryTo(() => deleteUploads(undefined, true))
  else sendOnUnload('closeFollowUp')
  emptyTab()
  // A browser that kept the page alive would show it again on 'back'.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}

function tryTo(forget: Forget) {
  try {
    forget()
  } catch {
    // One that fails must not keep the others from going.
  }
}

const withinMs = 1500

/** Shift pressed three times in a row leaves as well; the returned function ends the watch. */
export function watchForThreeShifts(leave: () => void, now: () => number = () => performance.now()): () => void {
  let presses: number[] = []
  const handleKey = ({ key, repeat }: KeyboardEvent) => {
    if (repeat) return
    presses = key === 'Shift' ? [...presses.filter((press) => now() - press < withinMs), now()] : []
    if (presses.length >= 3) leave()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
