import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../button.tsx'
import { Modal, SpinnerModal } from './modal.tsx'

// jsdom has the element but not its behaviour; this is the part of the standard that the tests lean on.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
    this.querySelector<HTMLElement>('button')?.focus()
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Harness({ isStatic = false }: { isStatic?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const leaving = isStatic ? { backdrop: 'static' as const } : { onClose: close, closeText: 'Chiudi' }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        apri
      </button>
      {isOpen && (
        <Modal {...leaving} title="Elimina" footer={<Button onClick={close}>sì</Button>}>
          Sei sicuro?
        </Modal>
      )}
    </>
  )
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'apri' }))

test('a dialog is named by its title and opens over the page', async () => {
  render(<Harness />)
  await open()
  expect(screen.getByRole('dialog', { name: 'Elimina' })).toHaveProperty('open', true)
})

test('Escape, the cross and a click beside it close the dialog', async () => {
  render(<Harness />)
  await open()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await open()
  await userEvent.click(screen.getByRole('dialog'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a click inside leaves the dialog open', async () => {
  render(<Harness />)
  await open()
  await userEvent.click(screen.getByText('Sei sicuro?'))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('text that is marked up to beyond the edge leaves the dialog open', async () => {
  render(<Harness />)
  await open()
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target: screen.getByText('Sei sicuro?') },
    { keys: '[/MouseLeft]', target: screen.getByRole('dialog') },
  ])
  fireEvent.click(screen.getByRole('dialog'))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('focus goes back to the button that opened the dialog', async () => {
  render(<Harness />)
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi' }))
  expect(document.activeElement?.textContent).toBe('apri')
})

test('a static dialog is left only by its own buttons', async () => {
  render(<Harness isStatic />)
  await open()
  const dialog = screen.getByRole('dialog')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false)
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'sì' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what must stay in reach stands in the spinner, and is not set off by an Enter too many', () => {
  vi.useFakeTimers()
  const handleLeave = vi.fn()
  render(<SpinnerModal text="Invio in corso" actions={<Button onClick={handleLeave}>Esci</Button>} />)
  act(() => vi.advanceTimersByTime(300))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  fireEvent.click(screen.getByRole('button', { name: 'Esci' }))
  expect(handleLeave).toHaveBeenCalledOnce()
})

test('the spinner shows only when the wait passes 300 ms', () => {
  vi.useFakeTimers()
  render(<SpinnerModal text="Invio in corso" />)
  act(() => vi.advanceTimersByTime(299))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('status').textContent).toBe('Invio in corso')
})
