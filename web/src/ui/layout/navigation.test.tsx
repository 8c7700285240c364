import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../button.tsx'
import { MenuButton } from '../menu-button.tsx'
import { Pagination, pagesToShow } from '../pagination.tsx'
import { NavigateContext, NavLink } from './nav-link.tsx'
import { Tabs } from './tabs.tsx'

test('the app follows a plain click on a link and leaves a click with a key to the browser', () => {
  const navigate = vi.fn()
  render(
    <NavigateContext value={navigate}>
      <NavLink href="/casi">Casi</NavLink>
    </NavigateContext>,
  )
  const link = screen.getByRole('link')
  link.addEventListener('click', (event) => event.ctrlKey && event.preventDefault())
  fireEvent.click(link, { ctrlKey: true })
  expect(navigate).not.toHaveBeenCalled()
  fireEvent.click(link)
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/casi')
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [5, 20, [1, 'gap', 4, 5, 6, 'gap', 20]],
  [4, 20, [1, 2, 3, 4, 5, 'gap', 20]],
  [20, 20, [1, 'gap', 19, 20]],
])('page %i of %i shows %j', (page, pageCount, pages) => {
  expect(pagesToShow(page, pageCount)).toEqual(pages)
})

test.each([
  [1, 3, []],
  [3, 20, ['4']],
  [5, 20, ['4', '6']],
  [20, 20, ['19']],
])('page %i of %i hides %j on a telephone, where a gap says so', (page, pageCount, hidden) => {
  const texts = { label: 'Pagine', previous: 'Prima', next: 'Dopo', page: (one: number) => `Pagina ${one}` }
  const { container } = render(<Pagination page={page} pageCount={pageCount} href={(one) => `#${one}`} texts={texts} />)
  expect([...container.querySelectorAll('.page-near')].map(({ textContent }) => textContent)).toEqual(hidden)
})

test('a button that is off says why and does nothing', async () => {
  const handleClick = vi.fn()
  render(
    <Button disabledReason="Prima assegna il caso" onClick={handleClick}>
      Chiudi
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Chiudi' })
  await userEvent.click(button)
  expect(handleClick).not.toHaveBeenCalled()
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Prima assegna il caso',
  )
})

test('a button that becomes disabled keeps the focus', () => {
  const { rerender } = render(<Button disabledReason={undefined}>Avanti</Button>)
  screen.getByRole('button').focus()
  rerender(<Button disabledReason="È l'ultimo">Avanti</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Avanti' }))
})

test('a pending button cannot send a second time', () => {
  const handleSubmit = vi.fn()
  render(
    <form onSubmit={handleSubmit}>
      <Button type="submit" pending pendingText="Invio…">
        Invia
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Invio…' }))
  expect(handleSubmit).not.toHaveBeenCalled()
})

test('a menu opens, closes on Escape and gives focus back', async () => {
  render(<MenuButton entries={[{ text: 'Esci', href: '/esci' }]}>Rossi</MenuButton>)
  await userEvent.click(screen.getByRole('button'))
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Esci')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('link')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

function TabHarness() {
  const [current, setCurrent] = useState<'a' | 'b' | 'c'>('a')
  const tabs = (['a', 'b', 'c'] as const).map((id) => ({ id, label: id }))
  return (
    <Tabs label="Schede" tabs={tabs} current={current} onChange={setCurrent}>
      {current}
    </Tabs>
  )
}

test('arrows walk the tabs round, and the panel follows', async () => {
  render(<TabHarness />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'b' }).textContent).toBe('b')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('a')
})
