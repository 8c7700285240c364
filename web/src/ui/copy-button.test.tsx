import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

afterEach(() => {
  document.body.innerHTML = ''
})

const show = () => render(<CopyButton value="ABC-1" label="Copia" copiedLabel="Copiato" />)

test('the value goes to the clipboard, and the button says so', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByRole('button', { name: 'Copia' }))
  expect(await navigator.clipboard.readText()).toBe('ABC-1')
  expect(screen.getByRole('status').textContent).toBe('Copiato')
})

test('without a clipboard, as on plain http, it is copied the old way', async () => {
  const user = userEvent.setup()
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  Object.assign(document, {
    execCommand: () => {
      copied.push((document.activeElement as HTMLTextAreaElement).value)
      return true
    },
  })
  show()
  await user.click(screen.getByRole('button', { name: 'Copia' }))
  expect(copied).toEqual(['ABC-1'])
  expect(screen.getByRole('status').textContent).toBe('Copiato')
  vi.unstubAllGlobals()
})
