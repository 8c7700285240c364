import { configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { badgesQuery } = await import('#lib/badges.ts')
const { currentUserQuery } = await import('#lib/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/texts.ts')
const { NoticesMenu } = await import('./notices-menu.tsx')
await loadTexts()
await loadTextsOf('desk')

configure({ asyncUtilTimeout: 10_000 })

interface Told {
  readonly id: number
  readonly caseId?: number
  isRead: boolean
}
// A server that told somebody these, newest first; its earlier pages may fail.
let told: Told[] = []
let isAway = false
let marked: number[][] = []

const tell = (count: number) =>
  Array.from({ length: count }, (_, index): Told => ({ id: count - index, isRead: false }))
const onWire = ({ id, caseId = id, isRead }: Told) => ({
  ...{ id_avviso: id, tipo: 'caso_assegnato', id_segnalazione: caseId },
  codice: `UNAR-2026-${String(caseId).padStart(6, '0')}`,
  ...{ data: '2026-11-20T10:00:00.000Z', ...(isRead && { data_lettura: '2026-11-20T11:00:00.000Z' }) },
})
const unread = () => told.filter(({ isRead }) => !isRead).length

function page(query: URLSearchParams) {
  const after = query.get('dopo')
  const rows = told.filter(({ id }) => after === null || id < Number(after)).slice(0, 10)
  return {
    ...{ listaView: rows.map(onWire), count: told.length, da: Number(query.get('da') ?? 1), a: 10 },
    ...{ chiave_prima: String(rows[0]?.id), chiave_ultima: String(rows.at(-1)?.id) },
  }
}

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  told = tell(25)
  isAway = false
  marked = []
  answerCalls({
    'GET /v1/avvisi': ({ query }) => (isAway && query.has('dopo') ? { status: 503 } : { result: page(query) }),
    'POST /v1/avvisi/letti': ({ body: { id_avvisi: ids } }) => {
      marked.push(ids)
      told = told.map((one) => ({ ...one, isRead: one.isRead || ids.includes(one.id) }))
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
  showPages({ '/': () => <NoticesMenu /> }, ['/'], queryClient)
  await userEvent.click(await button())
  await screen.findAllByRole('link', { name: /000025/ })
}
const button = () => screen.findByRole('button', { name: /^Avvisi/ })
const earlier = () => screen.getByRole('button', { name: 'Mostra precedenti' })
const links = () =>
  screen.getAllByRole('link').map(({ textContent }) => Number(textContent?.match(/2026-0*(\d+)/)?.[1]))
const upTo = (newest: number, count: number) => Array.from({ length: count }, (_, index) => newest - index)

test('opening the list marks as read what it shows, and the count keeps the others', async () => {
  await show()
  expect(links()).toEqual(upTo(25, 10))
  await screen.findByRole('button', { name: 'Avvisi: 15 nuovi' })
  expect(marked).toEqual([upTo(25, 10)])
})

test('earlier notices come by page when asked for, count as read then, and whoever asked is led to the first', async () => {
  await show()
  await userEvent.click(earlier())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('000015'))
  expect(links()).toEqual(upTo(25, 20))
  await screen.findByRole('button', { name: 'Avvisi: 5 nuovi' })
  earlier().focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('000005'))
  expect(links()).toEqual(upTo(25, 25))
  expect(screen.queryByRole('button', { name: 'Mostra precedenti' })).toBeNull()
  await screen.findByRole('button', { name: 'Avvisi: nessuno nuovo' })
  expect(marked).toEqual([upTo(25, 10), upTo(15, 10), upTo(5, 5)])
})

test('opened again the list begins with the newest; what came meanwhile is shown and marked, and nothing twice', async () => {
  await show()
  await userEvent.click(earlier())
  await waitFor(() => expect(links()).toHaveLength(20))
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(await button())
  told = [{ id: 26, isRead: false }, ...told]
  await userEvent.click(await button())
  await screen.findByRole('link', { name: /000026/ })
  expect(links()).toEqual(upTo(26, 10))
  await waitFor(() => expect(marked.at(-1)).toEqual([26]))
})

test('earlier notices that cannot be had are told and not marked; the same button asks again', async () => {
  isAway = true
  await show()
  await userEvent.click(earlier())
  await screen.findByRole('alert')
  expect(marked).toHaveLength(1)
  isAway = false
  await userEvent.click(earlier())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('000015'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('notices that read the same are each shown', async () => {
  told = tell(25).map((one) => ({ ...one, caseId: 25 }))
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await show()
  expect(links()).toEqual(Array.from({ length: 10 }, () => 25))
  expect(errors.mock.calls).toEqual([])
  errors.mockRestore()
})
