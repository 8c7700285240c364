import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { DocumentsOfRecord } = await import('./documents-of-record.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })

const fileId = (number: number) => `3f2a9c10-5b7e-4d21-8f60-${String(number).padStart(12, '0')}`
const documentOnWire = (number: number) => ({
  documento: {
    allegato: {
      cmis_id: fileId(number),
      nomeFile: `atto ${number}.pdf`,
      estensione: 'pdf',
      dimensione: 1200,
      impronta_sha256: 'ab'.repeat(32),
    },
    provenienza: 'segnalazione',
    data: '2026-11-20T10:00:00.000Z',
    flag_eliminabile: 0,
    flag_anteprima: 1,
  },
  id_segnalazione: 100 + number,
  codice: `UNAR-2026-0000${number}`,
})

const show = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => documentOnWire(index + 10))
  const { calls } = answerCalls({
    'GET /v1/segnalazioni/documenti-scheda': ({ query }) => {
      const [from, to] = [Number(query.get('da')), Number(query.get('a'))]
      return { result: { listaView: all.slice(from - 1, to), count, da: from, a: to } }
    },
  })
  showPages({ '/persona': () => <DocumentsOfRecord kind="person" id={7} /> }, ['/persona'], queryClientWith([]))
  return calls
}

test('the documents of a person name their case, ten at a time; loading more focuses the first new one', async () => {
  const calls = show(12)
  await screen.findByText('atto 10.pdf')
  expect(JSON.parse(calls[0]?.query.get('filtri') ?? '')).toEqual({ tipo: 'fisica', id_scheda: 7 })
  expect(screen.getByRole('link', { name: 'UNAR-2026-000010' }).getAttribute('href')).toContain('id=110')
  expect(screen.getByRole('link', { name: 'Scarica: atto 10.pdf' })).toBeTruthy()
  expect(screen.queryByText('atto 20.pdf')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mostra altri documenti' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('UNAR-2026-000020'))
  expect(screen.queryByRole('button', { name: 'Mostra altri documenti' })).toBeNull()
})

test('a person without documents has no such part', async () => {
  const calls = show(0)
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('documenti-scheda'))).toBe(true))
  expect(screen.queryByText('Documenti dei casi')).toBeNull()
})
