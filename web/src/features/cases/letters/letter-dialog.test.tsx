import type { CaseDetail } from '@portal/contract'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { LetterDialog } = await import('./letter-dialog.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const path = '/v1/segnalazioni/comunicazioni-esito/5'
const letters = (more: object = {}) => ({
  result: {
    comunicazioni: [],
    decisione: 'prosegue',
    lingua: 'ar',
    bozza: 'الملف مستمر',
    bozza_italiana: 'Il caso prosegue.',
    modi: ['messaggio', 'email', 'stampa'],
    flag_puo_inviare: 1,
    data_comunicazione: '2026-12-20T00:00:00.000Z',
    scadenza_comunicazione: 'in_ritardo',
    ...more,
  },
})
let answers: Answers
let calls: readonly Call[]
const onDone = vi.fn()
beforeEach(() => {
  answers = { [`GET ${path}`]: letters(), [`POST ${path}`]: letters() }
  calls = answerCalls(answers).calls
})
afterEach(cleanup)

async function show() {
  const record = { id: 5, code: 'UNAR-2026-000005' } as CaseDetail
  showPages(
    { '/': () => <LetterDialog record={record} onDone={onDone} onClose={() => undefined} /> },
    ['/'],
    queryClientWith([]),
  )
  await screen.findByRole('dialog', { name: 'Comunica la decisione' })
  return screen
}
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('the draft is in the language of the reporter, beside Italian, and is sent as it was changed', async () => {
  const dialog = await show()
  const text = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: /^Comunicazione/ })
  expect(text.value).toBe('الملف مستمر')
  expect(text.closest('[lang]')?.getAttribute('dir')).toBe('rtl')
  dialog.getByText('Il caso prosegue.')
  dialog.getByText('In ritardo')
  await userEvent.type(text, '!')
  await userEvent.click(dialog.getByRole('radio', { name: 'Per e-mail' }))
  await userEvent.click(dialog.getByRole('button', { name: "Invia l'e-mail" }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent()).toEqual([{ decisione: 'prosegue', lingua: 'ar', modo: 'email', testo: 'الملف مستمر!' }])
})

test('another language asks for its draft', async () => {
  const dialog = await show()
  await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Lingua del testo' }), 'it')
  await waitFor(() => expect(calls.some(({ query }) => query.get('lingua') === 'it')).toBe(true))
})

test('where the user may not write, the letters that were sent are read', async () => {
  const letter = {
    id_comunicazione: 1,
    data: '2026-11-20T09:00:00.000Z',
    utente: 'Ferri Giulia',
    modo: 'stampa',
    decisione: 'chiusa',
    lingua: 'it',
    testo: 'Abbiamo chiuso il caso.',
  }
  answers[`GET ${path}`] = letters({ flag_puo_inviare: 0, comunicazioni: [letter] })
  const dialog = await show()
  await dialog.findByText('Il caso è chiuso · Su carta')
  expect(dialog.queryByRole('textbox')).toBeNull()
})
