import { afterEach, expect, test, vi } from 'vitest'
import { asksForPrivacy, beaconUrl, countVisit } from './visit-beacon.ts'

const analytics = { url: 'https://statistiche.example.org/matomo', siteId: 7 }

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([['https://statistiche.example.org/matomo'], ['https://statistiche.example.org/matomo/']])(
  'the visit is shown to %s with the path of the page and nothing of the person',
  (url) => {
    const beacon = new URL(beaconUrl({ ...analytics, url }, 'https://portale.example.org', '/unar/aiuto'))
    expect(`${beacon.origin}${beacon.pathname}`).toBe('https://statistiche.example.org/matomo/matomo.php')
    expect(Object.fromEntries(beacon.searchParams)).toEqual({
      rec: '1',
      apiv: '1',
      idsite: '7',
      cookie: '0',
      send_image: '0',
      url: 'https://portale.example.org/unar/aiuto',
    })
  },
)

test.each([
  [{ doNotTrack: '1' }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, false],
  [{ doNotTrack: null }, false],
  [{}, false],
])('a browser that says %o asks for privacy: %s', (wishes, asks) => expect(asksForPrivacy(wishes)).toBe(asks))

/** The calls that leave, with a browser that says this. */
async function callsOf(wishes: object) {
  const calls: [string, RequestInit][] = []
  vi.stubGlobal('navigator', wishes)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push([url, init])
    throw new TypeError('blocked')
  })
  await countVisit(analytics, '/unar/aiuto')
  return calls
}

test('it carries neither cookies nor referrer, and its failure is shown to nobody', async () => {
  const calls = await callsOf({})
  expect(calls).toHaveLength(1)
  expect(calls[0]?.[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'no-cors' })
})

test.each([[{ doNotTrack: '1' }], [{ globalPrivacyControl: true }]])(
  'nothing leaves a browser that says %o',
  async (wishes) => expect(await callsOf(wishes)).toEqual([]),
)
