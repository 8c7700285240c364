import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRightToLeft, type Language, languages } from '@portal/contract'
import { describe, expect, test } from 'vitest'

const screens = import.meta.dirname
const shared = join(screens, '../../../contract/src/texts')
/** Parts that signed-in people alone read, in Italian. */
const officeOnly = ['desk', 'tour']

const partsOfScreens = readdirSync(screens, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !officeOnly.includes(entry.name))
  .map(({ name }) => [name, join(screens, name)] as const)
const parts: ReadonlyMap<string, string> = new Map([
  ['contract', shared],
  ['contract/follow-up', join(shared, 'follow-up')],
  ['contract/letters', join(shared, 'letters')],
  ['contract/register', join(shared, 'register')],
  ...partsOfScreens,
])

const flat = (node: object, prefix = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'object'
      ? flat(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)] as [string, string]],
  )

/** The texts of a part by key; one whose file is not there has none. */
function read(part: string, language: Language): ReadonlyMap<string, string> {
  const file = join(parts.get(part) ?? '', `${language}.json`)
  return new Map(existsSync(file) ? flat(JSON.parse(readFileSync(file, 'utf8'))) : [])
}

const categoriesOf = (language: Language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories
const pluralKey = /^(.+)_(zero|one|two|few|many|other)$/
/** The stem and form of a key, where Italian counts there; `spid_other` alone would be a plain key. */
function pluralOf(key: string, italian: ReadonlyMap<string, string>) {
  const [, stem = '', form = ''] = pluralKey.exec(key) ?? []
  return categoriesOf('it').every((category) => italian.has(`${stem}_${category}`)) ? { stem, form } : undefined
}

/** Every key that a language must have: those of Italian, with the language's own plural forms. */
function wantedKeys(language: Language, italian: ReadonlyMap<string, string>): string[] {
  const wanted = [...italian.keys()].flatMap((key) => {
    const plural = pluralOf(key, italian)
    return plural ? categoriesOf(language).map((category) => `${plural.stem}_${category}`) : [key]
  })
  return [...new Set(wanted)]
}

/** The Italian text that a text stands for. */
function sourceOf(key: string, italian: ReadonlyMap<string, string>): string {
  const plural = pluralOf(key, italian)
  return italian.get(plural ? `${plural.stem}_other` : key) ?? ''
}

const placeholder = /\{\{\s*([^}]*?)\s*\}\}/g
const placeholdersOf = (text: string) => [...new Set([...text.matchAll(placeholder)].map(([, name]) => name))].sort()

/** A form that stands for one number alone may write it out: 'one message', 'رسالتان'. */
function namesOneNumber(language: Language, form: string): boolean {
  const rules = new Intl.PluralRules(language)
  return Array.from({ length: 200 }, (_, number) => rules.select(number)).filter((name) => name === form).length === 1
}

/** What a text leaves out of the Italian one's placeholders, or adds to them. */
function placeholderError(
  key: string,
  text: string,
  language: Language,
  italian: ReadonlyMap<string, string>,
): string | undefined {
  const form = pluralOf(key, italian)?.form
  const isFree = form !== undefined && namesOneNumber(language, form)
  const counted = (names: (string | undefined)[]) => names.filter((name) => !(isFree && /^count\b/.test(name ?? '')))
  const wanted = counted(placeholdersOf(sourceOf(key, italian))).join(' ')
  const found = counted(placeholdersOf(text)).join(' ')
  return wanted === found ? undefined : `${key}: {${found}} instead of {${wanted}}`
}

const isWording = (text: string) => /\p{L}/u.test(text.replaceAll(placeholder, ''))

/** Texts that are rightly those of Italian: language, key, why. */
const alike: readonly (readonly [Language, string, string])[] = [
  ['en', 'toasts.error', 'the specification has the English word in Italian'],
  ['en', 'toasts.success', 'the specification has the English word in Italian'],
  ['en', 'lineKit.removeText', 'the specification has the English sentence in Italian'],
  ['en', 'site.menu', 'the same word'],
  ['en', 'site.footer.privacy', 'the same word'],
  ['en', 'report.success.pin', 'the same abbreviation'],
  ['en', 'plainReport.pin', 'the same abbreviation'],
  ['en', 'report.no', 'the same word'],
  ['fr', 'site.menu', 'the same word'],
  ['es', 'toasts.error', 'the same word'],
  ['es', 'titles.register', 'the same word'],
  ['es', 'fields.province', 'the same word'],
  ['es', 'publicRegister.search.province', 'the same word'],
  ['es', 'publicRegister.fields.municipality', 'the same word'],
  ['es', 'report.no', 'the same word'],
  ['es', 'report.success.pin', 'the same abbreviation'],
  ['es', 'plainReport.pin', 'the same abbreviation'],
  ['ur', 'report.success.pin', 'the same abbreviation'],
  ['en', 'followUp.pin', 'the same abbreviation'],
  ['es', 'followUp.pin', 'the same abbreviation'],
  ['ur', 'followUp.pin', 'the same abbreviation'],
  ['ur', 'plainReport.pin', 'the same abbreviation'],
]
const isAlike = (language: Language, key: string) =>
  alike.some(([at, which]) => at === language && (which === key || which === key.replace(pluralKey, '$1')))

const translated = languages.filter((language) => language !== 'it')
const cases = [...parts.keys()].flatMap((part) => translated.map((language) => [part, language] as const))

describe.each(cases)('the texts of %s in %s', (part, language) => {
  const italian = read(part, 'it')
  const texts = read(part, language)
  const found = (isError: (key: string, text: string) => boolean) =>
    [...texts].filter(([key, text]) => isError(key, text)).map(([key, text]) => `${key}: ${text}`)

  test('have the keys of Italian and the plural forms of the language, no more and no less', () => {
    const wanted = wantedKeys(language, italian)
    expect(wanted.length).toBeGreaterThan(0)
    expect({
      missing: wanted.filter((key) => !texts.has(key)),
      unknown: [...texts.keys()].filter((key) => !wanted.includes(key)),
    }).toEqual({ missing: [], unknown: [] })
  })

  test('have the placeholders of Italian', () => {
    expect([...texts].flatMap(([key, text]) => placeholderError(key, text, language, italian) ?? [])).toEqual([])
  })

  test('are written, and written to the end', () => {
    expect(found((_, text) => text.trim() === '' || /\b(?:TODO|FIXME)\b/.test(text))).toEqual([])
  })

  test('are translated', () => {
    expect(found((key, text) => isWording(text) && text === sourceOf(key, italian) && !isAlike(language, key))).toEqual(
      [],
    )
  })

  if (isRightToLeft(language))
    test('keep codes and numbers together among words that run the other way', () => {
      const loose = /(?<!\u2068)\{\{(?:phone|code|url|pin|email|mail)\}\}/
      expect(found((_, text) => /[\u0600-\u06ff]/.test(text) && loose.test(text))).toEqual([])
    })

  if (isRightToLeft(language))
    test('are in the script of the language', () => {
      expect(
        found((key, text) => isWording(text) && !/\p{Script=Arabic}/u.test(text) && !isAlike(language, key)),
      ).toEqual([])
    })
})

test('every public part has a file for each language', () => {
  const missing = [...parts.values()].flatMap((folder) =>
    languages.map((language) => join(folder, `${language}.json`)).filter((file) => !existsSync(file)),
  )
  expect(missing).toEqual([])
})

test('what counts as the same word as in Italian still does', () => {
  const everything = (language: Language) => [...parts.keys()].flatMap((part) => [...read(part, language)])
  const italian = new Map(everything('it'))
  const stale = alike.filter(([language, key]) => new Map(everything(language)).get(key) !== italian.get(key))
  expect(stale.map(([language, key]) => `${language} ${key}`)).toEqual([])
})

test('English says what the specification says to the letter', () => {
  const texts = [...parts.keys()].flatMap((part) => [...read(part, 'en').values()])
  expect(texts).toEqual(
    expect.arrayContaining([
      'Mandatory field',
      'Error sending the report, try again',
      'form contains errors, unable to continue',
      'Error',
      'Success',
    ]),
  )
})

test('French keeps its marks on the line of their word, and has its apostrophe', () => {
  const texts = [...parts.keys()].flatMap((part) => [...read(part, 'fr')])
  expect(texts.filter(([, text]) => / [:;?!»%]|« |\p{L}'\p{L}/u.test(text))).toEqual([])
})

/** Words that readers would misunderstand, or that name a thing which has another word: language, words, their keys, why. */
const avoided: readonly (readonly [Language, RegExp, RegExp, string])[] = [
  ['it', /nessuno può recuperare/i, /./, 'the office cannot read a PIN, but helps a person who lost theirs'],
  ['en', /e-mail/i, /./, 'email'],
  ['en', /nobody can recover/i, /./, 'as in Italian'],
  ['fr', /\bbureau\b/i, /./, 'Office: a bureau is a room or a desk'],
  ['fr', /(?<!\{)\bcode\b(?! PIN)/i, /^(?:followUp|report\.success|receiptPdf|mails)\./, 'numéro de dossier'],
  ['fr', /\d:\d\d/, /./, '8 h'],
  ['es', /notific/i, /./, 'comunicar: an office notifies, a reporter does not'],
  ['ar', /جارٍ تحميل/, /^upload\./, 'رفع: the other word is a download'],
  ['ur', /\.(?: |$)/, /^(?:contactCentre|noScript)\./, 'the full stop of Urdu is ۔'],
]

test.each(avoided)('%s avoids %s in %s (%s)', (language, words, keys) => {
  const texts = [...parts.keys()].flatMap((part) => [...read(part, language)])
  expect(texts.filter(([key, text]) => keys.test(key) && words.test(text))).toEqual([])
})

test('every text on a lost PIN says the same: nobody can read it, and whom to call or write to', () => {
  const lost = ['followUp.lostPin', 'mails.receipt.body', 'mails.message.body']
  for (const language of languages) {
    const texts = new Map([...parts.keys()].flatMap((part) => [...read(part, language)]))
    for (const key of lost)
      expect(placeholdersOf(texts.get(key) ?? ''), key).toEqual(expect.arrayContaining(['mail', 'phone']))
  }
})

test.each([
  ['it', '(gg/mm/aaaa)'],
  ['en', '(dd/mm/yyyy)'],
  ['fr', '(jj/mm/aaaa)'],
  ['es', '(dd/mm/aaaa)'],
] as const)('the format of a date is shown in the letters of %s', (language, format) => {
  expect(read('contract', language).get('messages.data_non_valida')).toContain(format)
})

test.each([
  ...translated.filter((language) => language !== 'ar').map((language) => [language, '15', '12'] as const),
  ['ar', '12', '15'] as const,
])('the message on telephones in %s speaks of %s characters', (language, limit, other) => {
  const text = read('contract', language).get('messages.telefono_non_valido')
  expect(text).toContain(limit)
  expect(text).not.toContain(other)
})
