import { siteHref } from '../page/page-settings.ts'

/** Paths of the calls that a page makes while it goes; a test holds them against the contract, which would weigh more. */
export const partingPaths = {
  deleteFiles: '/v1/noauth/allegati',
  closeFollowUp: '/v1/noauth/pratica/uscita',
} as const

/** Says something to the server on the way out: the browser sends it although the page is gone, and nobody hears an answer. */
export function sayInParting(name: keyof typeof partingPaths, body: object = {}) {
  try {
    const json = new Blob([JSON.stringify(body)], { type: 'application/json' })
    navigator.sendBeacon(siteHref(`/api${partingPaths[name]}`), json)
  } catch {
    // What the server is not told lapses there by itself.
  }
}
