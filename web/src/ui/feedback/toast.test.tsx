import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion, useToasts } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Harness() {
  const { toasts, show, dismiss } = useToasts()
  return (
    <>
      <button
        type="button"
        onClick={() =>
          show({ kind: 'success', header: 'Success', spokenHeader: 'Operazione riuscita', body: 'Salvato' })
        }
      >
        save
      </button>
      <button type="button" onClick={() => show({ kind: 'error', header: 'Error', body: 'Errore interno' })}>
        fail
      </button>
      <ToastRegion toasts={toasts} onDismiss={dismiss} texts={{ label: 'Avvisi', close: 'Chiudi' }} />
    </>
  )
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a toast stays five seconds', () => {
  render(<Harness />)
  fireEvent.click(screen.getByText('save'))
  pass(4999)
  expect(screen.getByText('Salvato')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Salvato')).toBeNull()
})

test('a toast under the pointer or with focus inside waits, then has its five seconds again', () => {
  render(<Harness />)
  fireEvent.click(screen.getByText('save'))
  const card = screen.getByText('Salvato')
  fireEvent.mouseEnter(card.parentElement as HTMLElement)
  pass(60_000)
  fireEvent.mouseLeave(card.parentElement as HTMLElement)
  fireEvent.focus(screen.getByRole('button', { name: 'Chiudi' }))
  pass(60_000)
  fireEvent.blur(screen.getByRole('button', { name: 'Chiudi' }))
  pass(4999)
  expect(screen.getByText('Salvato')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Salvato')).toBeNull()
})

test('success is shown politely and failure at once', () => {
  render(<Harness />)
  fireEvent.click(screen.getByText('save'))
  fireEvent.click(screen.getByText('fail'))
  expect(screen.getByRole('status').textContent).toContain('Salvato')
  expect(screen.getByRole('alert').textContent).toContain('Errore interno')
})

test('two toasts go one after the other, and the cross takes its own away', () => {
  render(<Harness />)
  fireEvent.click(screen.getByText('save'))
  pass(3000)
  fireEvent.click(screen.getByText('fail'))
  pass(2000)
  expect(screen.queryByText('Salvato')).toBeNull()
  expect(screen.getByText('Errore interno')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Chiudi' }))
  expect(screen.queryByText('Errore interno')).toBeNull()
})

test('a header in another language is shown, and heard in that of the page', () => {
  render(<Harness />)
  fireEvent.click(screen.getByText('save'))
  expect(screen.getByText('Success').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByRole('status').textContent).toContain('Operazione riuscita')
})
