import { paths } from '@portal/contract'
import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { showPages } from '../../../../test/show-page.tsx'
import { useCaseTab } from './case-detail-tabs.tsx'

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

function Page({ seesReaders = true }: { seesReaders?: boolean }) {
  const [tab, show] = useCaseTab((one) => one !== 'seen' || seesReaders)
  return (
    <>
      <h1>{tab}</h1>
      <button type="button" onClick={() => show('history')}>
        Storico
      </button>
      <button type="button" onClick={() => show('facts')}>
        Fatto
      </button>
    </>
  )
}
const show = (address: string, page = () => <Page />) =>
  showPages({ [paths.caseDetail]: page, '/': () => <h1>Home</h1> }, ['/', `${paths.caseDetail}${address}`])

test('the tab of a case is in the address, without an entry of its own in the history', async () => {
  const router = show('?id=5')
  await screen.findByRole('heading', { name: 'facts' })
  await userEvent.click(screen.getByRole('button', { name: 'Storico' }))
  await screen.findByRole('heading', { name: 'history' })
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ id: 5, scheda: 'storico' }))
  await userEvent.click(screen.getByRole('button', { name: 'Fatto' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ id: 5 }))
  router.history.back()
  await screen.findByRole('heading', { name: 'Home' })
})

test('a reload opens the tab that the address names; what makes no sense, or is not for this role, is the first', async () => {
  show('?id=5&scheda=messaggi')
  await screen.findByRole('heading', { name: 'messages' })
  cleanup()
  show('?id=5&scheda=boh')
  await screen.findByRole('heading', { name: 'facts' })
  cleanup()
  show('?id=5&scheda=visto', () => <Page seesReaders={false} />)
  await screen.findByRole('heading', { name: 'facts' })
})
