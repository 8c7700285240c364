import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { jobsOf } from './jobs.ts'
import { queues } from './queues.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('operations.md has a row for every job, and for nothing else', () => {
  const { queued, timed } = jobsOf(portal.services)
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## Jobs\n(.*?)^## /ms.exec(page) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(names.sort()).toEqual([...Object.keys(queued), ...Object.keys(timed)].sort())
})

test('a scheduled job whose node ends, or for which a server is away, is tried again soon, unless it does not matter', () => {
  const notTriedAgain = Object.entries(queues).filter(([, { retries }]) => retries === 0)
  expect(notTriedAgain.map(([name]) => name)).toEqual(['mailboxes.read', 'cases.fold', 'database.tidy'])
})
