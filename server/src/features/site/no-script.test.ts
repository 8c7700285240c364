import { languages, ownNames, pageTags } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { officeDefaults } from '../../wiring/office-defaults.ts'
import { noScript } from './pages.ts'

const office = { ...officeDefaults, phone: '800 12 34 56', assistanceMailbox: 'aiuto@example.org' }
const titles = languages.map((language) => /<h2>(.+?)<\/h2>/.exec(noScript(office, language))?.[1])

describe('without JavaScript', () => {
  test.each(languages)('the page in %s shows telephone, hours and mail address', (language) => {
    const html = noScript(office, language)
    expect(html).toMatch(
      /^<noscript>.*<\/noscript><section class="container late-waiting" id="late" role="alert">.*<\/section>$/s,
    )
    expect(
      html.split(`href="/${office.slug}/cosa-facciamo/contact-center/modulo/inizio?lang=${language}"`),
    ).toHaveLength(3)
    expect(html).toContain('<a href="tel:800123456"><bdi dir="ltr">800&nbsp;12&nbsp;34&nbsp;56</bdi></a>')
    // In the language's format of times.
    expect(html).toMatch(/8(:00|\u00a0h).*17(:00|\u00a0h)/s)
    expect(html).toContain('href="mailto:aiuto@example.org"')
    expect(html).not.toMatch(/noScript\.|withoutScript\./)
  })

  test.each(languages)('the page in %s links to the five other languages', (language) => {
    const html = noScript(office, language)
    for (const other of languages)
      if (other === language) expect(html).not.toContain(`hreflang="${other}"`)
      else expect(html).toMatch(new RegExp(`href="\\?lang=${other}"[^>]* lang="${other}"[^>]*>${ownNames[other]}<`))
  })

  test('each page tag leads to the plain pages of its own form', () => {
    for (const tag of pageTags) expect(noScript(office, tag)).toContain(`/contact-center/modulo/inizio?lang=${tag}"`)
    expect(noScript(office, 'it-simple')).toContain('Il modulo ha bisogno di JavaScript.')
  })

  test('each language has its own text', () => {
    expect(new Set(titles).size).toBe(languages.length)
  })

  test('settings are escaped', () => {
    const html = noScript({ ...office, phone: '<b>800', assistanceMailbox: 'a"b@example.org' }, 'it')
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('a"b')
  })
})
