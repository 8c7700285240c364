import { createHook } from 'node:async_hooks'
import { followUpStateOf } from '@portal/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { brokenRules } from '../../../test/tagged-pdf/broken-rules.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
// Resets the counted tries between tests.
beforeEach(async () => {
  await portal.database.pool.query('delete from pin_tries')
  await portal.database.pool.query("delete from request_counts where bucket like 'follow_up%'")
})

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const send = async (changes = {}) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione?lang=fr', reportOnWire(changes))).body.result as {
    id_segnalazione: number
    codice: string
    pin: string
  }
const enter = (codice: string, pin: string, headers = {}) =>
  portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin }, headers)
const cookieOf = ({ headers }: Reply) => String([headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''

/** A report with an open follow-up session. */
async function entered(changes = {}) {
  const report = await send(changes)
  const reply = await enter(report.codice, report.pin)
  const cookie = cookieOf(reply)
  const call = (method: 'GET' | 'POST', path: string, body?: unknown, headers = {}) =>
    portal.visitor.raw(method, `/v1/noauth/pratica${path}`, body, { cookie, ...headers })
  return { ...report, reply, cookie, call }
}
const setStatus = (id: number, status: string) => query('update cases set status = $2 where id = $1', [id, status])
const officeWrites = async (id: number, testo: string) =>
  (await portal.as('manager')).raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo })

/** The expensive parts of a call: its PIN digests, and its SQL statements in order. */
async function workOf(call: () => Promise<unknown>) {
  const work = { digests: 0, statements: [] as unknown[] }
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') work.digests += 1
    },
  }).enable()
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  await call()
  hook.disable()
  work.statements = queries.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? query)
  queries.mockRestore()
  return work
}

interface MessagesOnWire {
  readonly messaggi: readonly { readonly id_messaggio: number; readonly testo: string }[]
  readonly flag_precedenti: 0 | 1
}

/** Uploads a file as a browser does; returns its cookie and the file. */
async function bringFile(name: string, content: string) {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`
  const reply = await portal.inject({
    method: 'POST',
    url: '/unar/api/v1/noauth/scansione',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${head}${content}\r\n--b--\r\n`,
  })
  const { allegato } = reply.json().result
  return { cookie: reply.cookies.map(({ name: key, value }) => `${key}=${value}`).join('; '), file: allegato }
}

describe('a reporter with code and PIN', () => {
  test('sees the state of the report, without an account', async () => {
    const { reply, codice } = await entered()
    expect(reply.status).toBe(200)
    expect(reply.body.result).toEqual({
      codice,
      data_ricezione: portal.clock.now().toISOString(),
      stato: 'ricevuta',
      messaggi: [],
      flag_precedenti: 0,
      allegati: [],
      flag_puo_rispondere: 1,
      flag_puo_chiedere_chiamata: 1,
      secondi_rimasti: 1800,
    })
  })

  test('may type code and PIN with spaces, dashes and small letters', async () => {
    const { codice, pin } = await send()
    for (const [code, typed] of [
      [codice.toLowerCase(), pin.toLowerCase()],
      [codice.replaceAll('-', ' – '), pin.replace('-', '')],
      [`  ${codice} `, pin.replace('-', ' ').replaceAll('0', 'o')],
    ] as const)
      expect((await enter(code, typed)).status).toBe(200)
  })

  test('sees each status in plain words, and no name of an operator', async () => {
    const { id_segnalazione: id, call } = await entered()
    await query('update cases set assigned_to = $2 where id = $1', [id, await portal.idOf('operatorTwo')])
    await officeWrites(id, 'Buongiorno')
    const seen: Record<string, string> = {}
    for (const status of Object.keys(followUpStateOf)) {
      await setStatus(id, status)
      const { body } = await call('GET', '')
      seen[status] = body.result.stato
      const [message] = body.result.messaggi
      const known = ['allegati', 'data_invio', 'data_lettura', 'id_messaggio', 'mittente', 'testo']
      expect(Object.keys(message).sort()).toEqual(known)
      expect(message.mittente).toBe('ufficio')
    }
    expect(seen).toEqual({
      open: 'ricevuta',
      toAssign: 'in_esame',
      inWorkOne: 'in_esame',
      inWorkTwo: 'in_esame',
      external: 'presso_altro_ente',
      closed: 'chiusa',
      reopened: 'riaperta',
      cancelled: 'annullata',
    })
  })

  test('reads the office’s messages in order, and the office sees when', async () => {
    const { id_segnalazione: id, call } = await entered()
    await officeWrites(id, 'Primo')
    await officeWrites(id, 'Secondo «due»\n🙁')
    portal.clock.advance(60)
    const { body } = await call('GET', '')
    expect(body.result.messaggi.map(({ testo }: { testo: string }) => testo)).toEqual(['Primo', 'Secondo «due»\n🙁'])
    const read = await (await portal.as('manager')).raw('GET', `/v1/segnalazioni/messaggi/${id}`)
    const at = portal.clock.now().toISOString()
    expect(read.body.result.messaggi.map((row: { data_lettura: string }) => row.data_lettura)).toEqual([at, at])
  })

  test('reads the newest 20 messages, then earlier ones, of this report only', async () => {
    const { id_segnalazione: id, call } = await entered()
    for (let count = 1; count <= 43; count++) {
      await officeWrites(id, String(count))
      if (count % 10 === 0) await officeWrites((await send()).id_segnalazione, 'Di un altro caso')
    }
    const wordsOf = ({ messaggi, flag_precedenti }: MessagesOnWire) => [
      messaggi.map(({ testo }) => Number(testo)),
      flag_precedenti,
    ]
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const newest: MessagesOnWire = (await call('GET', '')).body.result
    expect(wordsOf(newest)).toEqual([numbers(24, 43), 1])
    const before = async ({ messaggi: [first] }: MessagesOnWire): Promise<MessagesOnWire> =>
      (await call('GET', `/messaggi?prima_di=${first?.id_messaggio}`)).body.result
    const earlier = await before(newest)
    expect(wordsOf(earlier)).toEqual([numbers(4, 23), 1])
    const first = await before(earlier)
    expect(wordsOf(first)).toEqual([numbers(1, 3), 0])
    expect(wordsOf(await before(first))).toEqual([[], 0])
    const manager = await portal.as('manager')
    const seen = await manager.raw(
      'GET',
      `/v1/segnalazioni/messaggi/${id}?prima_di=${newest.messaggi[0]?.id_messaggio}`,
    )
    expect(wordsOf(seen.body.result)).toEqual([numbers(4, 23), 1])
    expect((await call('GET', '/messaggi?prima_di=0')).status).toBe(400)
  })

  test('answers, with files of the same browser', async () => {
    const { id_segnalazione: id, cookie, call } = await entered()
    const uploaded = await bringFile('appunti.txt', 'È successo alle nove.')
    const cookies = { cookie: `${cookie}; ${uploaded.cookie}` }
    const { cmis_id, nomeFile, impronta_sha256 } = uploaded.file
    const body = { testo: 'Ecco gli appunti', allegati: [{ cmis_id, nomeFile }] }
    const { status, body: answered } = await call('POST', '/messaggi', body, cookies)
    expect(status).toBe(200)
    expect(answered.result.messaggi).toMatchObject([
      { mittente: 'segnalante', testo: 'Ecco gli appunti', allegati: [{ nomeFile: 'appunti.txt', impronta_sha256 }] },
    ])
    // The file belongs to the message, not to the report.
    expect(answered.result.allegati).toEqual([])
    const seen = await (await portal.as('manager')).raw('GET', `/v1/segnalazioni/messaggi/${id}`)
    expect(seen.body.result.messaggi[0]).toMatchObject({ testo: 'Ecco gli appunti', allegati: [{ cmis_id }] })
    const fetched = await portal.visitor.raw('GET', `/v1/segnalazioni/allegato/${cmis_id}`, undefined, { cookie })
    expect(fetched.status).toBe(200)
    expect(String(fetched.body)).toBe('È successo alle nove.')
  })

  test('cannot send another visitor’s file; the message is then refused too', async () => {
    const { call, id_segnalazione: id } = await entered()
    const { cmis_id, nomeFile } = (await bringFile('altro.txt', 'non suo')).file
    const reply = await call('POST', '/messaggi', { testo: 'x', allegati: [{ cmis_id, nomeFile }] })
    expect(reply.status).toBe(400)
    expect(reply.body.result.errori).toMatchObject([{ campo: 'allegati', codice: 'allegato_non_disponibile' }])
    expect(await query('select id from case_messages where case_id = $1', [id])).toEqual([])
  })

  test('cannot fetch a file of another report', async () => {
    const mine = await entered()
    const theirs = await entered()
    const uploaded = await bringFile('prova.txt', 'solo mio')
    const allegati = [{ cmis_id: uploaded.file.cmis_id, nomeFile: 'prova.txt' }]
    await mine.call('POST', '/messaggi', { testo: 'x', allegati }, { cookie: `${mine.cookie}; ${uploaded.cookie}` })
    const path = `/v1/segnalazioni/allegato/${uploaded.file.cmis_id}`
    expect((await portal.visitor.raw('GET', path, undefined, { cookie: mine.cookie })).status).toBe(200)
    const other = await portal.visitor.raw('GET', path, undefined, { cookie: theirs.cookie })
    expect([401, 403, 404]).toContain(other.status)
  })

  test.each([
    ['nothing', {}, 'testo', 'campo_obbligatorio'],
    ['10,001 code points', { testo: '🙂'.repeat(10_001) }, 'testo', 'testo_troppo_lungo'],
  ])('gets an error for %s', async (_what, body, campo, codice) => {
    const { call } = await entered()
    const reply = await call('POST', '/messaggi', body)
    expect(reply.status).toBe(400)
    expect(reply.body.result.errori).toMatchObject([{ campo, codice }])
  })

  test('may paste control characters, which are not kept', async () => {
    const { call } = await entered()
    const { body } = await call('POST', '/messaggi', { testo: 'a\u0000b\u000bL\u0092altro' })
    expect(body.result.messaggi[0].testo).toBe('ab\nL’altro')
  })

  test('may answer with 10,000 code points of any script', async () => {
    const { call } = await entered()
    const testo = 'ہاں🙂نعم '.repeat(1300).slice(0, 9_990).trim()
    expect((await call('POST', '/messaggi', { testo })).body.result.messaggi[0].testo).toBe(testo)
  })

  test('sends one message under one key, and none under a key used for another', async () => {
    const { call } = await entered()
    const key = { 'idempotency-key': 'risposta-1' }
    await call('POST', '/messaggi', { testo: 'una volta' }, key)
    const again = await call('POST', '/messaggi', { testo: 'una volta' }, key)
    expect(again.body.result.messaggi).toHaveLength(1)
    const other = await call('POST', '/messaggi', { testo: 'altro' }, key)
    expect({ status: other.status, word: other.body.errorCode }).toEqual({ status: 409, word: 'chiave_riutilizzata' })
  })

  test('gets the answer to a repeat even if the case was closed since; a refusal leaves the key unused', async () => {
    const { call, id_segnalazione: id } = await entered()
    const sent = async (key: string, testo: string) =>
      (await call('POST', '/messaggi', { testo }, { 'idempotency-key': key })).status
    expect(await sent('risposta-2', 'una volta')).toBe(200)
    await setStatus(id, 'closed')
    expect(await sent('risposta-2', 'una volta')).toBe(200)
    expect(await sent('risposta-3', 'tardi')).toBe(409)
    await setStatus(id, 'reopened')
    expect(await sent('risposta-3', 'altro testo')).toBe(200)
    const texts = (await call('GET', '')).body.result.messaggi.map(({ testo }: { testo: string }) => testo)
    expect(texts).toEqual(['una volta', 'altro testo'])
  })

  test.each(['closed', 'cancelled'])('can only read once the case is %s', async (status) => {
    const { call, id_segnalazione: id } = await entered()
    await setStatus(id, status)
    expect((await call('GET', '')).body.result.flag_puo_rispondere).toBe(0)
    const reply = await call('POST', '/messaggi', { testo: 'ancora' })
    expect({ status: reply.status, word: reply.body.errorCode }).toEqual({ status: 409, word: 'conflitto' })
  })

  test('sends at most 30 answers an hour', async () => {
    const { call } = await entered()
    for (let count = 0; count < 30; count++)
      expect((await call('POST', '/messaggi', { testo: `${count}` })).status).toBe(200)
    expect((await call('POST', '/messaggi', { testo: 'troppo' })).status).toBe(429)
  })
})

describe('the session', () => {
  test('has a separate strict same-site cookie, whose id is stored only as a digest', async () => {
    const { reply, cookie } = await entered()
    expect(String(reply.headers['set-cookie'])).toMatch(/^unar-pratica=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const rows = await query('select id_hash from follow_up_sessions')
    expect(rows.map(({ id_hash }) => id_hash)).not.toContain(cookie.split('=')[1])
  })

  test('ends 30 minutes after the last call', async () => {
    const { call } = await entered()
    portal.clock.advance(29 * 60)
    expect((await call('GET', '')).status).toBe(200)
    portal.clock.advance(29 * 60)
    expect((await call('GET', '')).status).toBe(200)
    portal.clock.advance(30 * 60)
    expect((await call('GET', '')).status).toBe(401)
    expect((await call('POST', '/messaggi', { testo: 'x' })).status).toBe(401)
    expect((await call('GET', '/ricevuta')).status).toBe(401)
  })

  test('ends when the reporter leaves, and when the browser starts another', async () => {
    const first = await entered()
    expect((await first.call('POST', '/uscita')).status).toBe(200)
    expect((await first.call('GET', '')).status).toBe(401)
    expect((await first.call('POST', '/uscita')).status).toBe(200)
    const second = await entered()
    const third = await send()
    await enter(third.codice, third.pin, { cookie: second.cookie })
    expect((await second.call('GET', '')).status).toBe(401)
  })

  test('is no session of the office', async () => {
    const { cookie } = await entered()
    const reply = await portal.visitor.raw('GET', '/v1/segnalazioni/numero-casi', undefined, { cookie })
    expect(reply.status).toBe(401)
  })

  test('ends when the case is pseudonymised; code and PIN are unknown then', async () => {
    const { id_segnalazione: id, codice, pin, call } = await entered()
    await officeWrites(id, 'Addio')
    await setStatus(id, 'closed')
    await query("update cases set closed_at = now() - interval '11 years' where id = $1", [id])
    await portal.services.retention.run('nightly')
    expect(await query('select text from case_messages where case_id = $1', [id])).toEqual([{ text: null }])
    expect((await call('GET', '')).status).toBe(401)
    const reply = await enter(codice, pin)
    expect({ status: reply.status, word: reply.body.errorCode }).toEqual({ status: 403, word: 'codice_o_pin_errati' })
  })

  test('is deleted after its end, as are expired tries', async () => {
    const now = portal.clock.now()
    await entered()
    await enter('UNAR-2026-999999', 'X')
    portal.clock.advance(4 * 60 * 60)
    await portal.services.retention.run('hourly')
    expect(await query('select * from follow_up_sessions')).toEqual([])
    expect(await query('select * from pin_tries')).toEqual([])
    portal.clock.set(now)
  })
})

describe('a wrong PIN', () => {
  test('gets the same answer as an unknown code, byte for byte and after the same work', async () => {
    const { codice, pin } = await send()
    const wrong = `${pin.startsWith('7') ? '8' : '7'}${pin.slice(1)}`
    const replies = [
      await enter(codice, wrong),
      await enter('UNAR-2026-999999', wrong),
      await enter('BOH-2026-1', wrong),
    ]
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body)
    const known = await workOf(() => enter(codice, wrong))
    // Without a dummy digest the answer to an unknown code would take half the time.
    expect(known.digests).toBe(1)
    expect(known.statements.length).toBeGreaterThan(2)
    expect(await workOf(() => enter('UNAR-2026-999999', wrong))).toEqual(known)
    expect((await workOf(() => enter('BOH-2026-1', wrong))).digests).toBe(1)
  })

  test('locks after five tries, even for the right PIN, longer each time, for known and unknown codes', async () => {
    const start = portal.clock.now()
    const { codice, pin } = await send()
    for (const code of [codice, 'UNAR-2026-888888']) {
      for (let count = 0; count < 5; count++) expect((await enter(code, '00000-00000')).status).toBe(403)
      const locked = await enter(code, pin)
      expect({ status: locked.status, after: locked.headers['retry-after'] }).toEqual({ status: 429, after: '600' })
    }
    // Tries during the lock do not extend it.
    portal.clock.advance(600)
    for (let count = 0; count < 5; count++) expect((await enter(codice, '00000-00000')).status).toBe(403)
    expect((await enter(codice, pin)).headers['retry-after']).toBe('1200')
    portal.clock.advance(1200)
    expect((await enter(codice, pin)).status).toBe(200)
    // The right PIN resets the count.
    for (let count = 0; count < 4; count++) expect((await enter(codice, '00000-00000')).status).toBe(403)
    expect((await enter(codice, pin)).status).toBe(200)
    portal.clock.set(start)
  })

  test('of the wrong form, or a code of the wrong form, is refused at its field and counts as no try', async () => {
    const { codice, pin } = await send()
    for (let count = 0; count < 6; count++) {
      const reply = await enter('MARIO ROSSI', 'x')
      expect(reply.status).toBe(400)
      expect(reply.body.result.errori.map(({ campo, codice: key }: Record<string, string>) => [campo, key])).toEqual([
        ['codice', 'codice_non_valido'],
        ['pin', 'pin_non_valido'],
      ])
      expect((await enter(codice, pin.slice(1))).status).toBe(400)
    }
    expect((await enter(codice, pin)).status).toBe(200)
  })

  test('leaves no typed text in the table of tries', async () => {
    await enter('MARIO-2026-000001', '00000-00000')
    const subjects = await query('select subject from pin_tries')
    expect(subjects.length).toBeGreaterThan(0)
    for (const { subject } of subjects) expect(subject).toMatch(/^-?\d+$/)
  })
})

describe('the receipt', () => {
  test.each(['it', 'en', 'fr', 'es', 'ar', 'ur'])('is a tagged document in %s', async (lang) => {
    const { call, codice } = await entered()
    const { status, headers, body } = await call('GET', `/ricevuta?lang=${lang}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="${codice}.pdf"`)
    expect((body as Buffer).toString('latin1')).toContain(`/Lang (${lang})`)
    expect(await brokenRules(body)).toEqual([])
  })
})
