import { paths } from '@portal/contract'
import { configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { badgesQuery } = await import('#lib/backoffice/badges.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { NoticesMenu } = await import('./notices-menu.tsx')
await loadTexts()
await loadTextsOf('desk')

configure({ asyncUtilTimeout: 10_000 })

interface ServerNotice {
  readonly id: number
  readonly caseId?: number
  /** How many cases it is about, or the request on personal data. */
  readonly cases?: number
  readonly requestId?: number
  isRead: boolean
}
// The notices on the server, newest first; earlier pages may fail.
let serverNotices: ServerNotice[] = []
let isAway = false
let marked: object[] = []

const tell = (count: number) =>
  Array.from({ length: count }, (_, index): ServerNotice => ({ id: count - index, isRead: false }))
function subjectOf({ id, caseId = id, cases, requestId }: Omit<ServerNotice, 'isRead'>) {
  if (cases !== undefined) return { tipo: 'casi_assegnati', numero_casi: cases }
  if (requestId !== undefined) return { tipo: 'richiesta_privacy', id_richiesta: requestId }
  const codice = `UNAR-2026-${String(caseId).padStart(6, '0')}`
  return { tipo: 'caso_assegnato', id_segnalazione: caseId, codice }
}
const onWire = ({ isRead, ...about }: ServerNotice) => ({
  id_avviso: about.id,
  ...subjectOf(about),
  data: '2026-11-20T10:00:00.000Z',
  ...(isRead && { data_lettura: '2026-11-20T11:00:00.000Z' }),
})
const unread = () => serverNotices.filter(({ isRead }) => !isRead).length

function page(query: URLSearchParams) {
  const after = query.get('dopo')
  const rows = serverNotices.filter(({ id }) => after === null || id < Number(after)).slice(0, 10)
  return {
    listaView: rows.map(onWire),
    count: serverNotices.length,
    da: Number(query.get('da') ?? 1),
    a: 10,
    chiave_prima: String(rows[0]?.id),
    chiave_ultima: String(rows.at(-1)?.id),
  }
}

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  serverNotices = tell(25)
  isAway = false
  marked = []
  answerCalls({
    'GET /v1/avvisi': ({ query }) => (isAway && query.has('dopo') ? { status: 503 } : { result: page(query) }),
    'POST /v1/avvisi/letti': ({ body }) => {
      const { id_avvisi: ids = [], tutti_fino_a: upTo = 0 } = body
      marked.push(body)
      serverNotices = serverNotices.map((one) => ({
        ...one,
        isRead: one.isRead || one.id <= upTo || ids.includes(one.id),
      }))
      return { result: { non_letti: unread() } }
    },
  })
})

const counts = { total: 0, toAssign: 0, mine: 0, notices: 25 }
async function show() {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }]])
  // The counter is not asked for while a test lasts.
  queryClient.setQueryDefaults(badgesQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY, refetchInterval: false })
  queryClient.setQueryData(badgesQuery.queryKey, counts as never)
  const page = () => <NoticesMenu />
  showPages({ '/': page, [paths.caseDetail]: page }, ['/'], queryClient)
  await userEvent.click(await button())
  await screen.findAllByRole('link', { name: /000025/ })
}
const button = () => screen.findByRole('button', { name: /^Avvisi/ })
const earlier = () => screen.getByRole('button', { name: 'Mostra precedenti' })
const links = () =>
  screen.getAllByRole('link').map(({ textContent }) => Number(textContent?.match(/2026-0*(\d+)/)?.[1]))
const upTo = (newest: number, count: number) => Array.from({ length: count }, (_, index) => newest - index)

test('a notice counts as read when it is followed, not when the list is opened; it says that it is new', async () => {
  await show()
  expect(links()).toEqual(upTo(25, 10))
  expect(marked).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: /^Nuovo .*000020/ }))
  await screen.findByRole('button', { name: 'Avvisi: 24 nuovi' })
  expect(marked).toEqual([{ id_avvisi: [20] }])
  await userEvent.click(await button())
  await screen.findByRole('link', { name: /^Ti è stato assegnato il caso UNAR-2026-000020/ })
  await userEvent.click(screen.getByRole('link', { name: /000020/ }))
  expect(marked).toHaveLength(1)
})

test('all are marked as read at once, up to the newest that is shown; then the button says that there is nothing left', async () => {
  await show()
  serverNotices = [{ id: 26, isRead: false }, ...serverNotices]
  await userEvent.click(screen.getByRole('button', { name: 'Segna tutti come letti' }))
  await screen.findByRole('button', { name: 'Avvisi: 1 nuovo' })
  expect(marked).toEqual([{ tutti_fino_a: 25 }])
  expect(screen.queryByRole('link', { name: /^Nuovo/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await button())
  await screen.findByRole('link', { name: /^Nuovo .*000026/ })
  await userEvent.click(screen.getByRole('button', { name: 'Segna tutti come letti' }))
  await screen.findByRole('button', { name: 'Avvisi: nessuno nuovo' })
  const readAll = screen.getByRole('button', { name: 'Segna tutti come letti' })
  expect(readAll.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(readAll)
})

test('a notice of many cases leads to one’s own cases, one of a request to that request', async () => {
  serverNotices = [{ id: 27, cases: 46, isRead: false }, { id: 26, requestId: 7, isRead: false }, ...serverNotices]
  await show()
  const many = screen.getByRole('link', { name: /Ti sono stati assegnati 46 casi/ })
  expect(many.getAttribute('href')).toMatch(/\/mieiCasi\/lista$/)
  const request = screen.getByRole('link', { name: /richiesta privacy da decidere \(n\. 7\)/ })
  expect(request.getAttribute('href')).toMatch(/\/diritti\/dettaglio\?id=7$/)
})

test('earlier notices are loaded by page on request, and the first of them gets the focus', async () => {
  await show()
  await userEvent.click(earlier())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('000015'))
  expect(links()).toEqual(upTo(25, 20))
  earlier().focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('000005'))
  expect(links()).toEqual(upTo(25, 25))
  expect(screen.queryByRole('button', { name: 'Mostra precedenti' })).toBeNull()
  expect(marked).toEqual([])
})

test('opened again the list begins with the newest; what came meanwhile is shown, and nothing twice', async () => {
  await show()
  await userEvent.click(earlier())
  await waitFor(() => expect(links()).toHaveLength(20))
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(await button())
  serverNotices = [{ id: 26, isRead: false }, ...serverNotices]
  await userEvent.click(await button())
  await screen.findByRole('link', { name: /000026/ })
  expect(links()).toEqual(upTo(26, 10))
})

test('earlier notices that cannot be had are shown; the same button asks again', async () => {
  isAway = true
  await show()
  await userEvent.click(earlier())
  await screen.findByRole('alert')
  isAway = false
  await userEvent.click(earlier())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('000015'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('notices that read the same are each shown', async () => {
  serverNotices = tell(25).map((one) => ({ ...one, caseId: 25 }))
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await show()
  expect(links()).toEqual(Array.from({ length: 10 }, () => 25))
  expect(errors.mock.calls).toEqual([])
  errors.mockRestore()
})
