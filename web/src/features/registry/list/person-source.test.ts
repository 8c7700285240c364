import { paths } from '@portal/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith } from '../../../../test/show-page.tsx'
import { personSource } from './person-source.ts'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})

const row = (id: number) => ({
  id_persona_fisica: id,
  nome: 'محمد',
  cognome: 'Ansari',
  codice_fiscale: 'NSRMMD80A01Z226X',
  data_nascita: '1980-01-01T00:00:00.000Z',
  numero_casi: 2,
  motivi: ['esatto'],
})

async function find(count: number) {
  const listaView = Array.from({ length: Math.min(count, 6) }, (_, at) => row(at + 1))
  const { calls } = answerCalls({
    'POST /v1/anagrafica/persone-fisiche-light': { result: { listaView, count, da: 1, a: 6 } },
  })
  const signal = new AbortController().signal
  const found = await personSource.find('ansari', { t: i18next.t, queryClient: queryClientWith([]), signal })
  return { ...found, calls }
}

test('a person is named with birth date, tax code and cases, and opens its record', async () => {
  const { entries, calls } = await find(1)
  expect(entries).toEqual([
    {
      id: 'person-1',
      text: 'Ansari محمد',
      note: '01/01/1980 · NSRMMD80A01Z226X · 2 casi',
      onSelect: { href: `/x${paths.personDetail}?id=1` },
    },
  ])
  expect(calls.map(({ body }) => body)).toEqual([{ da: 1, a: 6, filtri: { parole: 'ansari' } }])
})

test('more people than are shown are one line away, by an address without their name', async () => {
  const last = (await find(40)).entries.at(-1)
  expect(last?.text).toBe('Mostra tutte le 40 persone in elenco')
  expect(last?.onSelect).toEqual({ href: expect.stringMatching(new RegExp(`^/x${paths.personList}\\?ricerca=r\\d+$`)) })
})

test('where nobody is found, it says so', async () => {
  expect(await find(0)).toMatchObject({ entries: [], missed: 'Nessuna persona in anagrafica.' })
})

test.each([
  ['manager', true],
  ['operatorOne', true],
  ['operatorTwo', true],
  ['registerAdmin', false],
  ['registerOperator', false],
] as const)('%s reads people: %s', (role, isReader) => expect(personSource.isFor(role)).toBe(isReader))

test.each([
  ['ab', false],
  ['abc', true],
  ['140', false],
  ['UNO-2026-000140', false],
  ['NSRMMD80A01Z226X', true],
  ['3331234567', true],
])('%s is searched for among people: %s', (text, isFound) => expect(personSource.canFind(text)).toBe(isFound))
