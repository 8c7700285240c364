import { paths } from '@portal/contract'
import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { RightsNewPage } = await import('./rights-new-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const created = {
  id_richiesta: 4,
  tipo: 'esportazione',
  stato: 'in_attesa',
  data_richiesta: '2026-11-20T10:00:00.000Z',
  soggetto: 'UNAR-2026-000005',
  richiedente: 'Rossetti Luca',
  data_scadenza: '2026-12-20T00:00:00.000Z',
  scadenza: 'nei_termini',
  motivo: 'Allo sportello',
  segnalazioni: [],
  utenti: 0,
  schede: 0,
  flag_puo_decidere: 0,
}

test('leaving a request that is begun asks; one that was sent is left at once', async () => {
  const { calls } = answerCalls({ 'POST /v1/diritti': { result: created } })
  showPages(
    {
      [paths.rightsNew]: RightsNewPage,
      [paths.rightsList]: () => <h1>Richieste</h1>,
      [paths.rightsDetail]: () => <h1>Dettaglio</h1>,
    },
    [paths.rightsNew],
  )
  await userEvent.type(await screen.findByRole('textbox', { name: /^PIN/ }), 'AAAAA-AAAAA')
  await userEvent.click(screen.getByRole('link', { name: 'Torna indietro' }))
  await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })
  await userEvent.click(screen.getByRole('button', { name: 'Continua a scrivere' }))
  await userEvent.click(screen.getByRole('button', { name: 'Inserisci la richiesta' }))
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(calls.map(({ body }) => body)).toEqual([{ pin: 'AAAAA-AAAAA' }])
})
