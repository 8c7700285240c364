import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { AssurancesPage } = await import('./assurances-page.tsx')
await loadTexts()
await loadTextsOf('desk')

const texts = [
  { lingua: 'it', destinatari: 'Solo il nostro ufficio.', permesso_soggiorno: 'Il permesso resta valido.' },
  { lingua: 'ar', destinatari: 'مكتبنا فقط.', permesso_soggiorno: 'لا يتغير التصريح.' },
]
const off = { testi: texts, impronta: 'abc', flag_in_vigore: 0 }
const on = { ...off, flag_in_vigore: 1, confermate_da: 'Rossi Maria', data_conferma: '2026-11-20T10:00:00.000Z' }

test('the head of the office reads the assurances in every language, confirms them and takes them off again', async () => {
  const sent: unknown[] = []
  answerCalls(({ path, body }) => {
    if (path.endsWith('/conferma')) {
      sent.push(body)
      return { result: on }
    }
    return { result: off }
  })
  showPages({ '/garanzie': AssurancesPage }, ['/garanzie'])
  expect(await screen.findByText('Le frasi non compaiono: nessuno le ha confermate.')).toBeTruthy()
  expect(screen.getByText('لا يتغير التصريح.').closest('[dir]')?.getAttribute('dir')).toBe('rtl')

  await userEvent.click(screen.getByRole('button', { name: 'Conferma le frasi' }))
  expect(sent).toEqual([])
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Conferma le frasi' }))
  expect(await screen.findByText(/Le ha confermate Rossi Maria il 20\/11\/2026/)).toBeTruthy()
  expect(sent).toEqual([{ impronta: 'abc' }])

  await userEvent.click(screen.getByRole('button', { name: 'Togli le frasi' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Togli le frasi' }))
  expect(await screen.findByText('Le frasi non compaiono: nessuno le ha confermate.')).toBeTruthy()
})
