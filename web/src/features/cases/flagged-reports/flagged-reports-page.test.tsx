import { paths } from '@portal/contract'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
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
  inizio_resoconto: `Racconto ${id}…`,
})
const review = (id: number) => `/v1/segnalazioni/da-rivedere/${id}/non-spam`
function answerReview(id: number) {
  if (id === denied) return { status: 403, result: { descrizione: 'Non puoi farlo' }, errorCode: 'non_autorizzato' }
  waiting = waiting.filter(({ id_segnalazione }) => id_segnalazione !== id)
  return { result: { id_segnalazione: id, data_revisione: '2026-11-20T11:00:00.000Z' } }
}

let waiting: ReturnType<typeof suspect>[] = []
let denied: number | undefined
let calls: readonly Call[] = []
const called = () => calls.map(({ method, path }) => `${method} ${path}`)
const shownNotices: string[] = []

beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  waiting = [suspect(9, ['testo_ripetuto']), suspect(8, ['campo_nascosto', 'compilazione_rapida'])]
  denied = undefined
  sessionStorage.clear()
  calls = answerCalls({
    'GET /v1/segnalazioni/da-rivedere': () => ({
      result: { listaView: waiting, count: waiting.length, da: 1, a: 10 },
    }),
    [`POST ${review(8)}`]: () => answerReview(8),
    [`POST ${review(9)}`]: () => answerReview(9),
  }).calls
  shownNotices.length = 0
})

const user = { id: 7, selectedRole: 'manager' }
const show = () =>
  showPages(
    { [paths.flaggedReports]: FlaggedReportsPage },
    [paths.flaggedReports],
    queryClientWith([[currentUserQuery.queryKey, user]]),
  )

test('the list tells of each report why it stands there, and leads to its case', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'UNAR-2026-000008' })
  expect(link.getAttribute('href')).toBe(`/x${paths.caseDetail}?id=8`)
  const row = within(screen.getByRole('row', { name: /UNAR-2026-000008/ }))
  row.getByText('Compilato un campo che le persone non vedono; Inviata in pochi secondi')
  row.getByText('Racconto 8…')
  screen.getByText(/Restano comunque tra i casi/)
})

const select = async (id: number) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Seleziona UNAR-2026-00000${id}` }))
const clear = () => userEvent.click(screen.getByRole('button', { name: 'Non è spam' }))

test('selected reports that were looked at go together, and the keyboard stands on the heading', async () => {
  show()
  await select(8)
  await select(9)
  await clear()
  await screen.findByText('Nessuna segnalazione da rivedere')
  expect(called().filter((one) => one.startsWith('POST'))).toEqual([`POST ${review(8)}`, `POST ${review(9)}`])
  expect(shownNotices).toEqual(['success: 2 segnalazioni non sono più da rivedere'])
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Segnalazioni da rivedere'))
})

test('where one is denied the reason is shown, it stays selected, and the one before it goes', async () => {
  denied = 9
  show()
  await select(8)
  await select(9)
  await clear()
  await vi.waitFor(() => expect(shownNotices).toEqual(['error: Non puoi farlo']), 10_000)
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'UNAR-2026-000008' })).toBeNull(), 10_000)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleziona UNAR-2026-000009' })
  expect(box.checked).toBe(true)
})

test('nothing to review is said', async () => {
  waiting = []
  show()
  await screen.findByText('Nessuna segnalazione da rivedere')
})
