import { applicationScreenForm, paths } from '@portal/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { answerCalls } from '../../../test/answer-calls.ts'
import { idOf, stubSending } from '../../../test/sent-files.ts'
import { showPages } from '../../../test/show-page.tsx'
import { emptyDraft, type FormDraft } from './association-draft.ts'
import { AssociationForm } from './association-form.tsx'
import { NumberCheck } from './number-check.tsx'
import { SaveForLater } from './save-for-later.tsx'

vi.setConfig({ testTimeout: 30_000 })

beforeAll(async () => {
  await loadTexts('it')
  await Promise.all((['enrolment', 'wizard', 'upload'] as const).map(loadTextsOf))
})

const texts = { send: 'Invia', sending: 'Invio', beforeSending: 'Controlla' }

async function draw(start: FormDraft = emptyDraft) {
  const send = vi.fn(() => Promise.resolve('sent'))
  const onSent = vi.fn()
  const form = (
    <AssociationForm
      form={applicationScreenForm}
      start={start}
      send={send}
      onSent={onSent}
      texts={texts}
      renderAside={({ draft }) => <SaveForLater draft={draft} onSaved={() => undefined} />}
    />
  )
  showPages({ [paths.enrolment]: () => form }, [paths.enrolment])
  await screen.findByRole('tab', { name: 'Dati anagrafici' })
  return { send, onSent }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const open = (name: RegExp) => fireEvent.click(screen.getByRole('tab', { name }))

test('a tab with errors stays open and says how many; the others can be opened all the same', async () => {
  answerCalls({})
  await draw()
  press('Avanti')
  expect(screen.getByRole('alert').textContent).toContain('Denominazione: Campo obbligatorio')
  screen.getByRole('tab', { name: /^Dati anagrafici 9/, selected: true })
  open(/^Documenti/)
  screen.getByRole('heading', { name: 'Documenti', level: 2 })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what saves the application for later is no form within its form, which browsers would send as a page', async () => {
  answerCalls({ 'GET /v1/captcha': { status: 500 } })
  await draw()
  press('Salva e continua dopo')
  const field = screen.getByRole('textbox', { name: /^E-mail a cui mandare il link/ })
  expect(field.closest('form')?.parentElement?.closest('form')).toBeNull()
})

test('a file that is no PDF is refused before anything is sent', async () => {
  const { calls } = answerCalls({})
  await draw()
  open(/^Documenti/)
  const deed = within(screen.getByRole('group', { name: 'Atto costitutivo' }))
  const input = screen.getByRole('group', { name: 'Atto costitutivo' }).querySelector('input')
  fireEvent.change(input as HTMLInputElement, { target: { files: [new File(['x'], 'atto.docx')] } })
  deed.getAllByText(/Estensione file non consentita, il formato consentito è solo pdf/)
  expect(calls.filter(({ path }) => path.includes('scansione'))).toEqual([])
})

test('the last tab shows everything, and what is missing before it is sent', async () => {
  answerCalls({})
  const { send } = await draw({ ...emptyDraft, name: 'Àgorà' })
  open(/^Riepilogo/)
  screen.getByText('Àgorà')
  screen.getByRole('tab', { name: /^Documenti 7/ })
  press('Invia')
  expect(send).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('link', { name: /^Atto costitutivo/ }))
  screen.getByRole('heading', { name: 'Documenti', level: 2 })
})

describe('files that are still on their way', () => {
  const file = (number: number) => [{ id: idOf(number), name: `${number}.pdf` }]
  const others = { statute: file(2), memberList: file(3), budget: file(4), activityReport: file(5) }
  const start: FormDraft = { ...emptyDraft, ...others, declaration: file(6), identityDocument: file(7) }

  beforeEach(() => stubSending())
  afterEach(() => vi.unstubAllGlobals())

  test('do not hold up the other parts, but the form is sent with all of them', async () => {
    answerCalls({})
    const { send } = await draw(start)
    open(/^Documenti/)
    const input = screen.getByRole('group', { name: 'Atto costitutivo' }).querySelector('input')
    fireEvent.change(input as HTMLInputElement, { target: { files: [new File(['x'], 'atto.pdf')] } })
    press('Avanti')
    screen.getByRole('heading', { name: 'Referenti', level: 2 })
    expect(screen.queryByRole('alert')).toBeNull()
    open(/^Riepilogo/)
    press('Invia')
    within(screen.getByRole('alert')).getByRole('link', { name: /Atto costitutivo: I file si stanno ancora caricando/ })
    expect(send).not.toHaveBeenCalled()
  })
})

test('a part of a stored record that has not changed is passed by one press that says so', async () => {
  answerCalls({})
  await draw({
    ...emptyDraft,
    contacts: [{ firstName: 'Amina', lastName: 'Diallo', taxCode: 'DLLMNA91P49Z330K', email: 'a@x.it' }],
  })
  screen.getByText('Parte 1 di 6')
  // This part is not complete.
  screen.getByRole('button', { name: 'Avanti' })
  open(/^Referenti/)
  screen.getByText('Parte 5 di 6')
  press('Nulla è cambiato, avanti')
  screen.getByRole('heading', { name: 'Contatti e note', level: 2 })
  open(/^Referenti/)
  fireEvent.change(screen.getByRole('textbox', { name: /^Nome/ }), { target: { value: 'Amira' } })
  screen.getByRole('button', { name: 'Avanti' })
})

test('the consent is asked for in the words of the specification, and is required', async () => {
  answerCalls({})
  await draw()
  open(/^Contatti e note/)
  const box = screen.getByRole('checkbox', { name: 'Autorizzazione ad usare i dati personali (legge 196/03)' })
  expect(box.closest('.checkbox')?.textContent).toBe('Autorizzazione ad usare i dati personali (legge 196/03) *')
  expect(box.getAttribute('aria-required')).toBe('true')
})

const number = '12345678903'
const answer = (esito: string) => answerCalls({ [`GET /v1/noauth/check-piva/${number}`]: { result: { esito } } })
async function check(esito: string) {
  answer(esito)
  const onOverwrite = vi.fn()
  const note = <NumberCheck number={number} onOverwrite={onOverwrite} isPending={false} isOverwriting={false} />
  showPages({ [paths.enrolment]: () => note }, [paths.enrolment])
  return { onOverwrite }
}

test('an earlier request can be overwritten, or settled by telephone or mail', async () => {
  const { onOverwrite } = await check('SEGNALAZIONE')
  const note = await screen.findByText(
    /c'è già una richiesta in corso. Puoi continuare e sostituire i dati inviati prima/,
  )
  expect(note.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'chiamare 800 12 34 56 o scrivere a registro@example.it',
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: /sostituire/ }))
  expect(onOverwrite).toHaveBeenCalledWith(true)
})

test.each([
  ['ISCRIZIONE', 'Questo numero è già iscritto'],
  ['CANCELLATA', 'Puoi presentare una nuova domanda'],
  ['RESPINTA', 'Puoi presentare una nuova domanda'],
])('the outcome %s is said in words', async (esito, words) => {
  await check(esito)
  await screen.findByText(words)
})
