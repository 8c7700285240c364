import { getBadges, listNotices, type Notice, type Role, readNotices } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noteAnswered } from '#features/cases/index.ts'
import { unaudited } from '#platform/database/transaction.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { caseOnWire, operatorOnWire } from '../../../test/make.ts'
import { makeAssociation } from '../../../test/make-association.ts'
import { makeCase } from '../../../test/make-case.ts'
import { sendNotices } from '../../../test/send-notices.ts'

let portal: TestApp
let manager: Caller
let other: Caller
let caseId: number
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  other = await portal.as('operatorOne')
  caseId = await makeCase(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.pool.query('delete from notices')
})

const tell = async (role: Role, count: number) =>
  portal.database.pool.query(
    `insert into notices (user_id, case_id, kind, made_at)
     select $1, $2, 'assigned', $3 from generate_series(1, $4::int)`,
    [await portal.idOf(role), caseId, portal.clock.now(), count],
  )
const unreadOf = async (caller: Caller) => (await caller.call(getBadges)).notices
const idsOf = (rows: readonly Notice[]) => rows.map(({ id }) => id)
const read = (caller: Caller, ids: number[]) => caller.call(readNotices, { wire: { id_avvisi: ids } })

test('of 25 notices the displayed ones are marked as read; 15 stay unread and are on later pages', async () => {
  await tell('manager', 25)
  const first = await manager.call(listNotices)
  expect(await read(manager, idsOf(first.rows))).toEqual({ unread: 15 })
  expect(await unreadOf(manager)).toBe(15)
  const second = await manager.call(listNotices, { query: { after: first.lastKey } })
  expect(second.rows.every(({ readAt }) => readAt === undefined)).toBe(true)
  const third = await manager.call(listNotices, { query: { after: second.lastKey } })
  const all = idsOf([...first.rows, ...second.rows, ...third.rows])
  expect(new Set(all).size).toBe(25)
  expect(all).toEqual(all.toSorted((a, b) => b - a))
  await read(manager, idsOf(second.rows))
  expect(await read(manager, idsOf(third.rows))).toEqual({ unread: 0 })
})

test('a notice has the name of its case while its reader may read the case, and the audit log says so', async () => {
  const entered = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire())
  const named: number = entered.body.result.id_segnalazione
  const to = async (role: Role, id: number) =>
    portal.database.pool.query(
      `insert into notices (user_id, case_id, kind, made_at) values ($1, $2, 'assigned', $3)`,
      [await portal.idOf(role), id, portal.clock.now()],
    )
  await to('operatorOne', named)
  const nameOf = async () => (await other.call(listNotices)).rows[0]?.name
  expect(await nameOf()).toBe('Fernández Lucía')
  const entry = `select action, record_ids, changed_fields from audit_entries order by id desc limit 1`
  expect((await portal.database.pool.query(entry)).rows).toMatchObject([
    {
      action: 'notice_list_read',
      record_ids: [String(named)],
      changed_fields: ['organisationName', 'firstName', 'lastName'],
    },
  ])
  await portal.database.pool.query(`update cases set status = 'inWorkTwo' where id = $1`, [named])
  expect(await nameOf()).toBeUndefined()
})

test('a notice of an association has its name', async () => {
  const { id } = await makeAssociation(portal, { wire: { ragione_sociale: 'Radici' } })
  await portal.database.pool.query(
    `insert into notices (user_id, association_id, kind, made_at) values ($1, $2, 'associationApplied', $3)`,
    [await portal.idOf('registerOperator'), id, portal.clock.now()],
  )
  const { rows } = await (await portal.as('registerOperator')).call(listNotices)
  expect(rows).toMatchObject([{ kind: 'associationApplied', name: 'Radici' }])
})

test('all notices up to the newest displayed one are marked as read; later ones stay unread', async () => {
  await tell('manager', 25)
  await tell('operatorOne', 1)
  const { rows } = await manager.call(listNotices)
  await tell('manager', 1)
  const upTo = rows[0]?.id ?? 0
  expect(await manager.call(readNotices, { wire: { tutti_fino_a: upTo } })).toEqual({ unread: 1 })
  expect(await unreadOf(other)).toBe(1)
  const { status, body } = await manager.raw('POST', '/v1/avvisi/letti', {})
  expect({ status, campo: body.result.errori[0].campo }).toEqual({ status: 400, campo: 'id_avvisi' })
})

test('a notice of several cases has their number and no code', async () => {
  await portal.database.pool.query(
    `insert into notices (user_id, cases, kind, made_at) values ($1, 46, 'handedOver', $2)`,
    [await portal.idOf('manager'), portal.clock.now()],
  )
  const { rows } = await manager.call(listNotices)
  expect(rows[0]).toMatchObject({ kind: 'handedOver', cases: 46 })
  expect([rows[0]?.caseId, rows[0]?.code]).toEqual([undefined, undefined])
})

test('a notice has one subject', async () => {
  const insert = (columns: string, values: string) =>
    portal.database.pool.query(
      `insert into notices (user_id, kind, made_at, ${columns}) values (${'$1'}, 'handedOver', now(), ${values})`,
      [1],
    )
  await expect(insert('case_id, cases', `${caseId}, 2`)).rejects.toThrow('notices_about_one_thing')
  await expect(insert('case_id', 'null')).rejects.toThrow('notices_about_one_thing')
})

test('a notice keeps the time of its first reading', async () => {
  await tell('manager', 1)
  const { rows } = await manager.call(listNotices)
  await read(manager, idsOf(rows))
  const first = (await manager.call(listNotices)).rows[0]?.readAt
  portal.clock.advance(60)
  await read(manager, idsOf(rows))
  expect((await manager.call(listNotices)).rows[0]?.readAt).toEqual(first)
})

test("nobody marks another person's notices", async () => {
  await tell('manager', 2)
  const { rows } = await manager.call(listNotices)
  expect(await read(other, idsOf(rows))).toEqual({ unread: 0 })
  expect(await unreadOf(manager)).toBe(2)
})

test.each([
  ['was deleted', 'update users set deleted_at = now() where id = $1', 0],
  ['is disabled', 'update users set is_enabled = false where id = $1', 0],
  ['has no role for cases any more', "update user_roles set role = 'registerOperator' where user_id = $1", 0],
  ['works here still', 'select $1::int', 1],
])('a former operator who %s gets notices and mails accordingly', async (_who, ends, count) => {
  const query = async (sql: string, values: unknown[]) => (await portal.database.pool.query(sql, values)).rows
  const { body } = await manager.raw('POST', '/v1/admin/add-operatore', operatorOnWire())
  const id = body.result.id_utente as number
  const closed = await makeCase(portal, { status: 'closed', assignedTo: id })
  await query(ends, [id])
  const reopen = { id_segnalazione: closed, versione: 1, motivo: 'Nuovi elementi.' }
  expect((await manager.raw('POST', '/v1/segnalazioni/riapri', reopen)).status).toBe(200)
  await sendNotices(portal)
  expect(await query('select id from notices where user_id = $1', [id])).toHaveLength(count)
  expect(await query('select id from mails where case_id = $1', [closed])).toHaveLength(count)
})

test('a reporter’s message notifies RUP if the operator of the case has left', async () => {
  const [formerOperator, managerId] = [await portal.idOf('registerOperator'), await portal.idOf('manager')]
  const recipientsFor = async (assignedTo: number) => {
    const id = await makeCase(portal, { status: 'inWorkOne', assignedTo })
    await portal.services.inTransaction(unaudited, (tx) => noteAnswered(portal.services.caseNeeds, tx, id, 'answered'))
    const { rows } = await portal.database.pool.query('select user_id from notices where case_id = $1', [id])
    return rows.map(({ user_id }) => user_id)
  }
  expect(await recipientsFor(await portal.idOf('operatorOne'))).toEqual([await portal.idOf('operatorOne')])
  await portal.database.pool.query('update users set is_enabled = false where id = $1', [formerOperator])
  expect(await recipientsFor(formerOperator)).toContain(managerId)
})
