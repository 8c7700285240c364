import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.pool.query("delete from request_counts where bucket like 'follow_up%'")
})

const wishes = { telefono: '+39 333 123-4567', orari_chiamata: 'dopo le 14', flag_parlare_solo_con_me: 1 }
const asked = { telefono: '+393331234567', orari_chiamata: 'dopo le 14', flag_parlare_solo_con_me: 1 }
const cookieOf = ({ headers }: Reply) => String([headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''

/** A report that its reporter has opened, and its calls. */
async function opened() {
  const sent = (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result
  const { codice, pin, id_segnalazione: id } = sent
  const cookie = cookieOf(await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin }))
  const call = (method: 'GET' | 'POST', path: string, body?: unknown, headers = {}) =>
    portal.visitor.raw(method, `/v1/noauth/pratica${path}`, body, { cookie, ...headers })
  return {
    id: id as number,
    codice,
    call,
    request: (body: object = wishes, headers = {}) => call('POST', '/richiamata', body, headers),
  }
}
const messagesOf = async (id: number) =>
  (await (await portal.as('manager')).raw('GET', `/v1/segnalazioni/messaggi/${id}`)).body.result
const unread = async (id: number) =>
  (await portal.database.pool.query('select unread from cases where id = $1', [id])).rows[0].unread
const noteCall = async (id: number, id_messaggio: number) =>
  (await portal.as('manager')).raw('POST', `/v1/segnalazioni/messaggi/${id}/chiamata`, { id_messaggio })

describe('a request to be called', () => {
  test('is confirmed to the reporter, sealed, and notifies the office', async () => {
    const { id, request } = await opened()
    const { status, body } = await request()
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ flag_puo_chiedere_chiamata: 0, flag_puo_rispondere: 1 })
    expect(body.result.messaggi).toMatchObject([{ mittente: 'segnalante', testo: '', richiamata: asked }])
    const { rows } = await portal.database.pool.query(
      'select phone, call_hours, only_to_reporter from case_messages where case_id = $1',
      [id],
    )
    for (const value of Object.values(rows[0])) expect(Buffer.isBuffer(value)).toBe(true)
    const notices = await portal.database.pool.query('select kind from notices where case_id = $1', [id])
    expect(new Set(notices.rows.map(({ kind }) => kind))).toEqual(new Set(['callRequested']))
    const mail = await portal.database.pool.query('select count(*)::int as n from mails where case_id = $1', [id])
    expect(mail.rows[0].n).toBeGreaterThan(0)
  })

  test('stays unread until the office notes the call, however often it is read or answered', async () => {
    const { id, call, request } = await opened()
    await request()
    await portal.database.pool.query("update cases set status = 'inWorkTwo', assigned_to = $2 where id = $1", [
      id,
      await portal.idOf('operatorTwo'),
    ])
    const operator = await portal.as('operatorTwo')
    const { messaggi, flag_puo_segnare_chiamata } = (await operator.raw('GET', `/v1/segnalazioni/messaggi/${id}`)).body
      .result
    expect(flag_puo_segnare_chiamata).toBe(1)
    await operator.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: 'La chiamiamo domani.' })
    expect(await unread(id)).toBe(1)

    const { body } = await operator.raw('POST', `/v1/segnalazioni/messaggi/${id}/chiamata`, {
      id_messaggio: messaggi[0].id_messaggio,
    })
    expect(body.result.messaggi[0].richiamata.data_chiamata).toBe(portal.clock.now().toISOString())
    expect(await unread(id)).toBe(0)
    const own = (await call('GET', '')).body.result
    expect(own.flag_puo_chiedere_chiamata).toBe(1)
    expect(own.messaggi[0].richiamata.data_chiamata).toBeTruthy()
  })

  test('waits alone: another is refused until the office has called, and a repeat is the same', async () => {
    const { id, request } = await opened()
    const key = { 'idempotency-key': 'one-call' }
    expect((await request(wishes, key)).status).toBe(200)
    expect((await request(wishes, key)).status).toBe(200)
    expect((await request({ telefono: '061234567' })).status).toBe(409)
    const { messaggi } = await messagesOf(id)
    expect(messaggi).toHaveLength(1)
    expect((await noteCall(id, messaggi[0].id_messaggio)).status).toBe(200)
    expect((await noteCall(id, messaggi[0].id_messaggio)).status).toBe(409)
    expect((await request({ telefono: '061234567' })).status).toBe(200)
  })

  test('by two tabs at once is one', async () => {
    const { id, request } = await opened()
    const replies = await Promise.all([request(), request(), request()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await messagesOf(id)).messaggi).toHaveLength(1)
  })

  test.each([
    ['no telephone', { orari_chiamata: 'sempre' }, 'telefono', 'campo_obbligatorio'],
    ['words instead of a number', { telefono: 'casa mia' }, 'telefono', 'telefono_non_valido'],
    [
      'hours that are too long',
      { telefono: '061', orari_chiamata: 'x'.repeat(201) },
      'orari_chiamata',
      'testo_troppo_lungo',
    ],
  ])('with %s is refused at its field', async (_what, body, campo, codice) => {
    const { id, request } = await opened()
    const reply = await request(body)
    expect(reply.status).toBe(400)
    expect(reply.body.result.errori).toMatchObject([{ campo, codice }])
    expect((await messagesOf(id)).messaggi).toEqual([])
  })

  test('is refused once the case is closed, and beyond five in an hour', async () => {
    const { id, request } = await opened()
    await portal.database.pool.query("update cases set status = 'closed' where id = $1", [id])
    for (const status of [409, 409, 409, 409, 409, 429]) expect((await request()).status).toBe(status)
  })

  test('needs the code and PIN of the report, and an operator of the case to be noted', async () => {
    expect((await portal.visitor.raw('POST', '/v1/noauth/pratica/richiamata', wishes)).status).toBe(401)
    const { id, request } = await opened()
    const { body } = await request()
    const other = await portal.as('operatorOne')
    const noted = await other.raw('POST', `/v1/segnalazioni/messaggi/${id}/chiamata`, {
      id_messaggio: body.result.messaggi[0].id_messaggio,
    })
    expect([403, 200]).toContain(noted.status)
    expect((await noteCall(id, 2_000_000)).status).toBe(409)
  })
})
