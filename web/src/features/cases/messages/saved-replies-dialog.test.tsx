import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { SavedReplyField } = await import('./saved-reply-field.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const reply = (id_testo: number, nome: string, more: object = {}) => ({
  id_testo,
  nome,
  flag_condiviso: 0,
  flag_ritirato: 0,
  flag_modificabile: 1,
  testi: [{ lingua: 'it', testo: 'Buongiorno' }],
  ...more,
})
const answerOf = (...testi: object[]) => ({ result: { testi } })

const path = '/v1/segnalazioni/testi-salvati'
let answers: Answers
let calls: readonly Call[]
beforeEach(() => {
  sessionStorage.clear()
  answers = { [`GET ${path}`]: answerOf() }
  calls = answerCalls(answers).calls
})
afterEach(cleanup)

async function show(role: string, ...replies: object[]) {
  answers[`GET ${path}`] = answerOf(...replies)
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
    [bundleQuery().queryKey, { ground: [{ id: 3, label: 'Religione' }] }],
  ])
  showPages(
    { '/': () => <SavedReplyField id="saved" caseId={5} language="it" onPick={() => undefined} /> },
    ['/'],
    known,
  )
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Gestisci i testi' }))
  await screen.findByRole('dialog', { name: 'Testi salvati' })
}
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const dialog = () => within(screen.getByRole('dialog'))
const text = () => dialog().getByRole<HTMLTextAreaElement>('textbox', { name: /^Testo/ })
const language = () => dialog().getByRole<HTMLSelectElement>('combobox', { name: 'Lingua del testo' })
const openNew = () => userEvent.click(dialog().getByRole('button', { name: 'Nuovo testo' }))

test('a reply has a text for each language, and may be proposed for a ground', async () => {
  answers[`POST ${path}`] = answerOf(reply(1, 'Ricevuta'))
  await show('operatorTwo')
  dialog().getByText(/^Non ci sono ancora testi salvati/)
  await openNew()
  await userEvent.type(dialog().getByRole('textbox', { name: /^Nome del testo/ }), 'Ricevuta')
  await userEvent.type(text(), 'Il caso {{codice}')
  await userEvent.selectOptions(language(), 'ar')
  expect(text().value).toBe('')
  await userEvent.type(text(), 'مرحبا')
  await userEvent.selectOptions(language(), 'it')
  expect(text().value).toBe('Il caso {codice}')
  // The languages that have a text are marked.
  const marked = within(language())
    .getAllByRole('option')
    .filter(({ textContent }) => textContent?.includes('✓'))
  expect(marked.map(({ textContent }) => textContent)).toEqual(['italiano ✓', 'arabo ✓'])
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Proposto per il ground' }), 'Religione')
  await userEvent.click(dialog().getByRole('button', { name: 'Salva' }))
  await screen.findByRole('dialog', { name: 'Testi salvati' })
  expect(sent()).toEqual([
    {
      nome: 'Ricevuta',
      flag_condiviso: 0,
      flag_ritirato: 0,
      testi: [
        { lingua: 'it', testo: 'Il caso {codice}' },
        { lingua: 'ar', testo: 'مرحبا' },
      ],
      id_ground: 3,
    },
  ])
  dialog().getByText('Ricevuta')
})

test.each([
  ['manager', true],
  ['operatorTwo', false],
])('%s may share a reply with the office: %s', async (role, mayShare) => {
  await show(role)
  await openNew()
  expect(dialog().queryByRole('checkbox', { name: "Condiviso con tutto l'ufficio" }) !== null).toBe(mayShare)
})

test('RUP shares a reply; what others shared is only read', async () => {
  answers[`POST ${path}`] = answerOf(reply(1, 'Ricevuta', { flag_condiviso: 1 }))
  await show('manager', reply(1, 'Ricevuta'), reply(2, 'Di altri', { flag_condiviso: 1, flag_modificabile: 0 }))
  expect(dialog().queryByRole('button', { name: /: Di altri/ })).toBeNull()
  await userEvent.click(dialog().getByRole('button', { name: 'Modifica: Ricevuta' }))
  await userEvent.click(dialog().getByRole('checkbox', { name: /^Condiviso/ }))
  await userEvent.click(dialog().getByRole('button', { name: 'Salva' }))
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ id_testo: 1, flag_condiviso: 1, testi: [{ lingua: 'it', testo: 'Buongiorno' }] })
  await dialog().findByText(/^Condiviso · italiano/)
})

test('what is missing is said beside each field, and nothing is sent', async () => {
  await show('operatorTwo')
  await openNew()
  await userEvent.click(dialog().getByRole('button', { name: 'Salva' }))
  const name = dialog().getByRole('textbox', { name: /^Nome del testo/ })
  await vi.waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(text().getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(`${text().id}-error`)?.textContent).toContain('Campo obbligatorio')
  expect(sent()).toEqual([])
})

test('a text that cannot be saved stays in the form, with the reason', async () => {
  answers[`POST ${path}`] = { status: 500, result: {} }
  await show('operatorTwo', reply(1, 'Ricevuta'))
  await userEvent.click(dialog().getByRole('button', { name: 'Modifica: Ricevuta' }))
  await userEvent.type(text(), ' a lei')
  await userEvent.click(dialog().getByRole('button', { name: 'Salva' }))
  await dialog().findByRole('alert')
  expect(text().value).toBe('Buongiorno a lei')
})

test('a reply is retired and put back into use', async () => {
  answers[`POST ${path}`] = ({ body }) => answerOf(reply(1, 'Ricevuta', { flag_ritirato: body.flag_ritirato }))
  await show('operatorTwo', reply(1, 'Ricevuta'))
  await userEvent.click(dialog().getByRole('button', { name: 'Ritira: Ricevuta' }))
  await dialog().findByText(/Ritirato$/)
  await userEvent.click(dialog().getByRole('button', { name: 'Rimetti in uso: Ricevuta' }))
  await vi.waitFor(() => expect(dialog().queryByText(/Ritirato$/)).toBeNull())
  expect(sent().map(({ flag_ritirato }) => flag_ritirato)).toEqual([1, 0])
})
