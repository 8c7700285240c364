import { closeFollowUp, deleteAttachments, leftPath } from '@portal/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { watchForThreeShifts } = await import('./quick-exit.ts')
const { unloadPaths } = await import('../api/send-on-unload.ts')
/** What a page has that nobody has left yet. */
async function openPage() {
  vi.resetModules()
  return { ...(await import('./quick-exit.ts')), ...(await import('../files/uploaded-files.ts')) }
}

let stop: () => void = () => undefined
/** The page that was left stays a page for the other test files: what it listens to is removed. */
const listening = vi.spyOn(window, 'addEventListener')
let said: { path: string; body: unknown }[]
const replace = vi.fn()
const reload = vi.fn()
beforeEach(() => {
  said = []
  replace.mockClear()
  sessionStorage.clear()
  vi.stubGlobal('location', { ...location, origin: location.origin, replace, reload })
  vi.stubGlobal(
    'Blob',
    class {
      readonly text: string
      constructor([text]: string[]) {
        this.text = text ?? ''
      }
    },
  )
  const sendBeacon = (url: string, { text }: { text: string }) =>
    said.push({ path: new URL(url, 'http://x').pathname, body: JSON.parse(text) }) > 0
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon })
})
afterEach(() => {
  stop()
  for (const [kind, listener] of listening.mock.calls) removeEventListener(kind, listener)
  listening.mockClear()
  vi.unstubAllGlobals()
})

function watch() {
  let time = 0
  let left = 0
  stop = watchForThreeShifts(
    () => {
      left++
    },
    () => time,
  )
  const press = (key: string, after = 100, repeat = false) => {
    time += after
    document.dispatchEvent(new KeyboardEvent('keydown', { key, repeat }))
  }
  return { press, left: () => left }
}

async function leaveEarly() {
  const button = document.createElement('button')
  button.className = 'btn-exit'
  document.body.append(button)
  vi.resetModules()
  await import('../../app/before-hydration.ts')
  button.click()
  globalThis.early?.end()
  button.remove()
  await hasLeft()
}

test('three Shifts in a row leave', () => {
  const { press, left } = watch()
  press('Shift')
  press('Shift')
  expect(left()).toBe(0)
  press('Shift')
  expect(left()).toBe(1)
})

test('Shifts between letters, held down, or far apart do not', () => {
  const { press, left } = watch()
  for (const key of ['Shift', 'A', 'Shift', 'B', 'Shift', 'C']) press(key)
  for (let index = 0; index < 9; index++) press('Shift', 30, true)
  for (let index = 0; index < 5; index++) press('Shift', 1600)
  expect(left()).toBe(0)
})

test('an ended watch hears nothing', () => {
  const { press, left } = watch()
  stop()
  for (let index = 0; index < 3; index++) press('Shift')
  expect(left()).toBe(0)
})

test('the paths of the calls in parting are those of the contract', () => {
  expect(unloadPaths).toEqual({ deleteFiles: deleteAttachments.path, closeFollowUp: closeFollowUp.path })
})

test('a quick exit hides the page, forgets everything, tells the server and cannot be gone back over', async () => {
  const { isLeavingAtOnce, leaveAtOnce, onQuickExit, uploadedFiles, noteUploaded } = await openPage()
  sessionStorage.setItem('x.draft.1', 'Segreto')
  noteUploaded('1')
  const forget = vi.fn()
  onQuickExit(() => {
    throw new Error('one that fails')
  })
  onQuickExit(forget)
  expect(isLeavingAtOnce()).toBe(false)
  leaveAtOnce()
  expect(isLeavingAtOnce()).toBe(true)
  expect(document.body.hidden).toBe(true)
  expect(document.title).toBe('')
  expect(forget).toHaveBeenCalledOnce()
  expect(sessionStorage).toHaveLength(0)
  expect(uploadedFiles()).toEqual([])
  expect(said).toEqual([
    { path: `/x/api${unloadPaths.deleteFiles}`, body: { allegati: [{ cmis_id: '1' }], flag_uscita: 1 } },
  ])
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(reload).not.toHaveBeenCalled()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(reload).toHaveBeenCalledOnce()
  await hasLeft()
})

/** The entries of the browser's history around the place where the neutral page is put. */
const hasLeft = () => vi.waitFor(() => expect(replace).toHaveBeenCalledWith('https://example.org/'))

test('a quick exit walks to the first page of the visit, and leaves nothing of it behind or ahead', async () => {
  history.replaceState({ __TSR_index: 0 }, '', '/x/1')
  for (const index of [1, 2, 3]) history.pushState({ __TSR_index: index }, '', `/x/${index + 1}`)
  const { length } = history
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true })
    history.back()
  })
  const seen: string[] = []
  const watchPages = () => seen.push(window.location.pathname)
  addEventListener('popstate', watchPages)
  const { leaveAtOnce } = await openPage()
  leaveAtOnce()
  await hasLeft()
  removeEventListener('popstate', watchPages)
  // The router saw none of the pages on the way.
  expect(seen).toEqual([])
  expect(history.state).toEqual({ __TSR_index: 0 })
  expect(history.length).toBe(length - 2)
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true })
    history.forward()
  })
  expect(new URL(document.URL).pathname).toBe(`/x${leftPath}`)
})

test('a quick exit without files ends what code and pin opened', async () => {
  const { leaveAtOnce } = await openPage()
  leaveAtOnce()
  expect(said).toEqual([{ path: `/x/api${unloadPaths.closeFollowUp}`, body: {} }])
  await hasLeft()
})

test('pressing again leaves again, and the server is called once: a second call might overtake the first', async () => {
  const { leaveAtOnce, noteUploaded } = await openPage()
  noteUploaded('1')
  leaveAtOnce()
  sessionStorage.setItem('x.late', 'written meanwhile')
  leaveAtOnce()
  expect(replace).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(2))
  expect(said.map(({ path }) => path)).toEqual([`/x/api${unloadPaths.deleteFiles}`])
  expect(sessionStorage).toHaveLength(0)
})

test.each([[['1', '2']], [[]]])(
  'before the program is there a quick exit says and wipes the same: files %j',
  async (ids) => {
    const { leaveAtOnce, noteUploaded } = await openPage()
    for (const id of ids) noteUploaded(id)
    const kept = { ...sessionStorage }
    leaveAtOnce()
    await hasLeft()
    Object.assign(sessionStorage, kept)
    sessionStorage.setItem('x.draft.1', 'Segreto')
    replace.mockClear()
    await leaveEarly()
    expect(replace).toHaveBeenCalledExactlyOnceWith('https://example.org/')
    expect(sessionStorage).toHaveLength(0)
    expect(said).toHaveLength(2)
    expect(said[1]).toEqual(said[0])
    expect(globalThis.early?.isGone).toBe(true)
  },
)

test('before the program is there a browser that cannot say it leaves and wipes all the same', async () => {
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: undefined })
  sessionStorage.setItem('x.draft.1', 'Segreto')
  await leaveEarly()
  expect(replace).toHaveBeenCalledExactlyOnceWith('https://example.org/')
  expect(sessionStorage).toHaveLength(0)
})

test('before the program is there what a code opened is closed where the store is forbidden', async () => {
  const forbidden = () => {
    throw new Error('SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: forbidden, clear: forbidden })
  await leaveEarly()
  expect(replace).toHaveBeenCalledExactlyOnceWith('https://example.org/')
  expect(said).toEqual([{ path: `/x/api${unloadPaths.closeFollowUp}`, body: {} }])
})

test('files that somebody else has by now are not taken back', async () => {
  const { uploadedFiles, noteUploaded, forgetUploads } = await openPage()
  noteUploaded('1')
  noteUploaded('2')
  forgetUploads(['1'])
  expect(uploadedFiles()).toEqual(['2'])
  forgetUploads(['2'])
})
