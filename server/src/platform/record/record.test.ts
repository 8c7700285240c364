import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import type { Db } from '../database/transaction.ts'
import type { Caller } from '../session/caller.ts'
import type { SessionUser } from '../session/session.store.ts'
import { addHearing, createHearingTables, hearingRecord } from './fixtures/hearing-record.ts'
import type { RecordNeeds } from './record.ts'

let portal: TestApp
let needs: RecordNeeds
let regionId: number
let id: number
beforeAll(async () => {
  portal = await startTestApp()
  const { db, inTransaction, vault, clock, reference } = portal.services
  needs = { db, inTransaction, vault, clock, choiceCheck: reference.checkOf }
  await createHearingTables(db)
  regionId = (await reference.list('region', 'it'))[0]?.id ?? 0
})
afterAll(() => portal.close())

const userOf = async (role: 'manager' | 'operatorOne'): Promise<SessionUser> => {
  const account = await portal.idOf(role)
  return { id: account, selectedRole: role, roles: [role] } as SessionUser
}

/** Runs the work of a call, whose entry is written as that of a job. */
const asCaller = async <T>(role: 'manager' | 'operatorOne', work: (caller: Caller) => Promise<T>): Promise<T> => {
  const user = await userOf(role)
  return portal.services.audit.job('hearings', (audit) => work({ user, audit }))
}

const save = (values: object, version = 1, role: 'manager' | 'operatorOne' = 'manager') =>
  asCaller(role, (caller) => hearingRecord.save(needs, { id, version, valuesFrom: () => values }, caller))
const lock = (role: 'manager' | 'operatorOne', action?: 'release' | 'takeOver') =>
  asCaller(role, (caller) => hearingRecord.lock(needs, id, action, caller))

const eventsOf = async (db: Db) =>
  (await sql<object>`select kind, changes from hearing_events where hearing_id = ${id} order by id`.execute(db)).rows

beforeEach(async () => {
  id = await asCaller('manager', (caller) => addHearing(needs, { title: 'Prima udienza', regionId }, caller))
})

test('a save writes the new values and version, and leaves the changed fields in the history and the audit log', async () => {
  const detail = await save({ title: 'Udienza', regionId, seats: 40 })
  expect(detail).toMatchObject({ version: 2, isConflict: false, values: { title: 'Udienza', seats: 40 } })
  expect((await eventsOf(needs.db)).at(-1)).toEqual({
    kind: 'changed',
    changes: [
      { field: 'titolo', before: 'Prima udienza', after: 'Udienza' },
      { field: 'posti', after: 40 },
    ],
  })
  const { rows } = await sql<object>`
    select record_ids, changed_fields from audit_entries where action = 'hearings' order by id desc limit 1`.execute(
    needs.db,
  )
  expect(rows).toEqual([{ recordIds: [String(id)], changedFields: ['title', 'seats'] }])
})

test('a save that changes nothing writes nothing', async () => {
  expect(await save({ title: 'Prima udienza', regionId })).toMatchObject({ version: 1 })
  expect(await eventsOf(needs.db)).toHaveLength(1)
})

test('an older version and the lock of another user are refused with the record', async () => {
  await save({ title: 'Udienza' })
  const older = save({ title: 'Altra' })
  await expect(older).rejects.toMatchObject({ code: 'conflict', details: { record: { version: 2 } } })
  await lock('operatorOne')
  const locked = { code: 'record_locked', details: { record: { isConflict: true, values: { title: 'Udienza' } } } }
  await expect(save({ title: 'Altra' }, 2)).rejects.toMatchObject(locked)
  await expect(lock('manager')).rejects.toMatchObject({ code: 'record_locked' })
  const page = asCaller('manager', (caller) => hearingRecord.get(needs, id, caller))
  await expect(page).rejects.toMatchObject(locked)
  await lock('operatorOne', 'release')
  expect(await save({ title: 'Altra' }, 2)).toMatchObject({ version: 3 })
})

test('a choice that no list offers and refused values are errors of their fields', async () => {
  const wrong = (path: string, message: string) => ({ details: { fieldErrors: [{ path, message }] } })
  await expect(save({ title: 'A', regionId: -1 })).rejects.toMatchObject(wrong('id_regione', 'scelta_non_valida'))
  await expect(save({ title: 'A', regionId, seats: 0 })).rejects.toMatchObject(wrong('posti', 'valore_non_valido'))
  expect(await eventsOf(needs.db)).toHaveLength(1)
})

test('a record that nobody may edit is neither saved nor locked, and without a rule nobody takes over a lock', async () => {
  await expect(lock('manager', 'takeOver')).rejects.toMatchObject({ code: 'not_allowed' })
  await sql`update hearings set is_over = true where id = ${id}`.execute(needs.db)
  await expect(save({ title: 'A' })).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(lock('manager')).rejects.toMatchObject({ code: 'not_allowed' })
})

test('a user who waits sees who edits, and whether there is a newer version', async () => {
  const user = await userOf('manager')
  expect(await hearingRecord.lockState(needs, id, user)).toEqual({ version: 1 })
  await lock('operatorOne')
  expect(await hearingRecord.lockState(needs, id, user)).toMatchObject({ lockedBy: expect.stringMatching(/\w/) })
  expect(await hearingRecord.lockState(needs, id, await userOf('operatorOne'))).toEqual({ version: 1 })
})

test('a record that is not there is not found', async () => {
  id = 0
  await expect(save({ title: 'A' })).rejects.toMatchObject({ code: 'not_found' })
})
