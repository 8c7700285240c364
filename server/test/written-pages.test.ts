import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isRightToLeft, type Language, languages, paths, protectedPages } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { startTestApp, type TestApp } from './build-app.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const siteFolder = `${root}web/dist`
const textsOf = (part: string, language: Language) =>
  JSON.parse(readFileSync(`${root}web/src/texts/${part}/${language}.json`, 'utf8'))

/** The prerendered text pages, with the key of their texts. */
const pages = [
  [paths.help, 'help'],
  [paths.contacts, 'contactPage'],
  [paths.privacy, 'privacy'],
  [paths.accessibility, 'accessibility'],
  [paths.legalNotes, 'legalNotes'],
] as const

const unescaped = (html: string) =>
  html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/<[^>]+>/g, '')

describe('the site as it is built', () => {
  let portal: TestApp
  const read = async (path: string, language: Language) => {
    const { body } = await portal.inject({ url: `/unar${path}${language === 'it' ? '' : `?lang=${language}`}` })
    const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(body) ?? []
    const [, title = ''] = /<title>(.*?)<\/title>/.exec(body) ?? []
    return { body, heading: unescaped(heading), title: unescaped(title) }
  }

  beforeAll(async () => {
    if (!existsSync(`${siteFolder}/index.html`)) throw new Error('The site is not built: npm run build')
    portal = await startTestApp({ siteFolder })
  })
  afterAll(() => portal.close())

  test.each(languages.flatMap((language) => pages.map(([path, key]) => [language, path, key] as const)))(
    "has in '%s' the page %s whole in its first answer: language, direction, title, heading and text",
    async (language, path, key) => {
      const { body, heading, title } = await read(path, language)
      expect(body).toContain(`<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">`)
      expect(heading).toBe(textsOf('pages', language).pages[key].title)
      expect(title).toContain(heading)
      expect(title).toMatch(/ – UNAR$/)
      expect(body.slice(body.indexOf('<h1'))).not.toMatch(/\{\{|pages\.\w|contactBox\.|>undefined</)
    },
  )

  test.each(languages)("has in '%s' the page of open data with its texts, without numbers", async (language) => {
    const { body, heading } = await read(paths.openData, language)
    const { title, counting } = textsOf('open-data', language).openData
    expect(heading).toBe(title)
    expect(unescaped(body)).toContain(counting.items[0])
    expect(body).not.toContain('<table')
  })

  test.each(languages)(
    "has in '%s' examples of discrimination in nine areas of life, under a title that hides it",
    async (language) => {
      const { body, heading, title } = await read(paths.examples, language)
      const { examples } = textsOf('pages', language).pages
      expect(heading).toBe(examples.title)
      expect(title).not.toContain(heading)
      expect(examples.areas).toHaveLength(9)
      const text = unescaped(body)
      for (const area of examples.areas) {
        expect(area.text.length).toBeGreaterThanOrEqual(3)
        for (const words of [area.title, ...area.text]) expect(text).toContain(words)
      }
      const link = new RegExp(`<a [^>]*href="/unar${paths.examples}`)
      for (const from of [paths.reportIntro, paths.help]) expect((await read(from, language)).body).toMatch(link)
    },
  )

  test('shows the assurances of the office once they are confirmed, without a restart', async () => {
    const { residence } = officeDefaults
    const manager = await portal.as('manager')
    expect((await read(paths.reportIntro, 'it')).body).not.toContain(residence.slice(0, 40))
    const { impronta } = (await manager.raw('GET', '/v1/garanzie')).body.result
    await manager.raw('POST', '/v1/garanzie/conferma', { impronta })
    const introOf = async (language: Language) => {
      const [, page = ''] = (await read(paths.reportIntro, language)).body.split('id="root"')
      return unescaped(page)
    }
    const patience = { timeout: 60_000, interval: 200 }
    await vi.waitFor(async () => expect(await introOf('it')).toContain(residence), patience)
    // The program that hydrates the page has the same text.
    expect((await read(paths.reportSummary, 'it')).body).toContain(residence)

    await manager.raw('POST', '/v1/garanzie/ritiro')
    await vi.waitFor(async () => expect(await introOf('it')).not.toContain(residence), patience)
    expect((await read(paths.reportSummary, 'it')).body).not.toContain(residence)
  })

  test.each([paths.reportIntro, paths.help, paths.enrolment])(
    'every link of %s leads to a page of the office',
    async (path) => {
      const { body } = await read(path, 'it')
      const hrefs = [...body.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href)
      expect(hrefs.length).toBeGreaterThan(languages.length)
      expect(hrefs.filter((href) => !href?.startsWith('/unar/'))).toEqual([])
    },
  )

  test.each([
    [paths.privacy, 'Informativa sui dati personali', 'Informazioni'],
    [paths.accessibility, 'Accessibilità', 'Informazioni'],
    [paths.legalNotes, 'Note legali', 'Informazioni'],
    [`${paths.enrolment}/`, 'Iscrivi la tua associazione', 'Iscrizione'],
  ])('%s has its heading and the title of its section', async (path, heading, section) => {
    expect(await read(path, 'it')).toMatchObject({ heading, title: `${section} – ${heading} – UNAR` })
  })

  test.each(Object.values(protectedPages).map(([path]) => path))(
    'has frame, shape, style and title of %s in its first answer, and nothing that needs a session',
    async (path) => {
      const { body, title } = await read(path, 'it')
      expect(body).toMatch(/<link rel="stylesheet"[^>]*desk-outline[^>]*><\/head>/)
      const [, root = ''] = body.split('<div id="root">')
      expect(root).toMatch(/^<div class="desk"><header class="desk-bar.*<main id="content".*aria-busy="true"/s)
      expect(root).not.toMatch(/<a |<button|<input|\{\{|>undefined</)
      expect(title).toMatch(/^(?!Caricamento)[^–]+ – [^–]+ – UNAR$/)
    },
  )

  test('a list has its own heading at once', async () => {
    expect((await read(paths.caseList, 'it')).heading).toBe('Casi')
  })

  test.each([paths.reportIntro, paths.reportProfile, paths.reportDetails, paths.reportFacts])(
    '%s does not say in its title what it is about: others may see the screen',
    async (path) => {
      const { heading, title } = await read(path, 'it')
      expect(heading).not.toBe('')
      expect(title).toMatch(/^Contact center/)
      expect(title).not.toMatch(/UNAR|discriminazion/)
    },
  )
})
