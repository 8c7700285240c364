import type { PageSettings } from '@portal/contract'
import { pageTag } from '../i18n/page-language.ts'

declare global {
  /** Set where there is no page: by whatever writes pages beforehand. */
  var pageSettings: PageSettings | undefined
}

/** What the server wrote into the page: the office, and whether the demonstration is on. */
const written: PageSettings =
  globalThis.pageSettings ?? JSON.parse(document.getElementById('office')?.textContent ?? '{}')

export const { office, assurances, keep, analytics, hasDemoPeople, isTestInstallation } = written

let languageList = written.languageList
/** The languages in which a reporter can be answered, named in the language of the page. */
export const listedLanguages = () => languageList

/** Where pages of several languages are written one after the other. */
export const setListedLanguages = (list: PageSettings['languageList']) => {
  languageList = list
}

export const phoneHrefOf = (phone: string) => `tel:${phone.replace(/[^0-9+]/g, '')}`
export const phoneHref = phoneHrefOf(office.phone ?? '')

/** Path that everything of the site stands under. */
export const basePath = `/${office.slug}`

/** Italian is what the site speaks unless its address says otherwise. */
const languageInAddress = () => (pageTag() === 'it' ? {} : { lang: pageTag() })

/** Whole path of a page of the site, with its query; it keeps the page's language. */
export function siteHref(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = Object.entries({ ...languageInAddress(), ...query }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `${basePath}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
