import { office } from '../page/page-settings.ts'

/** The key of what one person keeps in this browser beyond the session: looks of tables, never a record. */
export const placeOfUser = (userId: number, name: string) => `${office.slug}.${userId}.${name}`

/** Reads from the browser's storage, which may be forbidden or damaged. */
export function readFromBrowser<T>(place: string): T | undefined {
  try {
    const text = localStorage.getItem(place)
    return text ? (JSON.parse(text) as T) : undefined
  } catch {
    return undefined
  }
}

/** Writes a value. If storing fails, it lasts as long as the page. */
export function writeToBrowser(place: string, value: unknown) {
  try {
    localStorage.setItem(place, JSON.stringify(value))
  } catch {
    // As above.
  }
}
