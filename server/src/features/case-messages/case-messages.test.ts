import { type Language, languages, officeText } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { officeDefaults } from '../../wiring/office-defaults.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const send = async (changes = {}, lang: Language = 'it') =>
  (await portal.visitor.raw('POST', `/v1/noauth/segnalazione?lang=${lang}`, reportOnWire(changes))).body.result as {
    id_segnalazione: number
    codice: string
    pin: string
  }
const path = (id: number) => `/v1/segnalazioni/messaggi/${id}`
const write = (id: number, testo = 'Ci può dire di più?', caller = manager, headers = {}) =>
  caller.raw('POST', path(id), { testo }, headers)

test('of the office are stored sealed, with their author', async () => {
  const { id_segnalazione: id } = await send()
  const { status, body } = await write(id, 'Parole da non leggere')
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    messaggi: [{ mittente: 'ufficio', testo: 'Parole da non leggere', allegati: [] }],
    flag_puo_scrivere: 1,
    flag_con_lettore: 1,
    flag_avviso_mail: 1,
  })
  const [row] = await query('select * from case_messages where case_id = $1', [id])
  expect(row.written_by).toBe(await portal.idOf('manager'))
  expect(row.text.toString('latin1')).not.toContain('Parole')
})

test('may be read by users who see the case, and written by users who may edit it', async () => {
  const [one, two] = [await portal.as('operatorOne'), await portal.as('operatorTwo')]
  const [oneId, twoId] = [await portal.idOf('operatorOne'), await portal.idOf('operatorTwo')]
  const { id_segnalazione: id } = await send()
  const put = (status: string, assignedTo: number | null, createdBy: number | null = null) =>
    query('update cases set status = $2, assigned_to = $3, created_by = $4 where id = $1', [
      ...[id, status, assignedTo, createdBy],
    ])
  const tries = async () => ({
    one: [(await one.raw('GET', path(id))).status, (await write(id, 'x', one)).status],
    two: [(await two.raw('GET', path(id))).status, (await write(id, 'x', two)).status],
    manager: [(await manager.raw('GET', path(id))).status, (await write(id)).status],
  })
  const all = [200, 200]
  const reads = [200, 403]
  await put('open', null)
  expect(await tries()).toEqual({ one: reads, two: reads, manager: all })
  await put('open', null, oneId)
  expect(await tries()).toEqual({ one: all, two: reads, manager: all })
  await put('inWorkOne', oneId)
  expect(await tries()).toEqual({ one: all, two: reads, manager: all })
  await put('inWorkTwo', twoId)
  expect(await tries()).toEqual({ one: [403, 403], two: all, manager: all })
  await put('closed', twoId)
  expect(await tries()).toEqual({ one: [403, 403], two: [200, 409], manager: [200, 409] })
  const { body } = await manager.raw('GET', path(id))
  expect(body.result.flag_puo_scrivere).toBe(0)
  expect((await write(id)).body).toMatchObject({
    errorCode: 'messaggi_chiusi',
    result: { descrizione: 'Il caso è chiuso: non si possono inviare messaggi.' },
  })
  expect((await manager.raw('GET', path(999_999))).status).toBe(404)
})

test('cannot be written if the case was entered by the office and has no PIN', async () => {
  const entered = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
    id_canale: 2,
    id_segnalante: 2,
    flag_presa_in_carico: 0,
    resoconto_fatti: 'Per telefono',
    anagrafica: { nome: 'Ada', cognome: 'Neri', email: 'ada@example.org' },
  })
  const { id_segnalazione: id } = entered.body.result
  expect(entered.status).toBe(200)
  const { body } = await manager.raw('GET', path(id))
  expect(body.result).toMatchObject({ flag_puo_scrivere: 0, flag_con_lettore: 0, flag_avviso_mail: 0 })
  expect((await write(id)).status).toBe(409)
  expect(await mailsOf(id)).toEqual([])
})

/** A case with a message of the reporter, and the reporter's view of it. */
async function writtenTo() {
  const { id_segnalazione: id, codice, pin } = await send()
  const opened = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
  const cookie = String([opened.headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''
  const call = (method: 'GET' | 'POST', rest: string, body?: unknown) =>
    portal.visitor.raw(method, `/v1/noauth/pratica${rest}`, body, { cookie })
  await call('POST', '/messaggi', { testo: 'Ecco' })
  return { id, readAt: async () => (await call('GET', '')).body.result.messaggi[0].data_lettura as string | undefined }
}

test('of the reporter are marked as read when the office opens them, and not by the reporter', async () => {
  const { id, readAt } = await writtenTo()
  expect(await readAt()).toBeUndefined()
  await manager.raw('GET', path(id))
  expect(await readAt()).toBe(portal.clock.now().toISOString())
})

test('of the reporter are marked as read by the assignee only', async () => {
  const [one, oneId] = [await portal.as('operatorOne'), await portal.idOf('operatorOne')]
  const { id, readAt } = await writtenTo()
  // An unassigned case: a user who only looks at it does not mark messages as read.
  expect((await one.raw('GET', path(id))).status).toBe(200)
  expect(await readAt()).toBeUndefined()
  await query(`update cases set status = 'inWorkOne', assigned_to = $2 where id = $1`, [id, oneId])
  const { body } = await manager.raw('GET', path(id))
  expect(body.result.messaggi[0]).not.toHaveProperty('data_lettura')
  expect(await readAt()).toBeUndefined()
  expect((await one.raw('GET', path(id))).body.result.messaggi[0].data_lettura).toBe(await readAt())
  expect(await readAt()).toBeDefined()
})

test('of the reporter stay unread in a preview, also for the assignee; the reading is audited', async () => {
  const [one, oneId] = [await portal.as('operatorOne'), await portal.idOf('operatorOne')]
  const { id, readAt } = await writtenTo()
  await query(`update cases set status = 'inWorkOne', assigned_to = $2 where id = $1`, [id, oneId])
  const { status, body } = await one.raw('GET', `${path(id)}?anteprima=1`)
  expect(status).toBe(200)
  expect(body.result.messaggi).toHaveLength(1)
  const [entry] = await query('select action, record_ids from audit_entries order by id desc limit 1')
  expect(entry).toEqual({ action: 'case_messages_read', record_ids: [String(id)] })
  expect(await readAt()).toBeUndefined()
})

test('of the reporter are marked as read by an answer', async () => {
  const oneId = await portal.idOf('operatorOne')
  const { id, readAt } = await writtenTo()
  await query(`update cases set status = 'inWorkOne', assigned_to = $2 where id = $1`, [id, oneId])
  expect((await write(id)).status).toBe(200)
  expect(await readAt()).toBeDefined()
})

test('are opened by one user while another answers, and none is counted as unread after that', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await writtenTo()
    const [read, answered] = await Promise.all([manager.raw('GET', path(id)), write(id)])
    expect([read.status, answered.status]).toEqual([200, 200])
    expect(await query('select unread from cases where id = $1', [id])).toEqual([{ unread: 0 }])
  }
})

const mailsOf = (caseId: number) => query('select id from mails where case_id = $1 order by id', [caseId])

test.each(languages)('queue a mail in %s, the language of the report, without content or PIN', async (lang) => {
  const { id_segnalazione: id, codice, pin } = await send({}, lang)
  const before = await mailsOf(id)
  await write(id, 'Segretissimo')
  const [mail] = (await mailsOf(id)).slice(before.length)
  await expect.poll(() => portal.letters.some((letter) => letter.id === mail.id), { timeout: 20_000 }).toBe(true)
  const letter = portal.letters.find((each) => each.id === mail.id)
  const texts = (await import(`@portal/contract/texts/letters/${lang}.json`, { with: { type: 'json' } })).default
  expect(letter?.to).toBe('niccolo@example.it')
  expect(letter?.subject).toBe(texts.mails.message.subject.replace('{{code}}', codice))
  expect(letter?.text).toContain(`/unar/cosa-facciamo/contact-center/segui?lang=${lang}`)
  expect(letter?.text).toContain(officeText(officeDefaults, 'name', lang).text)
  expect(letter?.text).not.toContain('Segretissimo')
  expect(letter?.text).not.toContain(pin)
  expect(letter?.text).not.toContain('{{')
})

test('queue no mail without an address', async () => {
  const { id_segnalazione: id } = await send({ flag_anonimo: 1, personaFisica: undefined })
  const { body } = await write(id)
  expect(body.result.flag_avviso_mail).toBe(0)
  expect(await mailsOf(id)).toEqual([])
})

test('notify an anonymous reporter with an address, with no data but the case’s code', async () => {
  const { id_segnalazione: id } = await send({ flag_anonimo: 1 })
  const before = await mailsOf(id)
  const { body } = await write(id)
  expect(body.result.flag_avviso_mail).toBe(1)
  expect(await mailsOf(id)).toHaveLength(before.length + 1)
})

test('under one key are one message and one mail', async () => {
  const { id_segnalazione: id } = await send()
  const key = { 'idempotency-key': 'm-1' }
  const before = await mailsOf(id)
  await write(id, 'una volta', manager, key)
  await write(id, 'una volta', manager, key)
  expect(await query('select id from case_messages where case_id = $1', [id])).toHaveLength(1)
  expect(await mailsOf(id)).toHaveLength(before.length + 1)
})

test('under a known key get their answer even if the case is closed; a refusal leaves the key unused', async () => {
  const [one, oneId] = [await portal.as('operatorOne'), await portal.idOf('operatorOne')]
  const { id_segnalazione: id } = await send()
  const put = (status: string) =>
    query('update cases set status = $2, assigned_to = $3 where id = $1', [id, status, oneId])
  const sent = async (key: string, testo: string) => {
    const { status, body } = await write(id, testo, one, { 'idempotency-key': key })
    return [status, body.result.messaggi?.length]
  }
  await put('inWorkOne')
  expect(await sent('m-2', 'una volta')).toEqual([200, 1])
  await put('closed')
  expect(await sent('m-2', 'una volta')).toEqual([200, 1])
  expect((await sent('m-3', 'troppo tardi'))[0]).toBe(403)
  await put('inWorkOne')
  expect(await sent('m-3', 'di nuovo')).toEqual([200, 2])
})

test('of a pseudonymised case stay readable by the office, and accept no more', async () => {
  const { id_segnalazione: id, codice, pin } = await send()
  await query("update cases set status = 'closed', closed_at = $2 where id = $1", [id, portal.clock.now()])
  const motivo = 'Richiesta scritta, identità verificata.'
  const operator = await portal.as('operatorTwo')
  const reply = await operator.raw('POST', '/v1/diritti', { tipo: 'cancellazione', codice, pin, motivo })
  const request = reply.body.result.id_richiesta as number
  await manager.raw('POST', `/v1/diritti/${request}/approva`, { motivo })
  const requestStatus = async () => (await manager.raw('GET', `/v1/diritti/${request}`)).body.result.stato
  await expect.poll(requestStatus, { timeout: 20_000 }).toBe('conclusa')
  const { body } = await manager.raw('GET', path(id))
  expect(body.result).toMatchObject({ flag_puo_scrivere: 0, flag_con_lettore: 1, flag_avviso_mail: 0 })
})

test('are part of a person’s export', async () => {
  const { id_segnalazione: id, codice, pin } = await send()
  await write(id, 'Parole per la persona')
  const operator = await portal.as('operatorTwo')
  const motivo = 'Richiesta scritta, identità verificata.'
  const { body } = await operator.raw('POST', '/v1/diritti', { tipo: 'esportazione', codice, pin, motivo })
  const request = body.result.id_richiesta as number
  await manager.raw('POST', `/v1/diritti/${request}/approva`, { motivo })
  await expect
    .poll(async () => (await manager.raw('GET', `/v1/diritti/${request}`)).body.result.stato, { timeout: 20_000 })
    .toBe('conclusa')
  const { readZip } = await import('../../../test/read-zip.ts')
  const archive = await manager.raw('GET', `/v1/diritti/${request}/archivio`)
  const files = await readZip(archive.body as Buffer)
  expect(JSON.stringify(Object.fromEntries(Object.entries(files)))).toContain('Parole per la persona')
})
