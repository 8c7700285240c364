import { listCaseEvents } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { readZip } from '../../../test/read-zip.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const send = async () =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result as {
    id_segnalazione: number
    codice: string
    pin: string
  }
const comment = (id: number, more = {}, caller = manager, headers = {}) =>
  caller.raw('POST', `/v1/segnalazioni/commenti/${id}`, { testo: 'Parole interne', ...more }, headers)
const noticesOf = async (role: 'operatorOne' | 'operatorTwo') =>
  query('select case_id, kind from notices where user_id = $1 order by id', [await portal.idOf(role)])

test('are sealed, name their author, and notify their mentions', async () => {
  const { id_segnalazione: id, codice } = await send()
  const two = await portal.idOf('operatorTwo')
  const { status, body } = await comment(id, { id_citati: [two, await portal.idOf('manager'), two] })
  expect(status).toBe(200)
  expect(body.result.commenti).toMatchObject([{ testo: 'Parole interne', citati: [expect.any(String)] }])
  expect(body.result.commenti[0].utente).toEqual(expect.any(String))
  const [row] = await query('select text, mentions from case_comments where case_id = $1', [id])
  expect(row.text.toString('latin1')).not.toContain('Parole')
  expect(await noticesOf('operatorTwo')).toContainEqual({ case_id: id, kind: 'mentioned' })
  const [mail] = await query('select id from mails where case_id = $1 order by id desc limit 1', [id])
  await expect.poll(() => portal.letters.find((each) => each.id === mail.id), { timeout: 20_000 }).toBeDefined()
  const { rows: entries } = await manager.call(listCaseEvents, { params: { id } })
  expect(entries[0]).toMatchObject({ kind: 'commented', by: expect.any(String), role: 'manager', changes: [] })
  expect(JSON.stringify(entries)).not.toContain('Parole interne')
  const letter = portal.letters.find((each) => each.id === mail.id)
  expect(letter?.subject).toContain(codice)
  expect(JSON.stringify(letter)).not.toContain('Parole interne')
})

test('notify nobody who may not read the case', async () => {
  const { id_segnalazione: id } = await send()
  await query(`update cases set status = 'inWorkTwo', assigned_to = $2 where id = $1`, [
    id,
    await portal.idOf('operatorTwo'),
  ])
  const { status, body } = await comment(id, { id_citati: [await portal.idOf('operatorOne')] })
  expect(status).toBe(400)
  expect(body.result.errori).toMatchObject([{ campo: 'id_citati', codice: 'collega_senza_accesso' }])
  expect((await comment(id, { id_citati: [await portal.idOf('registerAdmin')] })).status).toBe(400)
  expect(await query('select id from case_comments where case_id = $1', [id])).toEqual([])
  expect(await noticesOf('operatorOne')).not.toContainEqual({ case_id: id, kind: 'mentioned' })
})

test('under one key are one comment', async () => {
  const { id_segnalazione: id } = await send()
  for (let sent = 0; sent < 2; sent++)
    expect((await comment(id, {}, manager, { 'idempotency-key': `c-${id}` })).body.result.commenti).toHaveLength(1)
  const { rows } = await manager.call(listCaseEvents, { params: { id } })
  expect(rows.filter(({ kind }) => kind === 'commented')).toHaveLength(1)
})

test('are neither read by the reporter nor part of their data, and end with them', async () => {
  const { id_segnalazione: id, codice, pin } = await send()
  await comment(id)
  const opened = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
  expect(JSON.stringify(opened.body)).not.toContain('Parole interne')
  const motivo = 'Richiesta scritta, identità verificata.'
  const two = await portal.as('operatorTwo')
  const decide = async (tipo: string) => {
    const { body } = await two.raw('POST', '/v1/diritti', { tipo, codice, pin, motivo })
    const path = `/v1/diritti/${body.result.id_richiesta}`
    await manager.raw('POST', `${path}/approva`, { motivo })
    const status = async () => (await manager.raw('GET', path)).body.result.stato
    await expect.poll(status, { timeout: 20_000 }).toBe('conclusa')
    return path
  }
  const archive = await manager.raw('GET', `${await decide('esportazione')}/archivio`)
  expect(JSON.stringify(Object.values(await readZip(archive.body as Buffer)))).not.toContain('Parole interne')
  await query(`update cases set status = 'closed', closed_at = $2 where id = $1`, [id, portal.clock.now()])
  await decide('cancellazione')
  expect(await query('select text, mentions from case_comments where case_id = $1', [id])).toEqual([
    { text: null, mentions: null },
  ])
  expect((await comment(id)).status).toBe(409)
})
