import { paths } from '@portal/contract'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { showPages } from '../../../../test/show-page.tsx'

const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { FlaggedReportsPage } = await import('./flagged-reports-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const suspect = (id: number, motivi: string[]) => ({
  id_segnalazione: id,
  codice: `UNAR-2026-00000${id}`,
  id_stato: 1,
  data_creazione: '2026-11-20T10:00:00.000Z',
  motivi,
})
const review = '/v1/segnalazioni/da-rivedere/8/non-spam'

let waiting: ReturnType<typeof suspect>[] = []
let reviewStatus = 200
let calls: readonly Call[] = []
const called = () => calls.map(({ method, path }) => `${method} ${path}`)
const shownNotices: string[] = []

beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  waiting = [suspect(9, ['testo_ripetuto']), suspect(8, ['campo_nascosto', 'compilazione_rapida'])]
  reviewStatus = 200
  calls = answerCalls({
    'GET /v1/segnalazioni/da-rivedere': () => ({
      result: { listaView: waiting, count: waiting.length, da: 1, a: 10 },
    }),
    [`POST ${review}`]: () => {
      if (reviewStatus !== 200)
        return { status: reviewStatus, result: { descrizione: 'Non puoi farlo' }, errorCode: 'non_autorizzato' }
      waiting = waiting.filter(({ id_segnalazione }) => id_segnalazione !== 8)
      return { result: { id_segnalazione: 8, data_revisione: '2026-11-20T11:00:00.000Z' } }
    },
  }).calls
  shownNotices.length = 0
})

const show = () => showPages({ [paths.flaggedReports]: FlaggedReportsPage }, [paths.flaggedReports])

test('the list tells of each report why it stands there, and leads to its case', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'UNAR-2026-000008' })
  expect(link.getAttribute('href')).toBe(`/x${paths.caseDetail}?id=8`)
  const row = within(screen.getByRole('row', { name: /UNAR-2026-000008/ }))
  row.getByText('Compilato un campo che le persone non vedono; Inviata in pochi secondi')
  screen.getByText(/Restano comunque tra i casi/)
})

test('a report that was looked at goes, and the keyboard stands on the heading', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Non è spam: UNAR-2026-000008' }))
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'UNAR-2026-000008' })).toBeNull(), 10_000)
  expect(called()).toContain(`POST ${review}`)
  expect(shownNotices).toEqual(['success: UNAR-2026-000008 non è più tra le segnalazioni da rivedere'])
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Segnalazioni da rivedere'))
  screen.getByRole('link', { name: 'UNAR-2026-000009' })
})

test('a refusal is shown, and the report stays', async () => {
  reviewStatus = 403
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Non è spam: UNAR-2026-000008' }))
  await vi.waitFor(() => expect(shownNotices).toEqual(['error: Non puoi farlo']), 10_000)
  screen.getByRole('link', { name: 'UNAR-2026-000008' })
})

test('nothing to review is said', async () => {
  waiting = []
  show()
  await screen.findByText('Nessuna segnalazione da rivedere')
})
