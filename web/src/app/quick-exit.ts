import { office } from '#lib/page-settings.ts'

/**
 * Leaves at once for a neutral page, whatever happens: what was written goes, and so does the entry of this page in the
 * browser's history, which is the wizard's only one. Pages seen before it stay there.
 */
export function leaveAtOnce() {
  try {
    sessionStorage.clear()
  } catch {
    // A blocked store holds nothing.
  }
  location.replace(office.quickExitUrl)
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
