import { siteHref } from '../page/page-settings.ts'

/** Paths of the calls sent while the page unloads; a test compares them with the contract, which is too large to import. */
export const unloadPaths = {
  deleteFiles: '/v1/noauth/allegati',
  closeFollowUp: '/v1/noauth/pratica/uscita',
} as const

/** Sends a call while the page unloads; the browser delivers it after the page is gone, without a response. */
export function sendOnUnload(name: keyof typeof unloadPaths, body: object = {}) {
  try {
    const json = new Blob([JSON.stringify(body)], { type: 'application/json' })
    navigator.sendBeacon(siteHref(`/api${unloadPaths[name]}`), json)
  } catch {
    // Without the call, the server expires the data itself.
  }
}
