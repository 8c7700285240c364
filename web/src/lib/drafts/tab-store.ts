import type { Role } from '@portal/contract'
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
function placesInTab(): string[] {
  try {
    return Object.keys(sessionStorage).filter((place) => place.startsWith(`${office.slug}.`))
  } catch {
    return []
  }
}

/** True if the tab stores anything of the site. */
export const holdsSomething = (): boolean => placesInTab().length > 0

/** Deletes some keys of the site. */
function forgetInTab(isWanted: (place: string) => boolean) {
  for (const place of placesInTab().filter(isWanted)) writeToTab(place, undefined)
}

const reportStem = `${office.slug}.report.`

/** A storage place for what belongs to a sent or opened report; it is deleted when the reader leaves the report. */
export const reportPlace = (name: string) => `${reportStem}${name}`

/** Deletes what the tab stores of a sent or opened report. */
export const forgetReportPlaces = () => forgetInTab((place) => place.startsWith(reportStem))

const stem = `${office.slug}.desk.`
const stemOf = (userId: number) => `${stem}${userId}.`

/** A storage place for office data of no particular person; it is deleted on sign-out. */
export const deskPlace = (name: string) => `${stem}${name}`

/** A storage place for what a user writes in one role; no other user sees it. */
export const ownPlace = (userId: number, role: Role, name: string) => `${stemOf(userId)}${role}.${name}`

/** Deletes all stored data except this user's own: the next user in this tab finds nothing. */
export const forgetDesk = (keptUserId?: number) =>
  forgetInTab((place) => place.startsWith(stem) && !(keptUserId !== undefined && place.startsWith(stemOf(keptUserId))))

/** True if the tab stores a draft of a user. */
export const keepsWriting = () =>
  placesInTab().some((place) => place.startsWith(stem) && /^\d+\./.test(place.slice(stem.length)))
