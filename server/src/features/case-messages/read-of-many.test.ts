import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
let manager: Caller
let two: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  two = await portal.as('operatorTwo')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[]) => (await portal.database.pool.query(sql, values)).rows

/** A case whose reporter wrote, or asks for a call. */
async function writtenTo(path: string, body: object) {
  const { id_segnalazione, codice, pin } = (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire()))
    .body.result
  const opened = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
  const cookie = String([opened.headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''
  await portal.visitor.raw('POST', `/v1/noauth/pratica${path}`, body, { cookie })
  return Number(id_segnalazione)
}
const message = () => writtenTo('/messaggi', { testo: 'Ecco' })
const call = () => writtenTo('/richiamata', { telefono: '+39 333 123-4567' })
const unreadOf = async (id: number) => (await query('select unread from cases where id = $1', [id]))[0].unread
const mark = async (caller: Caller, ids: readonly number[]) =>
  (await caller.raw('POST', '/v1/segnalazioni/messaggi-letti-casi', { id_segnalazioni: ids })).body.result.esiti

test('of several cases are marked as read where the user answers for the case; the others have their reason', async () => {
  const [first, ofOther, calling, second] = [await message(), await message(), await call(), await message()]
  await query("update cases set status = 'inWorkTwo', assigned_to = $2 where id = $1", [
    ofOther,
    await portal.idOf('operatorTwo'),
  ])
  const codice = expect.any(String)
  expect(await mark(manager, [first, ofOther, calling, 999_999, second])).toEqual([
    { id_segnalazione: first, codice },
    { id_segnalazione: ofOther, codice, rifiuto: expect.stringContaining('non è assegnato a te') },
    { id_segnalazione: calling, codice, rifiuto: expect.stringContaining('telefonata') },
    { id_segnalazione: 999_999, rifiuto: expect.any(String) },
    { id_segnalazione: second, codice },
  ])
  expect(await Promise.all([first, ofOther, calling, second].map(unreadOf))).toEqual([0, 1, 1, 0])
})

test('of two operators at once both are answered, and the time of the first reading stays', async () => {
  const id = await message()
  await query("update cases set status = 'inWorkTwo', assigned_to = $2 where id = $1", [
    id,
    await portal.idOf('operatorTwo'),
  ])
  const [own, others] = await Promise.all([mark(two, [id]), mark(manager, [id])])
  expect([own[0].rifiuto, typeof others[0].rifiuto]).toEqual([undefined, 'string'])
  const readAt = async () => (await query('select read_at from case_messages where case_id = $1', [id]))[0].read_at
  const before = await readAt()
  portal.clock.advance(60)
  expect((await mark(two, [id]))[0].rifiuto).toBeUndefined()
  expect(await readAt()).toEqual(before)
})
