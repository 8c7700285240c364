import type { PageSettings } from '@portal/contract'

/** What the server wrote into the page: the office, and whether the demonstration is on. */
const pageSettings: PageSettings = JSON.parse(document.getElementById('office')?.textContent ?? '{}')

export const { office, hasDemoPeople } = pageSettings

/** Path that everything of the site stands under. */
export const basePath = `/${office.slug}`

/** Whole path of a page of the site, with its query. */
export function siteHref(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `${basePath}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
