import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { handleFirstOperator } from './first-operator.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { AUTH_MOCK: 'off' } })
})
afterAll(() => portal.close())

const first = async (...args: string[]) => {
  const { code, lines } = await handleFirstOperator(portal.services, args)
  return { code, text: lines.join('\n') }
}
const count = async () =>
  (await portal.database.pool.query("select count(*)::int as count from user_roles where role = 'manager'")).rows[0]
    .count

test('reports the errors of each operand, and adds nobody', async () => {
  expect(await first()).toMatchObject({ code: 1, text: expect.stringContaining('npm run operator:first --') })
  const { code, text } = await first('RSSMRA', 'Maria', 'Rossi', 'maria')
  expect(code).toBe(1)
  expect(text).toMatch(/^cf: Codice fiscale non valido\.$/m)
  expect(text).toMatch(/^mail: Email non valida/m)
  expect(await count()).toBe(0)
})

test('adds the first manager, with an audit entry, and never a second one', async () => {
  expect(await first('rssmra80a41h501y', 'Maria', 'Rossi', 'Maria.Rossi@example.it')).toMatchObject({ code: 0 })
  const { rows } = await portal.database.pool.query(
    'select action, record_kind from audit_entries order by id desc limit 1',
  )
  expect(rows).toEqual([{ action: 'operator_inserted', record_kind: 'user' }])
  const second = await first('VRDLGU80A01H501Q', 'Luigi', 'Verdi', 'luigi@example.it')
  expect(second).toMatchObject({ code: 1, text: expect.stringContaining('already') })
  expect(await count()).toBe(1)
})
