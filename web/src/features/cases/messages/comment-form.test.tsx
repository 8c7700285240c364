import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { emptyCorrespondence } from '../../../../test/correspondence-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CommentForm } = await import('./comment-form.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const colleague = (id_utente: number, cognome: string, nome: string) => ({ id_utente, cognome, nome, listaRuolo: [] })

const path = 'POST /v1/segnalazioni/commenti/5'
let answers: Answers
let calls: readonly Call[]
beforeEach(() => {
  sessionStorage.clear()
  answers = {
    'GET /v1/admin/user': { result: [colleague(8, 'Bianchi', 'Anna'), colleague(9, 'Rossi', 'Ugo')] },
    [path]: { result: emptyCorrespondence },
  }
  calls = answerCalls(answers).calls
})
afterEach(cleanup)

async function show() {
  const known = queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'operatorTwo' }]])
  showPages({ '/': () => <CommentForm caseId={5} /> }, ['/'], known)
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Commento interno/ })
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await userEvent.click(box)
  return box
}
const sent = () => calls.filter((call) => `${call.method} ${call.path}` === path)
const mentions = () => within(screen.getByRole('list', { name: 'Riceveranno un avviso' })).getAllByRole('button')

test('a colleague is mentioned and the comment is saved by keys alone', async () => {
  const box = await show()
  await userEvent.keyboard('Puoi guardare?@')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Avvisa un collega' }))
  await userEvent.keyboard('ros')
  await screen.findByRole('option', { name: /^Rossi Ugo/, selected: true })
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('Puoi guardare? @Rossi Ugo ')
  await userEvent.keyboard('Grazie{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({ testo: 'Puoi guardare? @Rossi Ugo Grazie', id_citati: [9] })
  // The next comment begins at once.
  await vi.waitFor(() => expect(box.value).toBe(''))
  expect(document.activeElement).toBe(box)
})

test('a mention is taken back by its button, and the colleague is offered again', async () => {
  await show()
  await userEvent.keyboard('@')
  await userEvent.keyboard('bia{Enter}')
  expect(mentions().map(({ textContent }) => textContent)).toEqual(['Non avvisareBianchi Anna'])
  await userEvent.click(mentions()[0] as HTMLElement)
  expect(screen.queryByRole('list', { name: 'Riceveranno un avviso' })).toBeNull()
  await userEvent.keyboard('bia')
  await screen.findByRole('option', { name: /^Bianchi Anna/ })
})

test('an empty comment has its error beside the field and is not sent', async () => {
  const box = await show()
  await userEvent.keyboard('   {Control>}{Enter}{/Control}')
  await screen.findByRole('alert')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const described = box.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain('Campo obbligatorio')
  expect(sent()).toEqual([])
})

test('a comment that cannot be saved stays in the box, with the reason, and is sent again under the same key', async () => {
  answers[path] = { status: 500, result: {} }
  const box = await show()
  await userEvent.keyboard('Da richiamare{Control>}{Enter}{/Control}')
  await screen.findByText('Il commento non è stato salvato')
  expect(box.value).toBe('Da richiamare')
  answers[path] = { result: emptyCorrespondence }
  await userEvent.click(screen.getByRole('button', { name: 'Salva il commento' }))
  await vi.waitFor(() => expect(box.value).toBe(''))
  expect(sent().map(({ body }) => body.testo)).toEqual(['Da richiamare', 'Da richiamare'])
  const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('a mention that may not read the case is refused beside the field of colleagues', async () => {
  answers[path] = {
    status: 400,
    errorCode: 'dati_non_validi',
    result: {
      descrizione: 'Dati non validi',
      errori: [{ campo: 'id_citati', codice: 'collega_senza_accesso', messaggio: 'Non può leggere il caso' }],
    },
  }
  const box = await show()
  await userEvent.keyboard('@')
  await userEvent.keyboard('bia{Enter}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const field = screen.getByRole('combobox', { name: 'Avvisa un collega' })
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(box.value).toBe('@Bianchi Anna ')
})
