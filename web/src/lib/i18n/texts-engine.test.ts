import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { languages } from '@portal/contract'
import type { i18n } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import engine from './texts-engine.ts'

// The library itself, which builds and tests of the site replace.
const library: i18n = createRequire(import.meta.url)('i18next')
const parts = join(import.meta.dirname, '../../texts')
const shared = join(import.meta.dirname, '../../../../contract/src/texts')

const read = (file: string): object => JSON.parse(readFileSync(file, 'utf8'))
const textsOf = (language: string) =>
  [shared, ...readdirSync(parts, { withFileTypes: true }).map(({ name }) => join(parts, name))].flatMap((folder) =>
    /\.ts$/.test(folder) || !readdirSync(folder).includes(`${language}.json`)
      ? []
      : [read(join(folder, `${language}.json`))],
  )

const keysOf = (node: object, prefix = ''): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' || Array.isArray(value) ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  )

const interpolation = { escapeValue: false, defaultVariables: { office: 'Ufficio & <b>', phone: '800', tag: 'T' } }
const values = { name: '{{phone}}', max: 5, code: 'X-1', day: '20/11/2026', number: 1234567.5, mail: 'a@b.it' }
const number = (value: unknown, language = 'it') => new Intl.NumberFormat(`${language}-u-nu-latn`).format(Number(value))

beforeAll(async () => {
  for (const each of [library, engine as unknown as i18n]) {
    await each.init({ lng: 'it', fallbackLng: false, resources: {}, interpolation })
    each.services.formatter?.add('number', number)
    for (const language of languages)
      for (const texts of textsOf(language)) each.addResourceBundle(language, 'translation', texts, true)
  }
})

describe.each(languages)('in %s', (language) => {
  test('every text, in every plural form, is what i18next makes of it', async () => {
    await library.changeLanguage(language)
    await engine.changeLanguage(language)
    const keys = textsOf(language).flatMap((texts) => keysOf(texts))
    expect(keys.length).toBeGreaterThan(100)
    const made = (speaker: i18n) =>
      keys.flatMap((key) => {
        const stem = key.replace(/_(?:zero|one|two|few|many|other)$/, '')
        const counts = stem === key ? [undefined, 0] : [undefined, 0, 1, 2, 3, 11, 100, 1_000_000]
        return counts.map((count) => {
          const given = { ...values, returnObjects: true, ...(count !== undefined && { count }) }
          return [stem, count, speaker.exists(key), speaker.t(stem as never, given as never)]
        })
      })
    expect(made(engine as unknown as i18n)).toEqual(made(library))
  })
})

test('a key without a text is shown as it is, and said not to exist', () => {
  for (const key of ['nowhere', 'site', 'site.nowhere.at.all', 'site.menu.more']) {
    expect(engine.t(key)).toEqual(expect.stringContaining(key.split('.')[0] ?? ''))
    expect(engine.exists(key)).toBe(library.exists(key))
  }
})

test('a listener is called on each change of language until it unsubscribes', async () => {
  let heard = 0
  const end = engine.listen(() => {
    heard++
  })
  await engine.changeLanguage('ur')
  end()
  await engine.changeLanguage('it')
  expect(heard).toBe(1)
})
