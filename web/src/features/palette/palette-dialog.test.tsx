import { paths } from '@portal/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageAction } from '#lib/backoffice/page-actions.ts'
import { useOfferedActions } from '#lib/backoffice/page-actions.ts'
import type { PaletteSource } from '#lib/backoffice/palette.ts'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { currentUserQuery } from '#lib/session/current-user.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'
import { PaletteButton } from './palette-button.tsx'
import { PaletteDialog } from './palette-dialog.tsx'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})

const done: string[] = []
let searched: string[] = []
let aborted: string[] = []
/** Answers of the source by text; a text without one waits until it is aborted. */
let answers: Record<string, readonly string[]> = {}
beforeEach(() => {
  done.length = 0
  searched = []
  aborted = []
  answers = {}
})
afterEach(cleanup)

const source: PaletteSource = {
  name: 'cases',
  title: 'palette.cases',
  isFor: (role) => role === 'manager',
  canFind: (text) => text.length > 2,
  find: (text, { signal }) => {
    searched.push(text)
    const names = answers[text]
    if (names)
      return Promise.resolve({
        entries: names.map((name) => ({ id: name, text: name, onSelect: { href: `/x/found/${name}` } })),
        missed: names.length === 0 ? `Nessun caso per ${text}` : undefined,
      })
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(text)
        reject(signal.reason)
      })
    })
  },
}

const actions: readonly PageAction[] = [
  { text: 'Chiudi', disabledReason: 'È già chiuso', onSelect: () => done.push('close') },
  { text: 'Assegna', key: 'assign', onSelect: () => done.push('assign') },
]
const pages = [{ id: 'list', text: 'Elenco', onSelect: { href: '/x/list' } }]

const Dialog = ({ onClose }: { onClose: () => void }) => (
  <PaletteDialog pages={pages} sources={[source]} onClose={onClose} />
)

function Desk() {
  const [offered] = useState(actions)
  useOfferedActions(offered)
  return (
    <>
      <PaletteButton dialog={Dialog} />
      <h1>Caso</h1>
    </>
  )
}

async function open(selectedRole = 'manager') {
  const known = queryClientWith([[currentUserQuery.queryKey, { selectedRole }]])
  const router = showPages(
    { [paths.home]: Desk, '/list': () => <h1>Elenco</h1>, '/found/$name': () => <h1>Trovato</h1> },
    ['/'],
    known,
  )
  const button = await screen.findByRole('button', { name: 'Cerca o vai a…' })
  await userEvent.click(button)
  return { router, button, field: screen.getByRole<HTMLInputElement>('combobox') }
}
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

test('opens with the focus in the field, the enabled actions of the page and the pages', async () => {
  const { field, button } = await open()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(names()).toEqual(['Assegnaa', 'Elenco'])
  expect(active(field)).toBe('Assegnaa')
  await userEvent.keyboard('{ArrowDown}')
  expect(active(field)).toBe('Elenco')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('an action is performed after the palette has closed; a disabled one says why and does nothing', async () => {
  await open()
  await userEvent.keyboard('chi')
  expect(names()).toEqual(['ChiudiÈ già chiuso'])
  await userEvent.keyboard('{Enter}')
  expect(done).toEqual([])
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.keyboard('ass{Enter}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(done).toEqual(['assign'])
})

test('records are searched for once the user rests, and the earlier search is aborted', async () => {
  answers = { rossi: ['uno', 'due'] }
  await open()
  await userEvent.keyboard('ros')
  await waitFor(() => expect(searched).toEqual(['ros']))
  await userEvent.keyboard('si')
  await waitFor(() => expect(names()).toEqual(['uno', 'due']))
  expect(searched).toEqual(['ros', 'rossi'])
  expect(aborted).toEqual(['ros'])
  expect(screen.getByRole('status').textContent).toBe('2 risultati')
})

test('Enter before the answer takes the first result once it is there', async () => {
  answers = { rossi: ['uno', 'due'] }
  const { router } = await open()
  await userEvent.keyboard('rossi{Enter}')
  await screen.findByRole('heading', { name: 'Trovato' })
  expect(router.history.location.href).toBe('/x/found/uno')
})

test('where nothing is found, the searched places are named', async () => {
  answers = { zzz: [] }
  await open()
  await userEvent.keyboard('zzz')
  await screen.findByText('Nessun caso per zzz')
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('a role without the records of a source is not offered them', async () => {
  answers = { rossi: ['uno'] }
  await open('registerOperator')
  await userEvent.keyboard('rossi')
  await screen.findByText(/Nessun risultato/)
  expect(searched).toEqual([])
})
