import { languages, listedPages, paths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { PUBLIC_URL: 'https://portale.example.org' } })
})
afterAll(() => portal.close())

const get = async (url: string) => {
  const { statusCode, headers, body } = await portal.inject({ url })
  return { statusCode, type: headers['content-type'], cache: headers['cache-control'], body }
}

describe('robots.txt', () => {
  /** Whether a robot may open a path, by RFC 9309: the longest matching rule decides. */
  const mayOpen = (text: string, path: string) => {
    const rules = [...text.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, start]) => ({
      kind,
      start: start ?? '',
    }))
    const fitting = rules.filter(({ start }) => path.startsWith(start)).sort((a, b) => b.start.length - a.start.length)
    return fitting[0]?.kind !== 'Disallow'
  }

  test('allows the public pages and nothing else', async () => {
    const { statusCode, type, body } = await get('/robots.txt')
    expect({ statusCode, type }).toEqual({ statusCode: 200, type: 'text/plain; charset=utf-8' })
    for (const path of listedPages) expect(mayOpen(body, `/unar${path}`), path).toBe(true)
    const kept = [paths.reportProfile, paths.reportSummary, paths.reportSuccess, paths.caseList, paths.login]
    for (const path of [...kept, paths.registerHome, paths.personalArea, '/api/v1/captcha'])
      expect(mayOpen(body, `/unar${path}`), path).toBe(false)
  })

  test('names the sitemap', async () => {
    expect((await get('/robots.txt')).body).toContain('Sitemap: https://portale.example.org/unar/sitemap.xml')
  })
})

describe('the sitemap', () => {
  test('has each public page in each language, with its alternates', async () => {
    const { statusCode, type, body } = await get('/unar/sitemap.xml')
    expect({ statusCode, type }).toEqual({ statusCode: 200, type: 'application/xml; charset=utf-8' })
    const urls = [...body.matchAll(/<url><loc>(.+?)<\/loc>(.*?)<\/url>/g)].map(([, loc, links]) => ({ loc, links }))
    expect(urls).toHaveLength(listedPages.length * languages.length)
    expect(urls.map(({ loc }) => loc)).toContain('https://portale.example.org/unar/aiuto?lang=ar')
    for (const { loc, links = '' } of urls) {
      expect(links).toContain(`href="${loc}"`)
      expect([...links.matchAll(/hreflang="(.+?)"/g)].map(([, code]) => code)).toEqual([...languages, 'x-default'])
    }
  })

  test('names no missing page, and none of the office', async () => {
    const { body } = await get('/unar/sitemap.xml')
    expect(body).not.toMatch(/gestione|registro\/|\/login|segnalazione\/[1-4]/)
  })
})

describe('security.txt', () => {
  test.each(['/.well-known/security.txt', '/unar/.well-known/security.txt'])('%s conforms to RFC 9116', async (url) => {
    const { statusCode, type, body } = await get(url)
    expect({ statusCode, type }).toEqual({ statusCode: 200, type: 'text/plain; charset=utf-8' })
    const fields = [...body.matchAll(/^([A-Z][A-Za-z-]+): (.+)$/gm)].map(([, name, value]) => [name, value])
    expect(fields).toEqual([
      ['Contact', 'mailto:sicurezza@unar.example'],
      ['Expires', '2027-05-19T00:00:00Z'],
      ['Preferred-Languages', 'it, en'],
      ['Canonical', 'https://portale.example.org/.well-known/security.txt'],
      ['Canonical', 'https://portale.example.org/unar/.well-known/security.txt'],
    ])
  })

  test('never expires, and never exceeds a year', async () => {
    const before = portal.clock.now()
    for (const year of [2027, 2030]) {
      portal.clock.set(new Date(Date.UTC(year, 5, 1, 12)))
      const [, expires = ''] = /^Expires: (.+)$/m.exec((await get('/.well-known/security.txt')).body) ?? []
      const days = (Date.parse(expires) - portal.clock.now().getTime()) / 86_400_000
      expect(days).toBeGreaterThan(30)
      expect(days).toBeLessThan(365)
    }
    portal.clock.set(before)
  })
})

describe('the policy of the pages', () => {
  const policyOf = async (app: TestApp) =>
    String((await app.inject({ url: '/robots.txt' })).headers['content-security-policy'])

  test('lets a page connect to its own server only', async () => {
    expect(await policyOf(portal)).toContain("connect-src 'self';")
  })

  test('allows the analytics origin, and only for connections', async () => {
    const env = { ANALYTICS_URL: 'https://statistiche.example.org/matomo/', ANALYTICS_SITE: '7' }
    const counting = await startTestApp({ beside: portal, env })
    const policy = await policyOf(counting)
    await counting.close()
    expect(policy).toContain("connect-src 'self' https://statistiche.example.org;")
    expect(policy.replace(/connect-src [^;]+;/, '')).not.toContain('example.org')
  })
})
