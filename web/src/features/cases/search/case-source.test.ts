import { paths } from '@portal/contract'
import i18next from 'i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { caseRowOnWire } from '../../../../test/cases-on-wire.ts'
import { queryClientWith } from '../../../../test/show-page.tsx'
import { caseSource, savedViewSource } from './case-source.ts'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})

// The cases that a search finds, by its filters; a search for a name of one letter is refused.
let finds: (filters: Record<string, unknown>) => readonly number[] = () => []
let calls: readonly Call[] = []
const asked = () =>
  calls.filter(({ path }) => path.includes('integrazione-segnalazione')).map(({ body }) => body?.filtri ?? {})

function search({ body }: Call): Answer {
  const filters = body?.filtri ?? {}
  if (filters.nominativo === 'abc') {
    const errori = [{ campo: 'filtri.nominativo', codice: 'ricerca_troppo_corta', messaggio: 'Servono tre lettere' }]
    return { status: 400, result: { descrizione: 'Controlla i dati', errori }, errorCode: 'dati_non_validi' }
  }
  const listaView = finds(filters).map((id) => caseRowOnWire(id, { id_ambito: 1 }))
  const keys = { chiave_prima: '1-9', chiave_ultima: '1-1' }
  return { result: { listaView, count: listaView.length, da: 1, a: listaView.length, ...keys } }
}

const view = { id_vista: 3, vista: 0, nome: 'Scuola a Roma', filtri: {}, condivisa: 0, eliminabile: 1 }

beforeEach(() => {
  finds = () => []
  calls = answerCalls({
    'GET /v1/admin/user': {
      result: [{ id_utente: 7, nome: 'Luca', cognome: 'Rossetti', listaRuolo: ['ACLOP1'] }],
    },
    'GET /v1/segnalazioni/viste': { result: { viste: [view] } },
    'POST /v1/segnalazioni/integrazione-segnalazione-view-pag': search,
  }).calls
})

const tools = () => ({ t: i18next.t, queryClient: queryClientWith([]), signal: new AbortController().signal })
const find = (text: string) => caseSource.find(text, tools())

test.each([
  ['140', 'listaNumeroProtocollo'],
  ['2026-140', 'listaNumeroProtocollo'],
  ['CASO-2026-000140', 'listaNumeroProtocollo'],
  ['1234567', 'contatto'],
  ['maria@example.org', 'contatto'],
  ['Negri', 'nominativo'],
])('%s is searched for by %s, in one call, and a single case is the only entry', async (text, key) => {
  finds = (filters) => (key in filters ? [7] : [])
  const { entries } = await find(text)
  expect(entries.map(({ onSelect }) => onSelect)).toEqual([{ href: `/x${paths.caseDetail}?id=7` }])
  expect(asked()).toEqual([{ [key]: key === 'listaNumeroProtocollo' ? [text] : text }])
})

test('several cases can be opened as a list', async () => {
  finds = ({ nominativo }) => (nominativo ? [1, 2] : [])
  const { entries } = await find('Casa')
  expect(entries.map(({ text }) => text).at(-1)).toBe('Mostra tutti i 2 casi in elenco')
  expect(entries.at(-1)?.onSelect).toMatchObject({ href: expect.stringContaining('ovunque=1') })
})

test('an operator is found by name, after the people of the cases', async () => {
  finds = ({ user }) => (user ? [1, 2] : [])
  await find('rossetti')
  expect(asked()).toEqual([{ nominativo: 'rossetti' }, { user: { id_utente: [7] } }])
})

test('a miss says everything that was searched', async () => {
  expect(await find('1234567')).toEqual({
    entries: [],
    missed:
      'Nessun caso trovato per «1234567». Abbiamo cercato in: e-mail e telefoni, codici e numeri di protocollo, racconti.',
  })
})

test('words that the server refuses fail with its reason', async () => {
  await expect(find('abc')).rejects.toMatchObject({ fieldErrors: [{ messaggio: 'Servono tre lettere' }] })
})

test('a saved view is found by the words of its name', async () => {
  const { entries } = await savedViewSource.find('rom', tools())
  expect(entries.map(({ text, note }) => [text, note])).toEqual([['Scuola a Roma', 'Casi']])
  expect((await savedViewSource.find('mil', tools())).entries).toEqual([])
})
