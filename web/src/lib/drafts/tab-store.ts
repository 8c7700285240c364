import { office } from '../page/page-settings.ts'

/** What a tab keeps for itself, through a reload and no longer. A browser may forbid it or run out of room. */
export function readFromTab<T>(place: string): T | undefined {
  try {
    const text = sessionStorage.getItem(place)
    return text ? (JSON.parse(text) as T) : undefined
  } catch {
    return undefined
  }
}

/** Nothing to keep takes the place away. What cannot be kept costs a reload, not what was written. */
export function writeToTab(place: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(value))
  } catch {
    // As above.
  }
}

export function emptyTab() {
  try {
    sessionStorage.clear()
  } catch {
    // A forbidden store has kept nothing.
  }
}

/** The places of the site that hold something; where a page was scrolled to does not count. */
export function placesInTab(): string[] {
  try {
    return Object.keys(sessionStorage).filter((place) => place.startsWith(`${office.slug}.`))
  } catch {
    return []
  }
}

/** Whether the tab remembers anything of the site. */
export const holdsSomething = (): boolean => placesInTab().length > 0

/** Takes some of the site's places away. */
export function forgetInTab(isWanted: (place: string) => boolean) {
  for (const place of placesInTab().filter(isWanted)) writeToTab(place, undefined)
}
