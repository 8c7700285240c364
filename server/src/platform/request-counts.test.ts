import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { countRequest } from './request-counts.store.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const network = '192.0.2.0/24'
const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const count = (bucket: string, now: Date, minutes?: number, subject = network) =>
  countRequest(
    { db: portal.database.db, vault: portal.services.vault },
    ...([{ bucket, subject }, now, minutes] as const),
  )
const rows = async (bucket: string) =>
  (await portal.database.pool.query('select subject, minute from request_counts where bucket = $1', [bucket])).rows

test('requests are counted by minute or by a longer window, under a keyed digest of the subject', async () => {
  expect(await count('minute', at('10:00:10'))).toBe(1)
  expect(await count('minute', at('10:00:59'))).toBe(2)
  expect(await count('minute', at('10:00:59'), 1, '198.51.100.0/24')).toBe(1)
  for (const [index, time] of ['10:00:00', '10:05:00', '10:09:59'].entries())
    expect(await count('window', at(time), 10)).toBe(index + 1)
  expect(await count('window', at('10:10:00'), 10)).toBe(3)
  const counted = [...(await rows('minute')), ...(await rows('window'))]
  expect(counted.filter(({ subject }) => !/^-?\d+$/.test(subject))).toEqual([])
  expect(new Set((await rows('minute')).map(({ subject }) => subject)).size).toBe(2)
  expect((await rows('minute'))[0].subject).not.toBe((await rows('window'))[0].subject)
})

test('a count is deleted after its window', async () => {
  expect(await rows('minute')).toHaveLength(2)
  await count('minute', at('10:01:00'))
  expect((await rows('minute')).map(({ minute }) => minute)).toEqual([at('10:01:00')])
  await count('window', at('10:19:30'), 10)
  expect((await rows('window')).map(({ minute }) => minute)).toEqual([at('10:10:00'), at('10:19:00')])
})
