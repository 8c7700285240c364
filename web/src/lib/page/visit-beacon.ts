import type { Analytics } from '@portal/contract'

/** True if the browser asks not to be tracked: Do Not Track, or Global Privacy Control. */
export const asksForPrivacy = ({ doNotTrack, globalPrivacyControl }: PrivacyWishes) =>
  doNotTrack === '1' || globalPrivacyControl === true

interface PrivacyWishes {
  readonly doNotTrack?: string | null
  readonly globalPrivacyControl?: boolean
}

/**
 * The address that reports a visit to Matomo: it carries the path of the page, without query, user, location or window size.
 */
export function beaconUrl({ url, siteId }: Analytics, origin: string, path: string): string {
  const beacon = new URL('matomo.php', url.endsWith('/') ? url : `${url}/`)
  beacon.search = new URLSearchParams({
    rec: '1',
    apiv: '1',
    idsite: String(siteId),
    url: `${origin}${path}`,
    cookie: '0',
    send_image: '0',
  }).toString()
  return beacon.href
}

/** Counts a visit of a page. Sends no browser data, and ignores failures. */
export async function countVisit(analytics: Analytics, path: string): Promise<void> {
  if (asksForPrivacy(navigator as PrivacyWishes)) return
  await fetch(beaconUrl(analytics, location.origin, path), {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    keepalive: true,
  }).catch(() => undefined)
}
