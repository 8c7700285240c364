import { paths } from '@portal/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith } from '../../../../test/show-page.tsx'
import { associationSource } from './association-source.ts'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})

const row = (id: number, status: number, name: string) => ({
  id_persona_giuridica: id,
  id_stato_persona_giuridica: status,
  versione: 1,
  ragione_sociale: name,
  numero_richiesta: 'R-2026-000012',
  piva: '01234567890',
  data_richiesta: '2026-01-10T09:00:00.000Z',
  flag_in_ritardo: 0,
  flag_proposta: 0,
  flag_cancellazione_richiesta: 0,
})

function find(text: string, listaView: readonly object[]) {
  answerCalls({ 'POST /v1/associazioni/cerca': { result: { listaView, flag_altre: 0 } } })
  const signal = new AbortController().signal
  return associationSource.find(text, { t: i18next.t, queryClient: queryClientWith([]), signal })
}

test('associations are named with number and status, and open in the list of their status', async () => {
  const { entries } = await find('ponti', [row(5, 5, 'Ponti e Porte'), row(6, 7, 'Ponti di Ieri')])
  expect(entries.map(({ text, note, onSelect }) => [text, note, onSelect])).toEqual([
    ['Ponti e Porte', '01234567890 · Regolarmente iscritta', { href: `/x${paths.enrolledDetail}?id=5` }],
    ['Ponti di Ieri', '01234567890 · Cancellata', { href: `/x${paths.notEnabledDetail}?id=6` }],
  ])
})

test('where nothing is found, the places that were searched are named', async () => {
  expect((await find('nulla', [])).missed).toMatch(/^Nessuna associazione trovata per «nulla»/)
})

test('who works on the register is offered them, others are not', () => {
  expect(associationSource.isFor('registerOperator')).toBe(true)
  expect(associationSource.isFor('operatorOne')).toBe(false)
})
