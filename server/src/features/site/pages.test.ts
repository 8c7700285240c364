import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { isRightToLeft, type Language, languages, type PageSettings, paths } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { officeDefaults } from '../../wiring/office-defaults.ts'
import { createPages } from './pages.ts'

const template = `<html lang="__LANG__" dir="__DIR__"><base href="/__SLUG__/"><title>__TITLE__</title>__PRELOADS__</head>
<script type="application/json" id="office">__OFFICE__</script>__NOSCRIPT__<div id="root">__PAGE__</div>`

/** A fake prerender program that prints its input on each page. */
const program = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ settings, tag: language }) => {
  const html = (path) => '<h1>' + [language, path, settings.office.productTag, settings.languageList.language].join(' ') + '</h1>'
  parentPort.postMessage({
    pages: {
      '/privacy': { title: 'Privacy & ' + language, html: html('/privacy'), part: 'pages' },
      '/': { title: '/', html: html('/'), part: 'wizard' },
      '/desk': { title: 'Desk', html: html('/desk'), part: 'desk' },
    },
    failures: language === 'ur' ? ['/broken'] : [],
  })
})`

const preloads = {
  scripts: { pages: { it: ['assets/it-1.js', 'assets/pages-1.js'], ar: ['assets/ar-1.js', 'assets/pages-1.js'] } },
  styles: { desk: ['assets/desk-1.css'] },
  fonts: { ar: ['assets/arabic-1.woff2'], ur: ['assets/arabic-1.woff2'] },
}

const folders: string[] = []
function siteFolder(ownProgram?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portale-pages-'))
  folders.push(folder)
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), template)
  if (ownProgram === undefined) return folder
  mkdirSync(join(folder, 'prerender'))
  writeFileSync(join(folder, 'prerender/package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'prerender/prerender.js'), ownProgram)
  writeFileSync(join(folder, 'preloads.json'), JSON.stringify(preloads))
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const inLanguage = (path: string, language: string) => `/unar${path}${language === 'it' ? '' : `?lang=${language}`}`
const bodyOf = async (portal: TestApp, url: string) => (await portal.inject({ url })).body

describe('a site with prerendered pages', () => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await startTestApp({ siteFolder: siteFolder(program) })
  })
  afterAll(() => portal.close())

  test.each(languages)('has language, direction and text in %s in the first response', async (language) => {
    const body = await bodyOf(portal, inLanguage('/privacy', language))
    expect(body).toContain(`<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">`)
    expect(body).toContain(`<div id="root"><h1>${language} /privacy UNAR ${language}</h1></div>`)
  })

  test.each([
    ['it-simple', 'it'],
    ['EN-simple', 'en'],
  ])('has in %s the easy form of %s, which stays the language of the document', async (tag, language) => {
    const body = await bodyOf(portal, inLanguage('/privacy', tag))
    expect(body).toContain(`<html lang="${language}" dir="ltr">`)
    expect(body).toContain(`<h1>${tag.toLowerCase()} /privacy UNAR ${language}</h1>`)
  })

  test.each(['LANG=ar', 'lang=AR', 'lang=Ar&v=1'])('reads the language from %s', async (query) => {
    const isParameter = query.startsWith('lang')
    expect(await bodyOf(portal, `/unar/privacy?${query}`)).toContain(`<html lang="${isParameter ? 'ar' : 'it'}"`)
  })

  test.each(['xx', 'zh', 'fil', '', '../ar', 'it%00'])('is Italian for the unknown language %j', async (lang) => {
    const body = await bodyOf(portal, `/unar/privacy?lang=${lang}`)
    expect(body).toContain('<html lang="it" dir="ltr">')
    expect(body).toContain('<h1>it /privacy')
  })

  test.each([
    ['/unar/privacy', 'ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
    ['/unar/privacy', 'de,en;q=0.8', 'en'],
    ['/unar/login', 'ur', 'ur'],
    ['/unar/privacy', 'it-IT,en', undefined],
    ['/unar/privacy', 'de', undefined],
    ['/unar/privacy', undefined, undefined],
    ['/unar/privacy?lang=fr', 'ar', undefined],
    ['/unar/privacy?lang=it', 'ar', undefined],
  ])('the page %s for a browser set to %j offers %j and stays in its language', async (url, accepted, offered) => {
    const plain = await portal.inject({ url })
    const reply = await portal.inject({ url, headers: { ...(accepted && { 'accept-language': accepted }) } })
    expect(reply.headers.vary).toBe('accept-encoding, accept-language')
    expect(/<html data-offer="(\w+)"/.exec(reply.body)?.[1]).toBe(offered)
    expect(reply.body.replace(/ data-offer="\w+"/, '')).toBe(plain.body)
    expect(reply.headers.etag === plain.headers.etag).toBe(offered === undefined)
  })

  test('leaves a page without prerendered content to the browser', async () => {
    expect(await bodyOf(portal, '/unar/login')).toContain('<div id="root"></div>')
    expect(await bodyOf(portal, '/unar/privacy/')).toContain('<h1>it /privacy')
  })

  test('has the title of a prerendered page in its language; other pages have a neutral title until the script runs', async () => {
    expect(await bodyOf(portal, inLanguage('/privacy', 'ar'))).toContain('<title>Privacy &amp; ar</title>')
    expect(await bodyOf(portal, '/unar/segui-segnalazione')).toContain('<title>Caricamento in corso</title>')
    expect(await bodyOf(portal, inLanguage('/login', 'ar'))).toContain('<title>جارٍ التحميل</title>')
  })

  test('preloads a page’s scripts in its language, and Arabic fonts only where they are used', async () => {
    const italian = await bodyOf(portal, '/unar/privacy')
    expect(italian.match(/<link rel="modulepreload"[^>]*href="([^"]*)"/g)).toHaveLength(2)
    expect(italian).toContain('href="assets/it-1.js"')
    expect(italian).not.toContain('arabic')
    const arabic = await bodyOf(portal, inLanguage('/privacy', 'ar'))
    expect(arabic).toContain(
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="assets/arabic-1.woff2">',
    )
    expect(arabic).toContain('href="assets/ar-1.js"')
    expect(await bodyOf(portal, inLanguage('/login', 'ur'))).toContain('arabic-1.woff2')
  })

  test('has the styles of its part behind those of every page', async () => {
    expect(await bodyOf(portal, '/unar/desk')).toContain(
      '<link rel="stylesheet" crossorigin href="assets/desk-1.css"></head>',
    )
    expect(await bodyOf(portal, '/unar/privacy')).not.toContain('stylesheet')
  })

  test('contains the names of the answer’s languages in the language of the page', async () => {
    const listIn = async (language: string) => {
      const body = await bodyOf(portal, inLanguage('/privacy', language))
      return JSON.parse(/id="office">(.*?)<\/script>/.exec(body)?.[1] ?? '').languageList
    }
    expect(await listIn('it')).toMatchObject({
      language: 'it',
      items: expect.arrayContaining([expect.objectContaining({ id: 6, label: 'Arabo' })]),
    })
    expect(await listIn('en')).toMatchObject({
      language: 'en',
      items: expect.arrayContaining([expect.objectContaining({ id: 6, label: 'Arabic' })]),
    })
  })

  test.each([
    ['br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', (body: Buffer) => gunzipSync(body)],
  ])('sends a page as %s to clients that accept it', async (encoding, decode) => {
    const plain = await portal.inject({ url: '/unar/privacy' })
    const reply = await portal.inject({
      url: '/unar/privacy',
      headers: { 'accept-encoding': `${encoding}, identity;q=0.5` },
    })
    expect(reply.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding, accept-language',
      etag: plain.headers.etag,
    })
    expect(String(decode(reply.rawPayload))).toBe(plain.body)
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length)
  })

  test('sends it uncompressed to clients that accept nothing else', async () => {
    for (const accepted of ['', 'identity', 'gzip;q=0, br;q=0.0', 'zstd'])
      expect(
        (await portal.inject({ url: '/unar/', headers: { 'accept-encoding': accepted } })).headers,
      ).not.toHaveProperty('content-encoding')
  })

  test('answers 304 to clients with the current page, and the page after a change', async () => {
    const { headers } = await portal.inject({ url: '/unar/privacy' })
    const etag = String(headers.etag)
    const known = await portal.inject({ url: '/unar/privacy', headers: { 'if-none-match': `W/"x", ${etag}` } })
    expect({ status: known.statusCode, body: known.body, etag: known.headers.etag }).toEqual({
      status: 304,
      body: '',
      etag,
    })
    const other = await portal.inject({ url: inLanguage('/privacy', 'ar'), headers: { 'if-none-match': etag } })
    expect(other.statusCode).toBe(200)
    // A refusal keeps its status.
    const refused = await portal.inject({ url: `/unar${paths.signInRefused}` })
    const again = await portal.inject({
      url: `/unar${paths.signInRefused}`,
      headers: { 'if-none-match': String(refused.headers.etag) },
    })
    expect(again.statusCode).toBe(403)
  })

  test('sends the security headers', async () => {
    const { headers } = await portal.inject({ url: '/unar/' })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('a site whose prerender program', () => {
  test.each([
    ['is not there', undefined],
    ['throws', "throw new Error('no')"],
    ['ends without a word', 'process.exit(0)'],
    ['does not compile', 'this is not a program'],
  ])('%s is still served, and rendered by browsers', async (_what, ownProgram) => {
    const logLines: string[] = []
    const portal = await startTestApp({ siteFolder: siteFolder(ownProgram), logLines })
    try {
      const reply = await portal.inject({ url: '/unar/privacy?lang=ur' })
      expect(logLines.join().includes('pages are not written beforehand')).toBe(ownProgram !== undefined)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toContain('<html lang="ur" dir="rtl">')
      expect(reply.body).toContain('<div id="root"></div>')
    } finally {
      await portal.close()
    }
  })

  // Its first run leaves a mark and hangs, so that it is stopped; the next one finds the mark and answers.
  const hangsOnce = `import { existsSync, writeFileSync } from 'node:fs'
    const mark = new URL('mark', import.meta.url)
    if (!existsSync(mark)) { writeFileSync(mark, ''); for (;;); }
    ${program}`
  const failsOnce = hangsOnce.replace('for (;;);', "throw new Error('no')")
  const settingsIn = async (language: string) =>
    ({ office: officeDefaults, languageList: { language } }) as PageSettings
  const start = async (ownProgram: string, times: { render: number; pause: number; start: number }) => {
    const failures: string[] = []
    const onFailure = (error: unknown) => failures.push(String(error))
    const pages = await createPages({ siteFolder: siteFolder(ownProgram), settingsIn, onFailure, times })
    onTestFinished(() => pages.stop())
    return { pages, failures, read: (language: Language) => pages.pageOf('/privacy', language).body.toString() }
  }
  const isRendered = (language: Language) => `<h1>${language} /privacy`

  test('is fast has rendered every language when the server opens its port', async () => {
    const { read, failures } = await start(program, { render: 60_000, pause: 60_000, start: 60_000 })
    for (const language of languages) expect(read(language)).toContain(isRendered(language))
    expect(failures).toEqual(['Error: /broken'])
  })

  test.each([
    ['takes too long once', hangsOnce, 'take too long'],
    ['fails once', failsOnce, 'no'],
  ])('%s is run again: only until then browsers render that language', async (_what, ownProgram, error) => {
    const times = { render: 3000, pause: 1, start: 60_000 }
    const { read, failures } = await start(ownProgram, times)
    expect(failures[0]).toContain(error)
    const isRead = () => expect(languages.filter((each) => !read(each).includes(isRendered(each)))).toEqual([])
    await vi.waitFor(isRead, { timeout: 30_000, interval: 20 })
  })

  test('never ends delays the start by the longest wait, and does not keep the server from stopping', async () => {
    const times = { render: 60_000, pause: 60_000, start: 1 }
    const { read, pages, failures } = await start('setInterval(() => {}, 1000)', times)
    expect(read('it')).toContain('<div id="root"></div>')
    await pages.stop()
    expect(failures).toEqual([])
  })
})
