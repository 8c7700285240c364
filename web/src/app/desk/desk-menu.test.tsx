import { paths } from '@portal/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'
import { menuEntries } from './desk-menu-entries.ts'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { DeskMenu } = await import('#features/desk/desk-menu.tsx')
await loadTexts()
await loadTextsOf('desk')

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const Page = () => <DeskMenu entries={menuEntries} />

async function show(selectedRole: string, path: string = paths.deskHome) {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole }]])
  showPages({ [path]: Page }, [path], queryClient)
  return screen.findByRole('navigation', { name: 'Menu di gestione' })
}

/** The groups that can be folded, with whether they are open. */
const folds = (menu: HTMLElement) =>
  Object.fromEntries(
    [...menu.querySelectorAll('details')].map((group) => [group.querySelector('summary')?.textContent, group.open]),
  )

test('a manager has four groups, of which the last two are folded until they are used', async () => {
  const menu = await show('manager')
  expect(folds(menu)).toEqual({ Registro: false, Ufficio: false })
  expect(within(menu).getByRole('list', { name: 'Lavoro' }).textContent).toContain('Casi')
  expect(within(menu).getByRole('list', { name: 'Persone' }).textContent).toContain('Anagrafica')
  await userEvent.click(within(menu).getByText('Ufficio'))
  cleanup()
  expect(folds(await show('manager'))).toEqual({ Registro: false, Ufficio: true })
})

test('the group of the current page is open', async () => {
  const menu = await show('manager', paths.auditLog)
  expect(folds(menu)).toEqual({ Registro: false, Ufficio: true })
  expect(within(menu).getByRole('link', { current: 'page' }).textContent).toBe('Registro attività')
})

test('who works on the register has it open', async () => {
  const menu = await show('registerAdmin', paths.registerHome)
  expect(folds(menu)).toEqual({ Ufficio: false })
  expect(within(menu).getByRole('list', { name: 'Registro' }).textContent).toContain('Nuove richieste')
})

test('a member of an association has its area alone', async () => {
  const menu = await show('associationMember', paths.personalArea)
  expect(within(menu).getByRole('link').textContent).toBe('Home')
  expect(folds(menu)).toEqual({})
})

test('each page of the menu has a letter of its own after g', () => {
  const letters = ['h', ...menuEntries.map(({ key }) => key)]
  expect(new Set(letters).size).toBe(letters.length)
})
