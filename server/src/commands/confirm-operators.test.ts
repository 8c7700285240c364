import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDemoPeople } from '#features/session/demo-people.ts'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { handleConfirmOperators } from './confirm-operators.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const query = async (sql: string) => (await portal.database.pool.query(sql)).rows
const confirm = (...args: string[]) => handleConfirmOperators({ ...portal.services, db: portal.database.db }, args)
const enter = async () => (await portal.visitor.raw('POST', '/v1/mock', { cf: 'FRRGLI70A41H501U' })).status

test('accounts of an earlier version can sign in once an administrator has confirmed the list', async () => {
  await query(
    "update users set authority = null where id = (select user_id from user_roles where role = 'manager' order by user_id limit 1)",
  )
  expect(await enter()).toBe(403)
  const shown = await confirm()
  expect(shown).toMatchObject({ code: 1 })
  expect(shown.lines).toContain('  Ferri Giulia: manager')
  expect(await enter()).toBe(403)
  expect(await confirm('--yes')).toMatchObject({ code: 0 })
  expect(await enter()).toBe(200)
  expect(
    await query("select record_kind, changed_fields from audit_entries where action = 'operator_modified'"),
  ).toEqual([{ record_kind: 'user', changed_fields: ['roles', 'isEnabled'] }])
  expect((await confirm()).lines).toEqual(['Every account is confirmed.'])
})

test('demonstration accounts are confirmed at start', async () => {
  await query('update users set authority = null where is_demo')
  await addDemoPeople(portal.services.inTransaction, portal.services.vault)
  expect(await enter()).toBe(200)
})
