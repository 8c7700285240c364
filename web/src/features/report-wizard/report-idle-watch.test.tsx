import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { NavigateContext } = await import('#ui/layout/nav-link.tsx')
const { createDraftStore } = await import('./draft-store.ts')
const { ReportProvider } = await import('./report-session.tsx')
const { ReportIdleWatch } = await import('./report-idle-watch.tsx')

const go = vi.fn()
let store: ReturnType<typeof createDraftStore>
beforeAll(async () => {
  await loadTexts()
  await loadTextsOf('wizard')
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
  sessionStorage.clear()
  go.mockReset()
  store = createDraftStore({ slug: 'x', language: () => 'it' })
  render(
    <NavigateContext value={go}>
      <ReportProvider store={store}>
        <ReportIdleWatch />
      </ReportProvider>
    </NavigateContext>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000))
const write = () => act(() => store.set('message', 'Quello che ho visto'))
const question = () => screen.queryByRole('alertdialog', { name: 'Sei ancora lì?' })

test('after twenty minutes without a sign it asks, and says when the draft goes', async () => {
  write()
  await minutes(19)
  expect(question()).toBeNull()
  await minutes(1)
  expect(question()?.textContent).toContain('11:30')
})

test("'Continua' keeps the draft and restarts the timer", async () => {
  write()
  await minutes(21)
  fireEvent.click(screen.getByRole('button', { name: 'Continua' }))
  expect(question()).toBeNull()
  await minutes(19)
  expect(question()).toBeNull()
  expect(store.get().draft.message).toBe('Quello che ho visto')
})

test('a key, a touch or a scroll is a sign that somebody is there', async () => {
  write()
  for (const sign of [new KeyboardEvent('keydown'), new Event('pointerdown'), new Event('scroll')]) {
    await minutes(15)
    act(() => void dispatchEvent(sign))
  }
  await minutes(15)
  expect(question()).toBeNull()
})

test('without an answer the draft is wiped after thirty minutes, and the wizard starts again', async () => {
  write()
  await minutes(31)
  expect(question()).toBeNull()
  expect(store.get()).toMatchObject({ isLapsed: true })
  expect(JSON.stringify(sessionStorage)).not.toContain('Quello che ho visto')
  expect(go).toHaveBeenCalledWith('/x/cosa-facciamo/contact-center/segnalazione/intro')
})

test('a machine that slept wipes it as soon as it wakes', async () => {
  write()
  await minutes(1)
  vi.setSystemTime(new Date('2026-11-20T12:00:00Z'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(store.get()).toMatchObject({ isLapsed: true })
})

test('code and pin are asked about as a draft is, and hidden without leaving their page', async () => {
  act(() => store.finish({ caseId: 1, code: 'TAG-2026-000001', pin: 'ABCDE-FGHIJ' }))
  await minutes(21)
  expect(question()?.textContent).toContain('alle 11:30 nascondiamo codice e PIN')
  await minutes(10)
  expect(question()).toBeNull()
  expect(store.get()).toMatchObject({ receipt: undefined, isReceiptHidden: true })
  expect(JSON.stringify(sessionStorage)).not.toContain('ABCDE-FGHIJ')
  expect(go).not.toHaveBeenCalled()
})

test('where nothing was written there is nothing to ask about', async () => {
  await minutes(40)
  expect(question()).toBeNull()
  expect(store.get()).toMatchObject({ isLapsed: false })
})
