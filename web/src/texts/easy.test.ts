import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type EasyLanguage, easyErrors } from '../../test/easy-language.ts'

const screens = import.meta.dirname
const shared = join(screens, '../../../contract/src/texts')
/** Texts that have no easy form: of the office's own lists and dialogs. */
const officeParts = ['desk', 'tour']
const screenParts = readdirSync(screens, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !officeParts.includes(entry.name))
  .map(({ name }) => join(screens, name))
/** The texts of everything that the public reads; docs/easy-language.md names what has no easy form. */
const folders = [shared, ...['follow-up', 'letters', 'register'].map((part) => join(shared, part)), ...screenParts]
/** Letters and documents to associations, with terms and remedies of the law, and feeds for programs. */
const usualAlone = /^(registerLetters|certificatePdf|inPersonRecord|registerFeed|assessmentFeed)\./
const easyLanguages: readonly EasyLanguage[] = ['it', 'en']

type Texts = { readonly [key: string]: Texts | string }
const read = (folder: string, name: string): Texts => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
/** The easy texts of a part; none where each usual text is easy. */
const readEasy = (folder: string, language: EasyLanguage): Texts =>
  existsSync(join(folder, `${language}-simple.json`)) ? read(folder, `${language}-simple`) : {}
/** Every text by its key; a list is one text of several parts, which another list replaces as a whole. */
const flat = (node: Texts, prefix = ''): [string, Texts | string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value) ? flat(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  )
const wordings = (value: Texts | string): string[] =>
  typeof value === 'string' ? [value] : Object.values(value).flatMap(wordings)
const placeholders = (value: Texts | string) =>
  [...new Set(wordings(value).flatMap((text) => text.match(/\{\{[^}]+\}\}/g) ?? []))].sort()

const cases = folders.flatMap((folder) => easyLanguages.map((language) => [folder.split('/').at(-1), language, folder]))

describe.each(cases as [string, EasyLanguage, string][])('the easy texts of %s in %s', (_name, language, folder) => {
  const usual = new Map(flat(read(folder, language)))
  const easy = new Map(flat(readEasy(folder, language)))

  test('stand where usual texts stand, with the same values', () => {
    expect([...easy.keys()].filter((key) => !usual.has(key))).toEqual([])
    const changed = [...easy].filter(
      ([key, text]) => `${placeholders(text)}` !== `${placeholders(usual.get(key) ?? '')}`,
    )
    expect(changed.map(([key]) => key)).toEqual([])
  })

  test('are easy to read, and so is each usual text that has none', () => {
    const held = [...usual].filter(([key]) => !usualAlone.test(key))
    const shown = held.flatMap(([key, text]) =>
      wordings(easy.get(key) ?? text).flatMap((wording) =>
        easyErrors(wording, language).map((error) => `${key}: ${wording} (${error})`),
      ),
    )
    expect(shown).toEqual([])
  })

  test('replace no text that is easy already by the very same text', () => {
    expect([...easy].filter(([key, text]) => JSON.stringify(usual.get(key)) === JSON.stringify(text))).toEqual([])
  })
})

test('no other part has easy texts that nobody checks', () => {
  const others = officeParts.flatMap((name) => readdirSync(join(screens, name)))
  expect(others.filter((file) => file.includes('-simple'))).toEqual([])
})

test.each([
  ['it', 'Ti rispondiamo presto.', undefined],
  ['it', 'Scrivi il codice; poi il PIN.', 'a semicolon, a bracket or a dash'],
  ['it', 'Uno due tre quattro sei sette otto che ciao casa sole mare monte fiume lago cielo.', 'words in a sentence'],
  ['it', 'Lascia un recapito.', "'recapito'"],
  ['it', 'Lascia un recapito. Recapito vuol dire: la tua e-mail.', undefined],
  ['it', 'La segnalazione viene letta.', 'a passive'],
  ['it', 'Entro trenta giorni.', 'a number in letters'],
  ['it', 'Chiama lun. mattina.', 'an abbreviation'],
  ['it', 'Chiedi alla ASL.', 'the abbreviation ASL'],
  ['it', 'Speriamo che tu possa capire e che tu sia al sicuro.', 'two verbs of wish or doubt'],
  ['it', 'Penso che dici che quando piove esci.', 'clauses that hang on each other'],
  ['it', 'Prendi pane, latte, sale, olio, vino.', 'many commas'],
  ['en', 'Your report was sent.', 'a passive'],
  ['en', 'You may submit it.', "'submit'"],
  ['en', 'It takes five minutes.', 'a number in letters'],
] as const)('in %s, "%s" breaks %s', (language, text, error) => {
  const errors = easyErrors(text, language)
  if (error) expect(errors.join()).toContain(error)
  else expect(errors).toEqual([])
})
