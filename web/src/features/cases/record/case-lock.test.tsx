import type { CaseDetail } from '@portal/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'

const { useHeldLock, useIsReleased: useIsFreed, useWatchedRecord } = await import('#form/edit/edit-lock.ts')
const { lockedCase } = await import('./case-edits.ts')

const locked = lockedCase(5)
let calls: readonly Call[] = []
const asked = () =>
  calls.map(({ path, query, keepalive }) => ({ action: query.get('azione') ?? path, isParting: keepalive }))
let answer: Answer
/** What a look at the lock is answered, where that differs. */
let look: Answer | undefined
const actions = () =>
  asked()
    .map(({ action }) => action)
    .filter((action) => !action.includes('/blocco/'))

beforeEach(() => {
  vi.useFakeTimers()
  look = undefined
  answer = { status: 200, result: { fino_al: '2026-11-20T10:10:00.000Z' }, errorCode: null }
  calls = answerCalls({
    'GET /v1/segnalazioni/lock/5': () => answer,
    'GET /v1/segnalazioni/blocco/5': () => look ?? answer,
  }).calls
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const hold = (onLost = vi.fn()) =>
  renderHook(({ isHeld }: { isHeld: boolean }) => useHeldLock(locked, isHeld, onLost), {
    initialProps: { isHeld: true },
  })

test('a lock is held every two minutes while it is needed, and left once', async () => {
  const { rerender, unmount, result } = hold()
  await act(() => vi.advanceTimersByTimeAsync(241_000))
  expect(actions()).toEqual(['mantieni', 'mantieni'])
  expect(result.current.until).toEqual(new Date('2026-11-20T10:10:00.000Z'))
  rerender({ isHeld: false })
  await vi.advanceTimersByTimeAsync(600_000)
  unmount()
  expect(asked().filter(({ isParting }) => isParting)).toEqual([{ action: 'rilascia', isParting: true }])
})

test('a lock is left when the page goes, and taken again if the page comes back', async () => {
  hold()
  fireEvent(window, new Event('pagehide'))
  fireEvent(window, new Event('pageshow'))
  await vi.advanceTimersByTimeAsync(0)
  expect(actions()).toEqual(['rilascia', 'mantieni'])
})

test('that somebody else took the lock over is shown within ten seconds', async () => {
  const onLost = vi.fn()
  hold(onLost)
  answer = { status: 200, result: { versione: 3 }, errorCode: null }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(actions()).toEqual([])
  look = { result: { versione: 3, bloccato_da: 'Neri Ada' } }
  answer = { status: 409, result: { descrizione: 'Lo sta modificando Neri Ada' }, errorCode: null }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onLost).toHaveBeenCalledExactlyOnceWith('Lo sta modificando Neri Ada')
})

test('a network that is away loses nothing; a lock that is somebody else’s by now is shown with its reason', async () => {
  const onLost = vi.fn()
  hold(onLost)
  answer = { status: 0, result: {}, errorCode: null }
  await vi.advanceTimersByTimeAsync(121_000)
  expect(onLost).not.toHaveBeenCalled()
  answer = { status: 409, result: { descrizione: 'Lo sta modificando Neri Ada' }, errorCode: 'bloccato' }
  fireEvent(window, new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(onLost).toHaveBeenCalledExactlyOnceWith('Lo sta modificando Neri Ada')
})

test('a case locked by another user is read again once they save or release it, and not before', async () => {
  const queryClient = new QueryClient()
  const refetch = vi.spyOn(queryClient, 'refetchQueries')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const record = { id: 5, version: 3, isConflict: true } as CaseDetail
  const { rerender } = renderHook((seen: CaseDetail) => useWatchedRecord(locked, seen, true), {
    wrapper,
    initialProps: record,
  })
  const afterLook = async (result: object, status = 200) => {
    answer = { status, result, errorCode: null }
    await vi.advanceTimersByTimeAsync(10_000)
    return refetch.mock.calls.length
  }
  expect(await afterLook({ versione: 3, bloccato_da: 'Neri Ada' })).toBe(0)
  expect(await afterLook({}, 0)).toBe(0)
  expect(await afterLook({ versione: 4, bloccato_da: 'Neri Ada' })).toBe(1)
  rerender({ ...record, version: 4 })
  expect(await afterLook({ versione: 4, bloccato_da: 'Neri Ada' })).toBe(1)
  expect(await afterLook({ versione: 4 })).toBe(2)
  rerender({ ...record, version: 4, isConflict: false })
  expect(await afterLook({ versione: 4 })).toBe(2)
})

test('a case is freed when the lock that stood in the way is gone, until this person begins to write it', () => {
  const { result, rerender } = renderHook(
    (now: { isConflict: boolean; isReading: boolean }) => useIsFreed(now, now.isReading),
    { initialProps: { isConflict: false, isReading: true } },
  )
  expect(result.current).toBe(false)
  rerender({ isConflict: true, isReading: true })
  expect(result.current).toBe(false)
  rerender({ isConflict: false, isReading: true })
  expect(result.current).toBe(true)
  rerender({ isConflict: false, isReading: false })
  rerender({ isConflict: false, isReading: true })
  expect(result.current).toBe(false)
})
