import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { showPages } from '../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { NavLink } = await import('#ui/layout/nav-link.tsx')
const { UnsavedChanges } = await import('./unsaved-changes.tsx')
await loadTexts()
await loadTextsOf('desk')

configure({ asyncUtilTimeout: 10_000 })
let left: string[]
beforeAll(() => {})
beforeEach(() => {
  left = []
})

/** Two forms on a page, like the fields of a case and a message to its reporter. */
function Forms({ changed }: { changed: readonly string[] }) {
  const [saved, setSaved] = useState<string>()
  return (
    <>
      <h1>Caso</h1>
      {['fields', 'message'].map((name) => (
        <UnsavedChanges
          key={name}
          hasChanges={() => changed.includes(name) && saved !== name}
          onLeave={() => left.push(name)}
        />
      ))}
      <button type="button" onClick={() => setSaved('fields')}>
        Salva
      </button>
      <NavLink href="/x/casi">Casi</NavLink>
    </>
  )
}

const show = (...changed: string[]) =>
  showPages({ '/caso': () => <Forms changed={changed} />, '/casi': () => <h1>Casi</h1> }, ['/caso'])
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const leave = async () => userEvent.click(await screen.findByRole('link', { name: 'Casi' }))

test.each([[['fields']], [['message']], [['fields', 'message']]])(
  'of %j one is asked once, and what is left is shown when it has gone',
  async (changed) => {
    show(...changed)
    await leave()
    await screen.findByRole('dialog')
    expect(left).toEqual([])
    await click('Esci senza salvare')
    await screen.findByRole('heading', { name: 'Casi' })
    await waitFor(() => expect(left).toEqual(changed))
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('staying keeps everything, and leaving asks again', async () => {
  show('fields', 'message')
  await leave()
  await click('Continua a scrivere')
  expect(screen.getByRole('heading', { name: 'Caso' })).toBeTruthy()
  await leave()
  await screen.findByRole('dialog')
  expect(left).toEqual([])
})

test('a form saved before the user leaves does not call onLeave', async () => {
  show('fields')
  await leave()
  await click('Continua a scrivere')
  await click('Salva')
  await leave()
  await screen.findByRole('heading', { name: 'Casi' })
  expect(left).toEqual([])
})
