import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showPages } from '../../test/show-page.tsx'

const { CallError } = await import('#lib/api/call-error.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { NavLink } = await import('#ui/layout/nav-link.tsx')
const { ExampleDialog, ExampleTabs } = await import('../../test/example-forms.tsx')
const { ExampleSteps } = await import('./fixtures/example-steps.tsx')
const { FormDialog } = await import('./form-dialog.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

let answers: (() => Promise<unknown>)[] = []
const sent: object[] = []
const done = vi.fn()
/** Each call takes the next answer. */
const save = (wire: object) => {
  sent.push(wire)
  return answers.shift()?.() ?? Promise.resolve()
}
beforeEach(() => {
  answers = []
  sent.length = 0
  done.mockClear()
})

const refuse = (error: InstanceType<typeof CallError>) => () => Promise.reject(error)
const fieldErrorText = (campo: string, messaggio: string) =>
  new CallError(400, 'dati_non_validi', 'Dati non validi', [{ campo, codice: 'x', messaggio }])
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Cognome/ })
const click = async (text: string) => userEvent.click(await screen.findByRole('button', { name: text }))
const show = (Form: typeof ExampleDialog) =>
  showPages(
    {
      '/': () => (
        <>
          <Form save={save} onDone={done} />
          <NavLink href="/x/altro">Altro</NavLink>
        </>
      ),
      '/altro': () => <h1>Altro</h1>,
    },
    ['/'],
  )

test('a dialog shows its own errors first and sends nothing; the error goes as the field is filled in', async () => {
  show(ExampleDialog)
  await click('Salva')
  const summary = await screen.findByRole('alert')
  expect(document.activeElement).toBe(summary)
  within(summary).getByRole('link', { name: /^Cognome: / })
  expect(sent).toEqual([])
  await userEvent.type(await name(), 'Neri')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Ctrl+Enter sends a dialog from any of its fields', async () => {
  answers = []
  show(ExampleDialog)
  await userEvent.type(await name(), 'Neri{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
})

test('an error of the server comes to its field and takes the focus; a changed field is not wrong any more', async () => {
  answers = [refuse(fieldErrorText('motivo', 'È troppo corto'))]
  show(ExampleDialog)
  await userEvent.type(await name(), 'Neri')
  await click('Salva')
  await screen.findByRole('link', { name: /: È troppo corto$/ })
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  const reason = screen.getByRole('textbox', { name: /^Motivo/ })
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(reason, 'perché')
  expect(screen.queryByRole('alert')).toBeNull()
  await click('Salva')
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toEqual({ cognome: 'Neri', motivo: 'perché' })
})

test('a denial that is about no field is shown in the dialog, and what was typed stays', async () => {
  answers = [refuse(new CallError(409, 'conflitto', 'Il dato è cambiato'))]
  show(ExampleDialog)
  await userEvent.type(await name(), 'Neri')
  await click('Salva')
  expect((await screen.findByRole('alert')).textContent).toContain('Il dato è cambiato')
  expect((await name()).value).toBe('Neri')
  expect(done).not.toHaveBeenCalled()
})

test('while the call runs the button waits, and a second press sends nothing', async () => {
  let finish = (): void => undefined
  answers = [
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  ]
  show(ExampleDialog)
  await userEvent.type(await name(), 'Neri')
  await click('Salva')
  const waiting = await screen.findByRole('button', { name: /^Attend/ })
  await userEvent.click(waiting)
  expect(sent).toHaveLength(1)
  finish()
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
})

const openTab = async (text: string) => userEvent.click(await screen.findByRole('tab', { name: text }))
const typeReason = async () => {
  await openTab('Motivo')
  await userEvent.type(await screen.findByRole('textbox', { name: /^Motivo/ }), 'perché')
}

test('an error in another tab opens it and leads to its field', async () => {
  answers = [refuse(fieldErrorText('cognome', 'È già di un altro'))]
  show(ExampleTabs)
  await typeReason()
  await click('Salva')
  await userEvent.click(await screen.findByRole('link', { name: /^Cognome: / }))
  expect(document.activeElement).toBe(await name())
  await userEvent.type(await name(), 'Neri')
  expect(screen.queryByRole('alert')).toBeNull()
  await openTab('Motivo')
  await click('Salva')
  await userEvent.click(await screen.findByRole('link', { name: 'Cognome: È già di un altro' }))
  expect(document.activeElement).toBe(await name())
})

const reason = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Motivo/ })

test('a step is checked before the next one opens, and nothing is sent before the last one', async () => {
  show(ExampleSteps)
  await click('Avanti')
  expect(within(await screen.findByRole('alert')).getAllByRole('link')).toHaveLength(1)
  await userEvent.type(await name(), 'Neri')
  await click('Avanti')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(await reason())
  await click('Salva')
  within(await screen.findByRole('alert')).getByRole('link', { name: /^Motivo: / })
  expect(sent).toEqual([])
  await userEvent.type(await reason(), 'perché')
  await click('Salva')
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ cognome: 'Neri', motivo: 'perché' }])
})

test('back keeps what was typed in both steps', async () => {
  show(ExampleSteps)
  await userEvent.type(await name(), 'Neri')
  await click('Avanti')
  await userEvent.type(await reason(), 'perché')
  await click('Indietro')
  expect((await name()).value).toBe('Neri')
  expect(document.activeElement).toBe(await name())
  expect(screen.queryByRole('button', { name: 'Indietro' })).toBeNull()
  await click('Avanti')
  expect((await reason()).value).toBe('perché')
})

test('an error of the server in an earlier step opens that step', async () => {
  answers = [refuse(fieldErrorText('cognome', 'È già di un altro'))]
  show(ExampleSteps)
  await userEvent.type(await name(), 'Neri')
  await click('Avanti')
  await userEvent.type(await reason(), 'perché')
  await click('Salva')
  await screen.findByRole('link', { name: 'Cognome: È già di un altro' })
  expect((await name()).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await userEvent.type(await name(), 'o')
  await click('Avanti')
  await click('Salva')
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ cognome: 'Nerio', motivo: 'perché' }))
})

test('leaving a changed form asks; one that was sent is left at once', async () => {
  show(ExampleTabs)
  await userEvent.type(await name(), 'Neri')
  await userEvent.click(screen.getByRole('link', { name: 'Altro' }))
  await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })
  await click('Continua a scrivere')
  await typeReason()
  await click('Salva')
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  await userEvent.click(screen.getByRole('link', { name: 'Altro' }))
  await screen.findByRole('heading', { name: 'Altro' })
})

test('a dialog that forgets to say whether it waits, or why it failed, does not compile', () => {
  const props = { title: '', submitText: '', onSubmit: () => undefined, onClose: () => undefined, children: '' }
  const forgets = [
    // @ts-expect-error: `pending` is missing
    <FormDialog key="pending" {...props} error={null} />,
    // @ts-expect-error: `error` is missing
    <FormDialog key="error" {...props} pending={false} />,
  ]
  expect(forgets).toHaveLength(2)
})
