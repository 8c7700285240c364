import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isLeftPage, paths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

const script = 'export const answer = 42\n'.repeat(100)
let folder: string
let portal: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portale-site-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/app-abc.js'), script)
  writeFileSync(join(folder, 'assets/app-abc.js.gz'), gzipSync(script))
  writeFileSync(
    join(folder, 'index.html'),
    '<html lang="__LANG__" dir="__DIR__"><base href="/__SLUG__/"><meta name="description" content="__DESCRIPTION__"><script type="application/json" id="office">__OFFICE__</script>',
  )
  portal = await startTestApp({ siteFolder: folder, env: { OFFICE_NAME: 'Ufficio </script><b> & "altri"' } })
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

describe('a page', () => {
  const statusOf = (path: string) => (path === paths.signInRefused ? 403 : 200)

  test.each(Object.values(paths).map((path) => [path, statusOf(path)] as const))(
    '%s answers %i with the completed template',
    async (path, status) => {
      const reply = await portal.inject({ url: `/unar${path}` })
      expect(reply.statusCode).toBe(status)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['cache-control']).toBe(isLeftPage(path) ? 'no-store' : 'no-cache')
      expect(reply.body).toContain('<html lang="it" dir="ltr"><base href="/unar/">')
    },
  )

  test('that does not exist answers 404, with the same template', async () => {
    const reply = await portal.inject({ url: '/unar/nulla' })
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toContain('<base href="/unar/">')
  })

  test('contains the settings of the office, escaped against injection', async () => {
    const { body } = await portal.inject({ url: '/unar/' })
    expect(body).not.toContain('</script><b>')
    expect(body).toContain('content="Ufficio &lt;/script&gt;&lt;b&gt; &amp; &quot;altri&quot;. ')
    const settings = JSON.parse(/id="office">(.*)<\/script>/.exec(body)?.[1] ?? '')
    expect(settings).toMatchObject({
      hasDemoPeople: true,
      office: { slug: 'unar', name: 'Ufficio </script><b> & "altri"' },
    })
  })

  test('is Italian for a language without texts', async () => {
    expect((await portal.inject({ url: '/unar/?lang=xx' })).body).toContain('<html lang="it"')
  })
})

describe('addresses outside the site', () => {
  test.each(['/', '/unar'])('%s redirects to the base path', async (url) => {
    const reply = await portal.inject({ url })
    expect({ status: reply.statusCode, location: reply.headers.location }).toEqual({ status: 302, location: '/unar/' })
  })

  test('the quick exit redirects to the neutral page, uncached', async () => {
    const reply = await portal.inject({ url: '/unar/esci' })
    expect(reply.statusCode).toBe(303)
    expect(reply.headers).toMatchObject({ location: 'https://www.ilmeteo.it/', 'cache-control': 'no-store' })
  })

  test('answer 404 in the envelope', async () => {
    const reply = await portal.inject({ url: '/altrove' })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ success: false, errorCode: 'non_trovato' })
  })
})

describe('an asset', () => {
  test('is cached for a year, and sent as compressed by the build', async () => {
    const reply = await portal.inject({ url: '/unar/assets/app-abc.js', headers: { 'accept-encoding': 'gzip' } })
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    })
    expect(reply.rawPayload.length).toBeLessThan(script.length)
  })

  test('that does not exist is 404 without a page', async () => {
    const reply = await portal.inject({ url: '/unar/assets/gone.js' })
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('<html')
  })

  test('outside the folder cannot be reached', async () => {
    for (const url of ['/unar/assets/../index.html', '/unar/assets/%2e%2e/index.html', '/unar/assets/..%2findex.html'])
      expect((await portal.inject({ url })).body).not.toContain('__OFFICE__')
  })
})
