import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { reportOnWire } from '../../../../test/make.ts'

let portal: TestApp
let manager: Caller
let two: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  two = await portal.as('operatorTwo')
})
afterAll(() => portal.close())

const path = '/v1/segnalazioni/testi-salvati'
const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const text = (testo: string, lingua = 'it') => ({ lingua, testo })
const save = (caller: Caller, nome: string, more = {}) =>
  caller.raw('POST', path, { nome, flag_condiviso: 0, flag_ritirato: 0, testi: [text(`Testo di ${nome}`)], ...more })
interface Row {
  readonly id_testo: number
  readonly nome: string
  readonly flag_modificabile: 0 | 1
  readonly flag_ritirato: 0 | 1
}
const namesFor = async (caller: Caller) =>
  ((await caller.raw('GET', path)).body.result.testi as Row[]).map(({ nome, flag_modificabile }) => [
    nome,
    flag_modificabile,
  ])
const idOf = async (caller: Caller, name: string) =>
  ((await caller.raw('GET', path)).body.result.testi as Row[]).find(({ nome }) => nome === name)?.id_testo

test('are one’s own, or shared by RUP, who alone writes shared ones; they are stored sealed', async () => {
  expect((await save(two, 'Mia')).status).toBe(200)
  expect((await save(two, 'Di tutti', { flag_condiviso: 1 })).status).toBe(403)
  const more = { flag_condiviso: 1, testi: [text('Buongiorno'), text('Bonjour', 'fr')], id_ground: 1 }
  expect((await save(manager, 'Di tutti', more)).status).toBe(200)
  expect(await namesFor(two)).toEqual([
    ['Mia', 1],
    ['Di tutti', 0],
  ])
  expect(await namesFor(await portal.as('operatorOne'))).toEqual([['Di tutti', 0]])
  expect(await namesFor(manager)).toEqual([['Di tutti', 1]])
  expect((await two.raw('GET', path)).body.result.testi[1]).toMatchObject(more)
  const rows = await query('select content from saved_replies')
  for (const { content } of rows) expect(content.toString('latin1')).not.toContain('Buongiorno')
})

test('are changed and retired by those who may write them', async () => {
  const id = await idOf(two, 'Mia')
  const shared = await idOf(two, 'Di tutti')
  expect((await save(two, 'Mia, nuova', { id_testo: id, flag_ritirato: 1 })).status).toBe(200)
  expect((await two.raw('GET', path)).body.result.testi).toContainEqual(
    expect.objectContaining({ id_testo: id, nome: 'Mia, nuova', flag_ritirato: 1 }),
  )
  expect((await save(two, 'Rubata', { id_testo: shared, flag_condiviso: 1 })).status).toBe(403)
  expect((await save(two, 'Rubata', { id_testo: shared })).status).toBe(403)
  expect((await save(manager, 'Letta', { id_testo: id })).status).toBe(404)
  expect((await save(two, 'Senza testo', { testi: [] })).status).toBe(400)
})

test('whose owner was changed in the database are nobody’s, and an alarm is raised', async () => {
  await save(two, 'Rubabile')
  const id = await idOf(two, 'Rubabile')
  await query('update saved_replies set is_shared = true where id = $1', [id])
  expect((await namesFor(manager)).map(([name]) => name)).not.toContain('Rubabile')
  await query('update saved_replies set is_shared = false where id = $1', [id])
})

test('are recorded in the audit log by their number', async () => {
  const id = await idOf(two, 'Mia, nuova')
  const entries = await query(
    `select changed_fields from audit_entries where record_kind = 'savedReply' and $1 = any(record_ids)`,
    [id],
  )
  expect(entries).toEqual([{ changed_fields: ['content'] }, { changed_fields: ['content'] }])
})

test('a message with a field that has no value is not sent', async () => {
  const { id_segnalazione: id } = (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body
    .result
  const { status, body } = await manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: 'Entro il {termine}' })
  expect(status).toBe(400)
  expect(body.result.errori).toMatchObject([{ campo: 'testo', codice: 'campi_senza_valore' }])
})
