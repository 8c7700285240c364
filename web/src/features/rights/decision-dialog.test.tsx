import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const { CallError } = await import('#lib/api/call-error.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { DecisionDialog } = await import('./rights-actions.tsx')
await loadTexts()
await loadTextsOf('desk')

type Props = Parameters<typeof DecisionDialog>[0]

const handleDecide = vi.fn()
const dialog = (props: Partial<Props> = {}) => (
  <DecisionDialog
    title="Approvare?"
    confirmText="Approva"
    pending={false}
    error={null}
    onDecide={handleDecide}
    onClose={() => undefined}
    {...props}
  >
    <p>Che cosa succede</p>
  </DecisionDialog>
)

test('a decision carries its reason', async () => {
  render(dialog())
  await userEvent.type(screen.getByLabelText(/Motivo della decisione/), 'Identità verificata')
  await userEvent.click(screen.getByRole('button', { name: 'Approva' }))
  expect(handleDecide).toHaveBeenLastCalledWith({ reason: 'Identità verificata', includesOpen: false })
})

test('cases still worked on are named, and must be agreed to before anything is erased', async () => {
  handleDecide.mockClear()
  render(dialog({ openCodes: ['X-2026-000001', 'X-2026-000002'] }))
  const box = screen.getByRole('checkbox', { name: /X-2026-000001, X-2026-000002/ })
  await userEvent.click(screen.getByRole('button', { name: 'Approva' }))
  expect(handleDecide).not.toHaveBeenCalled()
  const summary = screen.getByRole('alert')
  expect(document.activeElement).toBe(summary)
  within(summary).getByRole('link', { name: /^Casi non conclusi: / })
  await userEvent.click(box)
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Approva' }))
  expect(handleDecide).toHaveBeenLastCalledWith({ reason: '', includesOpen: true })
})

test('a reason that the server refuses is shown at its field, and the summary takes the focus', () => {
  const fieldError = { campo: 'motivo', codice: 'motivo_non_valido', messaggio: 'Da 10 a 1000 caratteri' }
  const { rerender } = render(dialog())
  rerender(dialog({ error: new CallError(400, 'dati_non_validi', '', [fieldError]) }))
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  expect(screen.getByLabelText(/Motivo della decisione/).getAttribute('aria-invalid')).toBe('true')
})
