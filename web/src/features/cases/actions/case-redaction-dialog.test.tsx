import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { RedactionDialog } = await import('./case-redaction-dialog.tsx')
await loadTexts()
await loadTextsOf('desk')

let calls: readonly Call[] = []
const done = vi.fn()
const dialog = () => screen.findByRole('dialog', { name: "PDF per un'altra autorità" })
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name })
const download = () => userEvent.click(screen.getByRole('button', { name: 'Scarica' }))

beforeEach(async () => {
  calls = answerCalls({
    'POST /v1/report/pdf-omissis/5': () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  }).calls
  done.mockClear()
  showPages({ '/caso': () => <RedactionDialog id={5} onDone={done} onClose={() => undefined} /> }, ['/caso'])
  await dialog()
})

test('blacks out every part at first, and what the operator leaves ticked', async () => {
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(12)
  await userEvent.click(box('Luogo del fatto'))
  await userEvent.click(box('Classificazione'))
  await download()
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(calls.map(({ body }) => body)).toEqual([
    {
      parti_oscurate: [
        ...['segnalante', 'vittima', 'responsabile', 'recapiti', 'testi', 'trattazione'],
        ...['nomi_allegati', 'messaggi', 'storico', 'personale'],
      ],
    },
  ])
})

test('asks for a part where none is ticked', async () => {
  for (const each of screen.getAllByRole('checkbox')) await userEvent.click(each)
  await download()
  screen.getByRole('group', { name: /Parti da oscurare/, description: /Scegli almeno una parte da oscurare/ })
  expect(calls).toEqual([])
})
