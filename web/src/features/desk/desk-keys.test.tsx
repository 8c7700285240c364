import { paths } from '@portal/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'
import type { MenuEntry } from './desk-menu.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { shortcut } = await import('#lib/backoffice/desk-keys.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { useOfferedActions } = await import('#lib/backoffice/page-actions.ts')
const { DeskKeys } = await import('./desk-keys.tsx')
await loadTexts()
await loadTextsOf('desk')

const pressed: string[] = []
beforeEach(() => {
  pressed.length = 0
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const menu: readonly MenuEntry[] = [
  { path: paths.caseList, group: 'work', text: 'cases.lists.all', key: 'c' },
  { path: paths.operatorList, group: 'office', text: 'operators.title', key: 'o' },
]

/** An action whose control is in a menu. */
const inMenu = [{ text: 'Assegna', key: 'assign' as const, onSelect: () => pressed.push('assign') }]

/** A page with a search, a list that has no keys of its own, and buttons that name their keys. */
const Page = () => {
  useOfferedActions(inMenu)
  return <Content />
}
const Content = () => (
  <>
    <input aria-label="Cerca" {...shortcut('search')} />
    <DeskKeys menu={menu} help={[]} />
    <main>
      <h1>Elenco</h1>
      <table>
        <tbody>
          {['uno', 'due'].map((name) => (
            <tr key={name}>
              <td>
                <a href={`#${name}`}>{name}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <textarea aria-label="Note" />
      <button type="button" {...shortcut('edit')} onClick={() => pressed.push('edit')}>
        Modifica
      </button>
      <Folded />
      <button type="button" {...shortcut('save')} onClick={() => pressed.push('save')}>
        Salva
      </button>
    </main>
  </>
)

/** A tab with the field of an answer, which is there after a while. */
function Folded() {
  const [isOpen, setOpen] = useState(false)
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (isOpen) setTimeout(setThere, 20, true)
  }, [isOpen])
  return (
    <>
      <div role="tablist">
        <button type="button" role="tab" {...(!isOpen && shortcut('reply'))} onClick={() => setOpen(true)}>
          Corrispondenza
        </button>
      </div>
      <div hidden>
        <textarea aria-label="Nascosta" {...shortcut('reply')} />
      </div>
      {isThere && <textarea aria-label="Risposta" {...shortcut('reply')} />}
    </>
  )
}

async function show(selectedRole = 'manager') {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole }]])
  const pages = {
    [paths.deskHome]: Page,
    [paths.caseNew]: () => <h1>Nuova</h1>,
    [paths.caseList]: () => <h1>Casi</h1>,
    [paths.operatorList]: () => <h1>Operatori</h1>,
  }
  showPages(pages, [paths.deskHome], queryClient)
  await screen.findByRole('heading', { name: 'Elenco' })
}

const focused = () => document.activeElement?.textContent

test('every page has keys for search, rows, edit and a new case', async () => {
  await show()
  await userEvent.keyboard('jj')
  expect(focused()).toBe('due')
  await userEvent.keyboard('k')
  expect(focused()).toBe('uno')
  await userEvent.keyboard('e')
  expect(pressed).toEqual(['edit'])
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Cerca' }))
  await userEvent.keyboard('/jke')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Cerca' }).value).toBe('/jke')
  screen.getByRole('link', { name: 'uno' }).focus()
  await userEvent.keyboard('n')
  await screen.findByRole('heading', { name: 'Nuova' })
})

test('the key of a field opens the tab that has it, and leads to the field once it is there', async () => {
  await show()
  await userEvent.keyboard('r')
  const field = await screen.findByRole('textbox', { name: 'Risposta' })
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('Ctrl+S saves, also while somebody writes', async () => {
  await show()
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 's')
  expect(pressed).toEqual([])
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(pressed).toEqual(['save'])
})

test('the keys are listed on request, and single ones can be switched off', async () => {
  await show()
  await userEvent.keyboard('?')
  const dialog = within(screen.getByRole('dialog', { name: 'Tasti rapidi' }))
  expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...[
      'j',
      'k',
      'Invio',
      'x',
      'p',
      'e',
      'r',
      't',
      'a',
      'c',
      'i',
      'v',
      'm',
      '[',
      ']',
      'Ctrl+S',
      'Ctrl+Z',
      'F2',
      'n',
      '/, Ctrl+K',
      'f',
      '?',
    ],
    ...['g, poi h', 'g, poi c', 'g, poi o'],
  ])
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(pressed).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tasti rapidi attivi in questa scheda' }))
  await userEvent.click(dialog.getAllByRole('button', { name: 'Chiudi' })[0] as HTMLElement)
  await userEvent.keyboard('je?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(pressed).toEqual([])
  await userEvent.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(pressed).toEqual(['save']))
})

test('g and a letter lead to a page of the menu that the role may open', async () => {
  await show('operatorOne')
  await userEvent.keyboard('go')
  expect(screen.getByRole('heading', { name: 'Elenco' })).toBeTruthy()
  // The second key belongs to the pair, whatever it is.
  await userEvent.keyboard('ge')
  expect(pressed).toEqual([])
  await userEvent.keyboard('gc')
  await screen.findByRole('heading', { name: 'Casi' })
})

test('the key of an action works although its control is in a menu', async () => {
  await show()
  await userEvent.keyboard('a')
  expect(pressed).toEqual(['assign'])
})

test('a control says its keys where the pointer rests', async () => {
  await show()
  expect(screen.getByRole('button', { name: 'Modifica' }).title).toBe('Tasti: e')
})

test('Ctrl+K searches, also with single keys switched off', async () => {
  await show()
  sessionStorage.clear()
  const { keysSwitch } = await import('#lib/backoffice/desk-keys.ts')
  keysSwitch.set(false)
  await userEvent.keyboard('gc/')
  expect(screen.getByRole('heading', { name: 'Elenco' })).toBeTruthy()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Cerca' }))
})

test('who may not enter cases has no key for it', async () => {
  await show('registerOperator')
  await userEvent.keyboard('n')
  expect(screen.getByRole('heading', { name: 'Elenco' })).toBeTruthy()
})
