import { getCaseHome, listCases, searchCases } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { caseOnWire, reportOnWire } from '../../../test/make.ts'
import { makeCase } from '../../../test/make-case.ts'
import { actualTexts } from '../../../test/pdf-texts.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const path = (id: number) => `/v1/segnalazioni/comunicazioni-esito/${id}`
const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const receive = async (more: Record<string, unknown> = {}) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire(more))).body.result
const read = async (id: number, caller = manager) => (await caller.raw('GET', path(id))).body.result
const send = (id: number, more: object = {}, caller = manager) =>
  caller.raw('POST', path(id), {
    decisione: 'prosegue',
    lingua: 'it',
    modo: 'messaggio',
    testo: 'Il caso prosegue.',
    ...more,
  })

test('a letter is drafted from the case, in the language of the reporter and in Italian', async () => {
  const { id_segnalazione: id, codice } = await receive({ lingua_interfaccia: 'ar' })
  await query("update reports set page_language = 'ar' where case_id = $1", [id])
  await query(`update cases set grounds = '[{"groundId":1,"priority":0}]', field_id = 2 where id = $1`, [id])
  const { lingua, bozza, bozza_italiana, decisione, flag_puo_inviare, data_comunicazione } = await read(id)
  expect({ lingua, decisione, flag_puo_inviare }).toEqual({ lingua: 'ar', decisione: 'prosegue', flag_puo_inviare: 1 })
  expect(data_comunicazione).toBe('2026-12-20T00:00:00.000Z')
  expect(bozza).toContain(codice)
  expect(bozza).toMatch(/القضاء المدني/)
  expect(bozza_italiana).toContain(`segnalazione ${codice}`)
  expect(bozza_italiana).toContain('Motivo di discriminazione: Etnico-razziale.')
  expect(bozza_italiana).toMatch(/- Lavoro: prima del giudizio/)
  expect(bozza_italiana).not.toContain('{')
})

test('a letter sent as a message is read with the PIN, is in the history and the audit log, and is sealed', async () => {
  const { id_segnalazione: id, codice, pin } = await receive()
  const { status, body } = await send(id)
  expect(status).toBe(200)
  expect(body.result.comunicazioni).toMatchObject([
    { modo: 'messaggio', decisione: 'prosegue', testo: 'Il caso prosegue.', utente: expect.stringMatching(/\S+ \S+/) },
  ])
  expect(body.result.data_comunicazione).toBeUndefined()
  const access = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
  expect(JSON.stringify(access.body.result)).toContain('Il caso prosegue.')
  const history = (await manager.raw('GET', `/v1/segnalazioni/iter/${id}`)).body.result.listaView
  expect(history[0]).toMatchObject({
    tipo: 'esito_comunicato',
    campi_modificati: [{ dopo: 'Il caso prosegue' }, { dopo: 'Con un messaggio del portale' }],
  })
  const [entry] = await query(
    "select changed_fields from audit_entries where action = 'complainant_informed' and $1 = any(record_ids)",
    [id],
  )
  expect(entry.changed_fields).toEqual(['letters'])
  const [stored] = await query('select text from complainant_letters where case_id = $1', [id])
  expect(stored.text.toString('utf8')).not.toContain('prosegue')
})

test('a letter goes by mail to the address of the reporter, in its language', async () => {
  const { id_segnalazione: id } = await receive()
  const ways = (await read(id)).modi
  const { status } = await send(id, { modo: 'email', lingua: 'en', testo: 'Your case goes on.' })
  expect([ways, status]).toEqual([['messaggio', 'email', 'stampa'], 200])
  const [mail] = await query('select id from mails where case_id = $1 order by id desc limit 1', [id])
  const sent = () => portal.letters.find((letter) => letter.id === mail.id)
  await expect.poll(sent, { timeout: 20_000 }).toMatchObject({
    to: 'niccolo@example.it',
    subject: expect.stringMatching(/^Your report .*: the decision of the office$/),
    text: 'Your case goes on.\n',
  })
})

test('a letter on paper is a document in its language', async () => {
  const one = await portal.as('operatorOne')
  const id: number = (await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire())).body.result
    .id_segnalazione
  expect((await read(id)).modi).not.toContain('messaggio')
  expect((await send(id, { modo: 'messaggio' })).status).toBe(409)
  const { body } = await send(id, { modo: 'stampa', lingua: 'fr', testo: 'Bonjour,\n\nÀ faire :\n- le juge' })
  const letter = body.result.comunicazioni[0].id_comunicazione
  const file = await manager.raw('GET', `${path(id)}/documento/${letter}`)
  expect(actualTexts(file.body)).toEqual(expect.arrayContaining(['Bonjour,', 'À faire :', 'le juge']))
  expect((await manager.raw('GET', `${path(id)}/documento/999999`)).status).toBe(404)
})

test('a letter says what is true: that a case is closed only once it is', async () => {
  const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('operatorTwo') })
  const two = await portal.as('operatorTwo')
  expect((await send(id, { modo: 'stampa', decisione: 'chiusa' }, two)).status).toBe(409)
  await query("update cases set status = 'closed', closed_at = now() where id = $1", [id])
  expect((await read(id, two)).decisione).toBe('chiusa')
  expect((await send(id, { modo: 'stampa', decisione: 'chiusa' }, two)).status).toBe(200)
})

test('nobody sends a letter of a case of others, or of a cancelled one', async () => {
  const id = await makeCase(portal, { status: 'inWorkOne', assignedTo: await portal.idOf('manager') })
  expect((await send(id, { modo: 'stampa' }, await portal.as('operatorOne'))).status).toBe(403)
  await query("update cases set status = 'cancelled' where id = $1", [id])
  expect((await send(id, { modo: 'stampa', decisione: 'chiusa' })).status).toBe(403)
})

test('the cases whose reporter is to be informed are a list, the first received first, with their terms', async () => {
  const found = () =>
    manager.call(searchCases, {
      query: { view: 'everywhere' },
      wire: { filtri: { da_informare: 1 }, da: 1, a: 100 },
    })
  const before = await found()
  const early = await makeCase(portal, { status: 'closed', assignedTo: await portal.idOf('operatorTwo') })
  await query("update cases set created_at = '2026-09-01T10:00:00Z' where id = $1", [early])
  const id = (await receive()).id_segnalazione
  const { rows, count } = await found()
  expect(count).toBe(before.count + 2)
  expect([rows[0]?.id, rows.at(-1)?.id]).toEqual([early, id])
  expect(rows[0]).toMatchObject({ informBy: '2026-10-01', informState: 'late' })
  expect((await manager.call(getCaseHome, { query: {} })).toInform).toBe(count)
  const two = await portal.as('operatorTwo')
  expect((await two.call(getCaseHome, { query: {} })).toInform).toBe(1)
  await send(id)
  expect((await found()).rows.map((row) => row.id)).not.toContain(id)
})

test('cases from before the duty are not in the list', async () => {
  const id = await makeCase(portal, { status: 'open' })
  await query('update cases set awaits_letter = null where id = $1', [id])
  const { rows } = await manager.call(listCases, { query: { filters: { isToInform: true } } })
  expect(rows.map((row) => row.id)).not.toContain(id)
  expect((await read(id)).data_comunicazione).toBeUndefined()
})

test('RUP changes the texts; letters are drafted from them at once', async () => {
  const texts = '/v1/segnalazioni/testi-comunicazioni'
  const { testi } = (await manager.raw('GET', texts)).body.result
  expect(
    testi.filter(({ tipo }: { tipo: string }) => tipo === 'rimedio').every(({ fonte }: { fonte?: string }) => fonte),
  ).toBe(true)
  const judge = testi.find(({ nome }: { nome: string }) => nome.startsWith('Azione civile'))
  const changed = { ...judge, testi: [{ lingua: 'it', testo: 'Il giudice di {ufficio}' }] }
  expect((await manager.raw('POST', texts, changed)).status).toBe(200)
  const { id_segnalazione: id } = await receive()
  expect((await read(id)).bozza_italiana).toMatch(/- Il giudice di \S+/)
  expect((await (await portal.as('operatorTwo')).raw('POST', texts, changed)).status).toBe(403)
  expect((await manager.raw('POST', texts, { ...changed, id_testo: 999_999 })).status).toBe(404)
})
