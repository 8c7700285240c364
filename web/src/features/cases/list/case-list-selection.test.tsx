import { type CaseRow, paths } from '@portal/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { caseRowOnWire } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AllCasesPage } = await import('./case-list-page.tsx')
const { updateSelected, useSelection } = await import('#list/list-selection.ts')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

/** The case of each page of the list; there are as many pages. */
let pagesOfOne: number[] = []
/** Why a case is refused, by its id. */
let denials: Record<number, string> = {}
let assigned: { casi: { id_segnalazione: number; versione: number }[] } | undefined
/** An assignment is answered when this is. */
let isAssigned: Promise<unknown> | undefined
let calls: readonly Call[] = []
let user = userEvent.setup()
const shownNotices: string[] = []

async function answerAssignment({ body }: Call): Promise<Answer> {
  await isAssigned
  assigned = body as NonNullable<typeof assigned>
  const esiti = assigned.casi.map(({ id_segnalazione: id }) => ({
    id_segnalazione: id,
    codice: `CASO-2026-00000${id}`,
    ...(denials[id] !== undefined && { rifiuto: denials[id] }),
  }))
  return { result: { esiti } }
}

function listPage({ query }: Call): Answer {
  const from = Number(query.get('da') ?? 1)
  const id = pagesOfOne[Math.floor((from - 1) / 10)] ?? 0
  const count = (pagesOfOne.length - 1) * 10 + 1
  const keys = { chiave_prima: `1-${id}`, chiave_ultima: `1-${id}` }
  return { result: { listaView: [caseRowOnWire(id)], count, da: from, a: from, ...keys } }
}

const workload = { id_utente: 8, nominativo: 'Bianchi Anna', livello: 'op1', casi_aperti: 1, casi_in_ritardo: 0 }

beforeAll(() => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: !query.includes('max-width') }),
  )
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  pagesOfOne = [1, 2]
  denials = {}
  assigned = undefined
  isAssigned = undefined
  calls = answerCalls({
    'GET /v1/segnalazioni/viste': { result: { listaView: [] } },
    'GET /v1/segnalazioni/viste/conteggi': { result: { conteggi: [] } },
    'GET /v1/segnalazioni/carico-operatori': { result: [workload] },
    'POST /v1/segnalazioni/assegna-casi': answerAssignment,
    'GET /v1/segnalazioni/integrazione-segnalazione-view': listPage,
  }).calls
  shownNotices.length = 0
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})

async function show() {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole: 'manager' }]])
  const pages = { [paths.caseList]: AllCasesPage, [paths.caseDetail]: () => <h1>Dettaglio</h1> }
  const router = showPages(pages, [paths.caseList], queryClient)
  await boxOf(pagesOfOne[0])
  return { queryClient, back: () => act(() => router.history.back()) }
}

const boxOf = (id: number | undefined, more: object = {}) =>
  screen.findByRole('checkbox', { name: `Seleziona CASO-2026-00000${id}`, ...more })
const bar = () => within(screen.getByRole('region', { name: 'Casi selezionati' }))
const renewed = { id: 1, version: 9, status: 'open' } as const

async function read(id: number) {
  await user.click(screen.getByRole('link', { name: `CASO-2026-00000${id}` }))
  await screen.findByRole('heading', { name: 'Dettaglio' })
}

async function assign() {
  await user.click(bar().getByRole('button', { name: 'Assegna…' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(await dialog.findByLabelText(/^Operatore/), '8')
  await user.click(dialog.getByRole('button', { name: 'Assegna' }))
}

test('cases stay chosen while one of them is read, and the bar tells how many are on other pages', async () => {
  const { back } = await show()
  await user.click(await boxOf(1))
  expect(bar().getByText('1 selezionato')).toBeTruthy()
  await read(1)
  back()
  await boxOf(1, { checked: true })
  await user.click(screen.getByRole('link', { name: 'Pagina successiva' }))
  await user.click(await boxOf(2))
  expect(bar().getByText('2 selezionati, 1 non è in questa pagina')).toBeTruthy()
  await user.click(bar().getByRole('button', { name: 'Deseleziona' }))
  expect(screen.queryByRole('region', { name: 'Casi selezionati' })).toBeNull()
})

test('what one has changed of a chosen case is known when it is assigned', async () => {
  const { queryClient, back } = await show()
  await user.click(await boxOf(1))
  await read(1)
  updateSelected<CaseRow>(queryClient, 'cases', renewed)
  pagesOfOne = [3]
  back()
  await boxOf(3)
  await assign()
  await waitFor(() => expect(shownNotices).toEqual(['success: 1 caso assegnato con successo']))
  expect(assigned?.casi).toEqual([{ id_segnalazione: 1, versione: 9 }])
})

test('while an assignment is sent its button waits, and a second press sends nothing', async () => {
  let answer = (): void => undefined
  isAssigned = new Promise<void>((resolve) => {
    answer = resolve
  })
  await show()
  await user.click(await boxOf(1))
  await assign()
  await user.click(screen.getByRole('button', { name: /^(Assegna|Attendere prego)$/ }))
  answer()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ path }) => path.endsWith('assegna-casi'))).toHaveLength(1)
})

test('what was refused on another page is let go of: nobody could make it right or let go of it alone', async () => {
  denials = { 1: 'Il caso è cambiato.', 2: 'Il caso è cambiato.' }
  await show()
  await user.click(await boxOf(1))
  await user.click(screen.getByRole('link', { name: 'Pagina successiva' }))
  await user.click(await boxOf(2))
  await assign()
  await screen.findByRole('alertdialog', { name: '2 casi non sono stati assegnati' })
  expect(screen.getByText('1 selezionato', { selector: '.figures' })).toBeTruthy()
  await boxOf(2, { checked: true })
})

test('a choice is forgotten half an hour after its last change, in a list that has gone', () => {
  vi.useFakeTimers()
  const queryClient = queryClientWith([])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const open = () => renderHook(() => useSelection<CaseRow>('cases', 'casi', []), { wrapper })
  const chosen = () => {
    const { result, unmount } = open()
    unmount()
    return result.current.rows.map(({ id }) => id)
  }
  const list = open()
  act(() => list.result.current.set([{ id: 1 } as CaseRow], true))
  list.unmount()
  vi.advanceTimersByTime(20 * 60_000)
  updateSelected<CaseRow>(queryClient, 'cases', renewed)
  vi.advanceTimersByTime(20 * 60_000)
  expect(chosen()).toEqual([1])
  vi.advanceTimersByTime(11 * 60_000)
  expect(chosen()).toEqual([])
  vi.useRealTimers()
})

test('a range is chosen by a click with Shift, and by Shift with an arrow', async () => {
  pagesOfOne = [1]
  const three = [1, 2, 3].map((id) => caseRowOnWire(id))
  answerCalls({
    'GET /v1/segnalazioni/viste': { result: { viste: [] } },
    'GET /v1/segnalazioni/viste/conteggi': { result: { conteggi: [] } },
    'GET /v1/segnalazioni/integrazione-segnalazione-view': { result: { listaView: three, count: 3, da: 1, a: 10 } },
  })
  const client = queryClientWith([[currentUserQuery.queryKey, { selectedRole: 'manager' }]])
  showPages({ [paths.caseList]: AllCasesPage }, [paths.caseList], client)
  const boxOf = (id: number) => screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`00000${id}$`) })
  await user.click(await boxOf(1))
  await user.keyboard('{Shift>}')
  await user.click(await boxOf(3))
  await user.keyboard('{/Shift}')
  expect((await boxOf(2)).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Deseleziona' }))
  await user.keyboard('kk{Shift>}{ArrowDown}{/Shift}')
  expect([(await boxOf(1)).checked, (await boxOf(2)).checked, (await boxOf(3)).checked]).toEqual([true, true, false])
})
