import type { Analytics } from '@portal/contract'

/** Whether a browser asks not to be followed: Do Not Track, or Global Privacy Control. */
export const asksForPrivacy = ({ doNotTrack, globalPrivacyControl }: PrivacyWishes) =>
  doNotTrack === '1' || globalPrivacyControl === true

interface PrivacyWishes {
  readonly doNotTrack?: string | null
  readonly globalPrivacyControl?: boolean
}

/**
 * What Matomo is told of a visit: which page, by its path alone. Neither who, nor from where, nor with what window, nor what
 * stood in the address after the path.
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

/** Counts a visit of a page. Nothing of the browser's goes along, and whatever becomes of it is nobody's concern here. */
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
