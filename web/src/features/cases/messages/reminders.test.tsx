import { addDays, formatScreenDate, type PlainDate } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { emptyCorrespondence } from '../../../../test/correspondence-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { today } = await import('#lib/i18n/format.tsx')
const { correspondenceQuery } = await import('../cases.queries.ts')
const { Reminders } = await import('./reminders.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const inDays = (days: number) => addDays(today(), days)
const onWire = (day: PlainDate) => `${day}T00:00:00.000Z`
const reminder = (id_richiamo: number, days: number, testo: string, more: object = {}) => ({
  id_richiamo,
  data_richiamo: onWire(inDays(days)),
  testo,
  data: '2026-11-20T10:00:00.000Z',
  utente: 'Neri Ada',
  flag_modificabile: 1,
  ...more,
})
const answerOf = (...richiami: object[]) => ({ result: { ...emptyCorrespondence, richiami } })

const save = 'POST /v1/segnalazioni/richiami/5'
const end = 'POST /v1/segnalazioni/richiami/5/chiudi'
let answers: Answers
let calls: readonly Call[]
beforeEach(() => {
  answers = { 'GET /v1/segnalazioni/corrispondenza/5': answerOf() }
  calls = answerCalls(answers).calls
})
afterEach(cleanup)

function Page() {
  const { data } = useQuery(correspondenceQuery(5))
  return data ? <Reminders caseId={5} reminders={data.reminders} canAdd={data.canComment} /> : null
}
async function show(...richiami: object[]) {
  answers['GET /v1/segnalazioni/corrispondenza/5'] = answerOf(...richiami)
  showPages({ '/': Page }, ['/'], queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }]]))
  return screen.findByRole('button', { name: 'Aggiungi un richiamo' })
}
const sent = (call: string) => calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)
const dialog = () => within(screen.getByRole('dialog'))
const day = () => dialog().getByRole<HTMLInputElement>('textbox', { name: /^Giorno/ })
const rows = () => within(screen.getByRole('list', { name: 'Richiami' })).getAllByRole('listitem')

test('a reminder is added with the keys: a week from now is proposed, and one press chooses another day', async () => {
  answers[save] = answerOf(reminder(1, 1, 'Richiamare chi ha segnalato'))
  const add = await show()
  add.focus()
  await userEvent.keyboard('{Enter}')
  expect(day().value).toBe(formatScreenDate(inDays(7)))
  dialog().getByRole('button', { name: 'Domani' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(day().value).toBe(formatScreenDate(inDays(1)))
  dialog().getByRole('button', { name: 'Salva' }).focus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(save)).toEqual([{ data_richiamo: onWire(inDays(1)), testo: 'Richiamare chi ha segnalato' }])
  expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining(formatScreenDate(inDays(1)))])
})

test.each([
  ['31/02/2027', /^Inserire una data valida/],
  [formatScreenDate(addDays(today(), -1)), /./],
])('the day %s has its error beside the field, and nothing is sent', async (typed, reason) => {
  await userEvent.click(await show())
  await userEvent.clear(day())
  await userEvent.type(day(), typed)
  await userEvent.click(dialog().getByRole('button', { name: 'Salva' }))
  await vi.waitFor(() => expect(day().getAttribute('aria-invalid')).toBe('true'))
  const described = day().getAttribute('aria-describedby')?.split(' ') ?? []
  const error = document.getElementById(described.find((id) => id.endsWith('-error')) ?? '')
  expect(error?.textContent).toMatch(reason)
  expect(day().value).toBe(typed)
  expect(sent(save)).toEqual([])
})

test('what was typed stays where saving fails', async () => {
  answers[save] = { status: 500, result: {} }
  await userEvent.click(await show())
  const text = dialog().getByRole<HTMLInputElement>('textbox', { name: /^Che cosa fare/ })
  await userEvent.clear(text)
  await userEvent.type(text, 'Sentire la scuola')
  await userEvent.click(dialog().getByRole('button', { name: 'Salva' }))
  await dialog().findByRole('alert')
  expect(text.value).toBe('Sentire la scuola')
})

test('the open ones are marked as late, moved, done and removed; a colleague may only read them', async () => {
  answers[save] = answerOf(reminder(1, 3, 'Sentire la scuola'), reminder(2, 9, 'Altro', { flag_modificabile: 0 }))
  answers[end] = answerOf(reminder(2, 9, 'Altro', { flag_modificabile: 0 }))
  await show(reminder(1, -1, 'Sentire la scuola'), reminder(2, 9, 'Altro', { flag_modificabile: 0 }))
  expect(rows()[0]?.textContent).toContain('Richiamo in ritardo')
  expect(within(rows()[1] as HTMLElement).queryAllByRole('button')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Sposta: Sentire la scuola' }))
  await userEvent.click(dialog().getByRole('button', { name: 'Tra 3 giorni' }))
  await userEvent.click(dialog().getByRole('button', { name: 'Salva' }))
  await vi.waitFor(() => expect(rows()[0]?.textContent).not.toContain('in ritardo'))
  expect(sent(save)).toEqual([{ id_richiamo: 1, data_richiamo: onWire(inDays(3)), testo: 'Sentire la scuola' }])
  await userEvent.click(screen.getByRole('button', { name: 'Fatto: Sentire la scuola' }))
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
  expect(sent(end)).toEqual([{ id_richiamo: 1, flag_tolto: 0 }])
  // The button that was pressed is gone.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Aggiungi un richiamo' }))
})
