import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { insertEntries, insertMissing, type NewEntry } from './audit.store.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('entries that may be there already are inserted once', async () => {
  const { db } = portal.services
  const of = (changes: Partial<NewEntry>): NewEntry => ({
    at: portal.clock.now(),
    userId: null,
    role: null,
    action: 'case_read',
    outcome: 'done',
    recordKind: 'case',
    recordIds: [7],
    requestId: randomUUID(),
    network: null,
    changedFields: [],
    ...changes,
  })
  const written = of({})
  const entries = [written, of({}), of({ requestId: written.requestId ?? null, recordKind: null })]
  await insertEntries(db, [written])
  await insertMissing(db, entries)
  await insertMissing(db, entries)
  const ids = entries.map(({ requestId }) => requestId ?? '')
  const rows = await db.selectFrom('auditEntries').select('requestId').where('requestId', 'in', ids).execute()
  expect(rows).toHaveLength(entries.length)
})
