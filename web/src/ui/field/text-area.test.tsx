import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TextArea } from './text-area.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Harness() {
  const [value, setValue] = useState('')
  return (
    <TextArea
      id="message"
      label="Messaggio"
      value={value}
      onChange={setValue}
      limit={10}
      leftText={(left) => `${left} rimasti`}
    />
  )
}

const write = (value: string) => fireEvent.change(screen.getByLabelText('Messaggio'), { target: { value } })
const shown = () => document.getElementById('message-count')?.textContent

test('what is left is counted in code points, so that one emoji is one', () => {
  render(<Harness />)
  write('è👍𝒳')
  expect(shown()).toBe('7 rimasti')
})

test('the count goes below nought rather than cutting the text', () => {
  render(<Harness />)
  write('dodici parole')
  expect(shown()).toBe('-3 rimasti')
})

test('the count is read out only after a pause in typing', () => {
  render(<Harness />)
  write('a')
  act(() => vi.advanceTimersByTime(900))
  write('ab')
  act(() => vi.advanceTimersByTime(900))
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => vi.advanceTimersByTime(100))
  expect(screen.getByRole('status').textContent).toBe('8 rimasti')
})
