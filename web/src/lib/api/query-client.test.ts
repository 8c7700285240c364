import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBadges } from '@portal/contract'
import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const { call } = await import('./call.ts')
const { onNotice } = await import('../page/notices.ts')
const { createQueryClient } = await import('./queries.tsx')

let server: Server
let status = 500
const shownNotices: (string | undefined)[] = []
const handleSignedOut = vi.fn()
const queryClient = createQueryClient(handleSignedOut, () => 'Errore chiamata')

beforeAll(async () => {
  // Status 0 stands for a server that never answers.
  server = createServer((_request, reply) => {
    if (status > 0) reply.writeHead(status, { 'content-type': 'application/json' }).end('{"success":false,"result":{}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init))
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  shownNotices.length = 0
  queryClient.clear()
  handleSignedOut.mockClear()
})

const read = (meta: { isHandled?: boolean; isReference?: boolean } = {}) =>
  queryClient.fetchQuery({
    queryKey: ['badges'],
    queryFn: ({ signal }) => call(getBadges, {}, { signal }),
    retry: false,
    meta,
  })

test('a failed call is shown, unless its page tells it', async () => {
  status = 500
  await expect(read()).rejects.toMatchObject({ status: 500 })
  expect(shownNotices).toEqual(['error: undefined'])
  await expect(read({ isHandled: true })).rejects.toMatchObject({ status: 500 })
  expect(shownNotices).toHaveLength(1)
})

test("a failed fetch of a reference list is shown as 'Errore chiamata', and the list stays empty", async () => {
  status = 503
  await expect(read({ isReference: true })).rejects.toMatchObject({ status: 503 })
  expect(shownNotices).toEqual(['error: Errore chiamata'])
  expect(queryClient.getQueryData(['badges'])).toBeUndefined()
})

test('lists that fail together are shown once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  status = 500
  await expect(read({ isReference: true })).rejects.toMatchObject({ status: 500 })
  await expect(read({ isReference: true })).rejects.toMatchObject({ status: 500 })
  expect(shownNotices).toEqual(['error: Errore chiamata'])
  vi.useRealTimers()
})

test('an ended session leads to the login and is not reported as a failure', async () => {
  status = 401
  await expect(read()).rejects.toMatchObject({ status: 401 })
  expect(handleSignedOut).toHaveBeenCalledOnce()
  expect(shownNotices).toEqual([])
})

test('a call is tried even when the browser thinks that there is no network', async () => {
  status = 500
  onlineManager.setOnline(false)
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn: () => call(getBadges, {}) })
  await expect(change.execute(undefined)).rejects.toMatchObject({ status: 500 })
  await expect(read()).rejects.toMatchObject({ status: 500 })
  onlineManager.setOnline(true)
})

test('a page that is left cancels its call, and nothing comes of it', async () => {
  status = 0
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const page = new QueryObserver(queryClient, {
    queryKey: ['badges'],
    queryFn: ({ signal }) => call(getBadges, {}, { signal }),
  })
  const leave = page.subscribe(() => undefined)
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  leave()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryState(['badges'])).toMatchObject({ status: 'pending', error: null })
  expect({ shownNotices, warned: warn.mock.calls }).toEqual({ shownNotices: [], warned: [] })
})
