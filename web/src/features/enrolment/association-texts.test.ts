import { type Fields, languages } from '@portal/contract'
import i18next from 'i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlaces } from '#form/form-texts.ts'
import { loadTexts, loadTextsOf, speak } from '#lib/i18n/texts.ts'
import { errorsOf } from './association-texts.ts'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('enrolment')
})
afterAll(() => speak('it'))

const missing = (key: string, path = key) => ({ key, path, message: 'campo_obbligatorio' }) as const
const sentences = () =>
  errorsOf(i18next.t, [
    missing('number'),
    missing('typeId'),
    missing('contacts', 'listaPersonaGiuridicaReferente.0.mailReferente'),
    { key: 'formedOn', path: 'data_costituzione', message: 'data_non_valida' },
  ])

test('an empty field of an application says what to do, in a line too, and a date what to check', () => {
  expect(sentences()).toEqual({
    number: 'Campo obbligatorio: scrivi la partita IVA o il codice fiscale',
    typeId: "Campo obbligatorio: scegli una voce dell'elenco",
    'contacts-0-email': 'Campo obbligatorio: scrivi un indirizzo e-mail',
    formedOn: 'Controlla giorno, mese e anno',
  })
})

test('each language has sentences of its own', async () => {
  const found = new Set<string>()
  for (const language of languages) {
    await speak(language)
    found.add(JSON.stringify(sentences()))
  }
  expect(found.size).toBe(languages.length)
})

test('a form of the office has the short sentence of the specification', async () => {
  await speak('it')
  const fields: Fields = { note: { kind: 'text', wire: 'note' } }
  const texts = { labelOf: () => 'Note', columnsOf: () => ({}), lineNameOf: () => '' }
  expect(definePlaces({ fields, keys: ['note'] }, texts).errorsOf(i18next.t, [missing('note')])).toEqual({
    note: 'Campo obbligatorio',
  })
})
