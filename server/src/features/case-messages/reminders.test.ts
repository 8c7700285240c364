import { listCaseEvents } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { notifyDueReminders } from './reminders.service.ts'

let portal: TestApp
let manager: Caller
let two: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  two = await portal.as('operatorTwo')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const dayAfter = (days: number) => new Date(portal.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const makeCase = async () =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result.id_segnalazione as number
const save = (id: number, caller: Caller, more = {}) =>
  caller.raw('POST', `/v1/segnalazioni/richiami/${id}`, {
    data_richiamo: dayAfter(2),
    testo: 'Sentire la scuola',
    ...more,
  })
const end = (id: number, caller: Caller, id_richiamo: number, flag_tolto = 0) =>
  caller.raw('POST', `/v1/segnalazioni/richiami/${id}/chiudi`, { id_richiamo, flag_tolto })
const noticesOf = async (id: number) =>
  (await query(`select user_id from notices where case_id = $1 and kind = 'reminderDue' order by user_id`, [id])).map(
    ({ user_id }) => user_id,
  )
const notify = () => notifyDueReminders(portal.services.caseNeeds)

test('are sealed, moved, done and removed by their author and those who may edit the case', async () => {
  const id = await makeCase()
  const { status, body } = await save(id, two)
  expect(status).toBe(200)
  const [reminder] = body.result.richiami
  expect(reminder).toMatchObject({ testo: 'Sentire la scuola', flag_modificabile: 1 })
  const [row] = await query('select text from case_reminders where case_id = $1', [id])
  expect(row.text.toString('latin1')).not.toContain('scuola')
  const one = await portal.as('operatorOne')
  expect((await end(id, one, reminder.id_richiamo)).status).toBe(403)
  const moved = await save(id, manager, { id_richiamo: reminder.id_richiamo, testo: 'Sentire il preside' })
  expect(moved.body.result.richiami).toMatchObject([{ testo: 'Sentire il preside' }])
  expect((await end(id, two, reminder.id_richiamo)).body.result.richiami[0].data_fatto).toBeDefined()
  expect((await end(id, two, reminder.id_richiamo)).status).toBe(404)
  const other = (await save(id, two)).body.result.richiami[0]
  expect((await end(id, two, other.id_richiamo, 1)).body.result.richiami).toHaveLength(1)
})

test('leave their days in the history of the case, and nothing of their text', async () => {
  const id = await makeCase()
  const [reminder] = (await save(id, two)).body.result.richiami
  await save(id, manager, { id_richiamo: reminder.id_richiamo, data_richiamo: dayAfter(3) })
  await end(id, two, reminder.id_richiamo)
  const other = (await save(id, two)).body.result.richiami[0]
  await end(id, two, other.id_richiamo, 1)
  const { rows } = await manager.call(listCaseEvents, { params: { id } })
  const on = (days: number) => `${dayAfter(days)}T00:00:00.000Z`
  const field = 'data_richiamo'
  expect(rows.slice(0, -1).map(({ kind, role, changes }) => [kind, role, ...changes])).toEqual([
    ['reminderRemoved', 'operatorTwo', { field, before: on(2) }],
    ['reminderSet', 'operatorTwo', { field, after: on(2) }],
    ['reminderDone', 'operatorTwo', { field, before: on(3) }],
    ['reminderMoved', 'manager', { field, before: on(2), after: on(3) }],
    ['reminderSet', 'operatorTwo', { field, after: on(2) }],
  ])
  expect(JSON.stringify(rows)).not.toContain('scuola')
})

test('are not for a day that has passed', async () => {
  const { status, body } = await save(await makeCase(), manager, { data_richiamo: dayAfter(-1) })
  expect(status).toBe(400)
  expect(body.result.errori).toMatchObject([{ campo: 'data_richiamo', codice: 'data_passata' }])
})

test('notify author and assignee on their day, once, and those alone who may read the case', async () => {
  const id = await makeCase()
  const [managerId, twoId] = [await portal.idOf('manager'), await portal.idOf('operatorTwo')]
  await query(`update cases set status = 'inWorkTwo', assigned_to = $2 where id = $1`, [id, twoId])
  await save(id, manager)
  await notify()
  expect(await noticesOf(id)).toEqual([])
  portal.clock.advance(2 * 86_400)
  await notify()
  await notify()
  expect(await noticesOf(id)).toEqual([managerId, twoId].sort((one, other) => one - other))
  const open = await makeCase()
  await save(open, await portal.as('operatorOne'))
  await query(`update cases set status = 'inWorkTwo', assigned_to = $2 where id = $1`, [open, twoId])
  portal.clock.advance(3 * 86_400)
  await notify()
  expect(await noticesOf(open)).toEqual([twoId])
})

test('are in the calendar of their author without their text', async () => {
  const id = await makeCase()
  const signedIn = await portal.as('manager')
  await save(id, signedIn)
  const { indirizzo } = (await signedIn.raw('POST', '/v1/scadenze/calendario')).body.result
  const feed = await portal.visitor.raw('GET', new URL(indirizzo).pathname.replace(/^.*\/api/, ''))
  expect(String(feed.body)).toContain('SUMMARY:Richiamo: ')
  expect(String(feed.body)).not.toContain('scuola')
})
