import { act, cleanup } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replayEarlyInput } from './replay-early-input.ts'

function Form({ onSubmit }: { onSubmit: (values: object) => void }) {
  const [values, setValues] = useState({ isRead: false, language: '1', name: '', kind: 'a' })
  const set = (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(values)
      }}
    >
      <input
        id="read"
        type="checkbox"
        checked={values.isRead}
        onChange={(event) => set({ isRead: event.target.checked })}
      />
      <input id="name" value={values.name} onChange={(event) => set({ name: event.target.value })} />
      <input id="a" type="radio" name="kind" checked={values.kind === 'a'} onChange={() => set({ kind: 'a' })} />
      <input id="b" type="radio" name="kind" checked={values.kind === 'b'} onChange={() => set({ kind: 'b' })} />
      <select id="language" value={values.language} onChange={(event) => set({ language: event.target.value })}>
        <option value="1">1</option>
        <option value="2">2</option>
      </select>
      <button type="submit">Go on</button>
    </form>
  )
}

const field = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) as T
const onSubmit = vi.fn()
let root: Root | undefined

beforeEach(async () => {
  vi.resetModules()
  onSubmit.mockClear()
  document.body.innerHTML = `<div id="root">${renderToString(<Form onSubmit={onSubmit} />)}</div>`
  await import('./before-hydration.ts')
})
afterEach(() => {
  act(() => root?.unmount())
  globalThis.early?.end()
  cleanup()
})

/** Starts the program; on a translated page it does not hydrate, but draws everything again. */
async function comeToLife({ isTranslated = false } = {}) {
  const waiting = replayEarlyInput()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await act(async () => {
    if (isTranslated) {
      root = createRoot(field('#root'))
      flushSync(() => root?.render(<Form onSubmit={onSubmit} />))
    } else root = hydrateRoot(field('#root'), <Form onSubmit={onSubmit} />)
    waiting()
    await vi.runAllTimersAsync()
  })
  vi.useRealTimers()
}

const choose = (selector: string, value: string) => {
  field<HTMLInputElement>(selector).value = value
  field(selector).dispatchEvent(new Event('input', { bubbles: true }))
}

test.each([false, true])(
  'what was ticked, written, chosen and pressed before the program came is done over, in that order; translated: %s',
  async (isTranslated) => {
    field('#read').click()
    choose('#name', 'Àlice')
    field('#b').click()
    choose('#language', '2')
    field('button').click()
    expect(field('button').getAttribute('aria-busy')).toBe('true')
    await comeToLife({ isTranslated })
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ isRead: true, language: '2', name: 'Àlice', kind: 'b' })
    expect(field('button').getAttribute('aria-busy')).toBeNull()
  },
)

test('what was ticked and unticked again stays unticked', async () => {
  field('#read').click()
  field('#read').click()
  field('button').click()
  await comeToLife()
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ isRead: false, language: '1', name: '', kind: 'a' })
})

test('where nothing was done nothing is done, and what is done later counts once', async () => {
  await comeToLife()
  expect(onSubmit).not.toHaveBeenCalled()
  await act(async () => field('button').click())
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('no input is replayed after the user left', async () => {
  choose('#name', 'Àlice')
  field('button').click()
  if (globalThis.early) globalThis.early.isGone = true
  await comeToLife()
  expect(onSubmit).not.toHaveBeenCalled()
})
