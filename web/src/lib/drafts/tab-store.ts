import { office } from '../page/page-settings.ts'

/** Session storage of the tab: it survives a reload. A browser may forbid it or run out of space. */
export function readFromTab<T>(place: string): T | undefined {
  try {
    const text = sessionStorage.getItem(place)
    return text ? (JSON.parse(text) as T) : undefined
  } catch {
    return undefined
  }
}

/** Writes a value, or deletes it if undefined. If storing fails, only a reload loses the value. */
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
    // A browser that forbids storage has stored nothing.
  }
}

/** The keys of the site with a value, without scroll positions. */
export function placesInTab(): string[] {
  try {
    return Object.keys(sessionStorage).filter((place) => place.startsWith(`${office.slug}.`))
  } catch {
    return []
  }
}

/** True if the tab stores anything of the site. */
export const holdsSomething = (): boolean => placesInTab().length > 0

/** Deletes some keys of the site. */
export function forgetInTab(isWanted: (place: string) => boolean) {
  for (const place of placesInTab().filter(isWanted)) writeToTab(place, undefined)
}
