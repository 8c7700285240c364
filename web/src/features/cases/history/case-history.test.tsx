import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseHistory } = await import('./case-history.tsx')
await loadTexts()
await loadTextsOf('desk')

afterEach(cleanup)

const entry = { data: '2026-11-20T10:00:00.000Z', utente: 'Giulia Ferri', ruolo: 'ACLRUP', campi_modificati: [] }
const events = [
  { ...entry, id_voce: 4, tipo: 'azione_annullata', data: '2026-11-20T10:00:05.000Z', id_voce_annullata: 3 },
  {
    ...entry,
    id_voce: 3,
    tipo: 'chiudi',
    data_annullamento: '2026-11-20T10:00:05.000Z',
    annullata_da: 'Giulia Ferri',
    campi_modificati: [{ campo: 'modello_chiusura', dopo: 'Informazioni date' }],
  },
  {
    ...entry,
    id_voce: 2,
    tipo: 'richiamo_spostato',
    campi_modificati: [{ campo: 'data_richiamo', prima: '2026-11-21T00:00:00.000Z', dopo: '2026-11-23T00:00:00.000Z' }],
  },
  { ...entry, id_voce: 1, tipo: 'commento_aggiunto' },
]

test('the history says which action was taken back, by which macro a case was closed, and which day a reminder has', async () => {
  answerCalls({
    'GET /v1/segnalazioni/iter/7': { result: { listaView: events, count: events.length, da: 1, a: 10 } },
  })
  showPages({ '/caso': () => <CaseHistory caseId={7} /> }, ['/caso'], queryClientWith([]))
  const [undone, closed, moved, commented] = await screen.findAllByRole('listitem')
  const shown = (item: HTMLElement | undefined) => item?.textContent?.replaceAll(/\s+/g, ' ')
  expect(shown(closed)).toMatch(/Annullata da Giulia Ferri il 20\/11\/2026/)
  expect(shown(undone)).not.toContain('Annullata da')
  if (!closed || !moved) throw new Error('an entry is missing')
  expect(within(closed).getByRole('rowheader', { hidden: true }).textContent).toBe('Modello di chiusura')
  expect(shown(moved)).toContain('Giorno del richiamo21/11/202623/11/2026')
  expect(shown(commented)).toContain('Commento interno aggiunto')
})
