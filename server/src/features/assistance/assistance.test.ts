import { languages } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true, env: { ASSISTANCE_PER_MINUTE: '20' } })
})
afterAll(async () => {
  await allMailsSent()
  await portal.close()
})
beforeEach(() => portal.clock.advance(3600))

const query = async (sql: string) => (await portal.database.pool.query(sql)).rows

let requestCount = 0
/** A request with an address that no earlier request has. */
function request(changes: object = {}) {
  requestCount += 1
  const email = `persona${requestCount}@example.it`
  const names = { nome: 'Niccolò', cognome: "D'Angelo", email }
  return { ...names, oggetto: 3, messaggio: 'Non riesco ad allegare la foto.', consenso: 1, ...changes }
}
const send = (body: object, headers: Record<string, string> = {}, lang = 'it') =>
  portal.visitor.raw('POST', `/v1/assistenza/invio-mail?lang=${lang}`, body, headers)
const items = async (lang: string) =>
  (await portal.visitor.raw('POST', `/v1/assistenza/get-item?lang=${lang}`)).body.result

/** Waits for `count` letters to an address and returns them. */
async function lettersTo(address: string, count = 1) {
  const found = () => portal.letters.filter(({ to }) => to === address)
  await expect.poll(() => found().length, { timeout: 10_000 }).toBe(count)
  return found()
}
/** The mail to the office with this `Reply-To`. */
async function requestFrom(email: string) {
  const found = () => portal.letters.find(({ replyTo }) => replyTo === email)
  await expect.poll(() => found() !== undefined, { timeout: 10_000 }).toBe(true)
  return found()
}

const requestsFrom = (email: string) =>
  portal.letters.filter(({ replyTo }) => replyTo?.toLowerCase() === email.toLowerCase()).length
const receiptsTo = (email: string) => portal.letters.filter(({ to }) => to.toLowerCase() === email.toLowerCase()).length

/** Waits until the queue is empty, since receipt and request are sent in any order. */
async function allMailsSent() {
  const unsent = async () => (await query('select count(*)::int from mails where sent_at is null'))[0].count
  await vi.waitFor(async () => expect(await unsent()).toBe(0), { timeout: 20_000, interval: 200 })
}

describe('get-item', () => {
  test('returns the subjects in the requested language, in English or Italian without one', async () => {
    const labels = async (lang: string) =>
      (await items(lang)).arrayBeanWebMailItem.map(({ descrizione }: { descrizione: string }) => descrizione)
    expect(await labels('it')).toEqual([
      ...['Accessibilità', 'Allegati', 'Dati personali', 'Problema con il sito', 'Registro delle associazioni'],
      ...['Una segnalazione già inviata', 'Altro'],
    ])
    const all = await Promise.all(languages.map(labels))
    expect(new Set(all.map((list) => list.join())).size).toBe(languages.length)
    expect((await items('it')).codiceRitorno).toBe(0)
  })

  test.each([
    ['2026-11-20T10:00:00Z', 1, { chiude: '2026-11-20T16:00:00.000Z' }, 'Aperto ora, fino alle 17:00'],
    ['2026-11-20T16:00:00Z', 0, { riapre: '2026-11-23T07:00:00.000Z' }, 'Chiuso, riapre lunedì alle 8:00'],
    ['2026-11-23T06:00:00Z', 0, { riapre: '2026-11-23T07:00:00.000Z' }, 'Chiuso, apre oggi alle 8:00'],
    ['2026-11-23T17:00:00Z', 0, { riapre: '2026-11-24T07:00:00.000Z' }, 'Chiuso, riapre domani alle 8:00'],
    ['2027-03-26T17:00:00Z', 0, { riapre: '2027-03-30T06:00:00.000Z' }, 'Chiuso, riapre martedì alle 8:00'],
    ['2026-12-25T10:00:00Z', 0, { riapre: '2026-12-28T07:00:00.000Z' }, 'Chiuso, riapre lunedì alle 8:00'],
  ])('tells at %s whether the contact centre answers', async (now, aperto, until, descrizione) => {
    const before = portal.clock.now()
    portal.clock.set(new Date(now))
    const { disponibilita } = await items('it')
    portal.clock.set(before)
    const orario = 'Dal lunedì al venerdì, dalle 8:00 alle 17:00'
    expect(disponibilita).toEqual({ aperto, orario, descrizione, ...until })
  })

  test('has a sentence in each language', async () => {
    const sentences = await Promise.all(languages.map(async (lang) => (await items(lang)).disponibilita.descrizione))
    expect(new Set(sentences).size).toBe(languages.length)
    expect(sentences.join()).not.toMatch(/contactCentre|\{\{/)
  })

  test('reports a failure in result.error_msg, with the request id of the log', async () => {
    await query('alter table reference_items rename to reference_items_gone')
    const { status, body } = await portal.visitor.raw('POST', '/v1/assistenza/get-item')
    await query('alter table reference_items_gone rename to reference_items')
    expect(status).toBe(500)
    expect(body).toMatchObject({ success: false, errorCode: 'errore_interno' })
    expect(body.result.error_msg).toBe(body.result.descrizione)
    expect(body.result.error_msg).toContain(body.result.id)
    expect(body.result.error_msg).not.toMatch(/reference_items/)
  })
})

describe('a request for assistance', () => {
  test('becomes a mail to the office, with the sender as Reply-To, and a receipt', async () => {
    const body = request({ telefono: '+390612345678', messaggio: 'Prima riga.\nSeconda riga: «così».' })
    const { status, body: answer } = await send(body)
    expect(status).toBe(200)
    expect(answer.result).toEqual({ codiceRitorno: 0, descrizione: 'La richiesta è stata inviata con successo' })
    const mail = await requestFrom(body.email)
    expect(mail).toMatchObject({ to: 'assistenza@unar.example', subject: 'Richiesta di assistenza: Allegati' })
    for (const text of ["Niccolò D'Angelo", body.email, '+390612345678', 'Prima riga.\nSeconda riga: «così».'])
      expect(mail?.text).toContain(text)
    const [receipt] = await lettersTo(body.email)
    expect(receipt?.subject).toBe('Abbiamo ricevuto la tua richiesta di assistenza')
    expect(receipt?.text).toContain('Oggetto: Allegati')
    expect(receipt?.replyTo).toBeUndefined()
  })

  test.each(languages)(
    'in %s gets its answer and its receipt in that language, the office an Italian mail',
    async (lang) => {
      const body = request()
      const { result } = (await send(body, {}, lang)).body
      const [receipt] = await lettersTo(body.email)
      expect(`${result.descrizione}${receipt?.subject}${receipt?.text}`).not.toMatch(/assistance\.[a-z]|\{\{/)
      if (lang !== 'it') expect(receipt?.text).not.toContain('Buongiorno')
      expect((await requestFrom(body.email))?.text).toContain(`Lingua della pagina: ${lang.toUpperCase()}`)
    },
  )

  test('sends no message to strangers: the receipt repeats nothing of the request but the address', async () => {
    const body = request({ nome: 'Compra', cognome: 'Subito', messaggio: 'www.example.com' })
    await send(body)
    const [receipt] = await lettersTo(body.email)
    expect(`${receipt?.subject}${receipt?.text}`).not.toMatch(/Compra|Subito|www\.example\.com/)
  })

  test('writes to one address ten receipts an hour at most; the office reads all requests', async () => {
    const { email } = request()
    for (let index = 0; index < 12; index++) await send(request({ email: index % 2 ? email.toUpperCase() : email }))
    const [{ count }] = await query('select count(*)::int from mails where reply_to is not null')
    expect(count).toBeGreaterThanOrEqual(12)
    await allMailsSent()
    expect([requestsFrom(email), receiptsTo(email)]).toEqual([12, 10])
  })

  test('is sealed while it waits', async () => {
    await send(request({ messaggio: 'Una frase che nessuno deve leggere' }))
    const [{ rows }] = await query('select string_agg(m::text, chr(10)) as rows from mails m')
    const plain = Buffer.from(rows.replaceAll('\\x', ''), 'hex').toString('latin1') + rows
    expect(plain).not.toMatch(/Una frase|example\.it|Niccol/)
  })

  test('rolls back when its second mail cannot be queued', async () => {
    const [{ count: before }] = await query('select count(*)::int from mails')
    await query(`alter table mails add constraint no_receipt check (reply_to is not null) not valid`)
    const { status, body } = await send(request(), { 'idempotency-key': 'half' })
    await query('alter table mails drop constraint no_receipt')
    expect({ status, word: body.errorCode }).toEqual({ status: 500, word: 'errore_interno' })
    expect(await query('select count(*)::int from mails')).toEqual([{ count: before }])
    expect((await send(request(), { 'idempotency-key': 'half' })).status).toBe(200)
  })
})

describe('files', () => {
  const bring = async (visitor: ReturnType<typeof newVisitor>, name: string, path: string = scanPaths.assistance) => {
    const { body } = await upload(visitor, path, { name, bytes: Buffer.from(`testo di ${name}`) })
    return { cmis_id: body.result.allegato.cmis_id, nomeFile: name }
  }
  const sendWith = (visitor: ReturnType<typeof newVisitor>, body: object) =>
    visitor.raw('POST', '/v1/assistenza/invio-mail', body)

  test('go with the mail to the office, and with no receipt', async () => {
    const visitor = newVisitor(portal)
    const allegati = [await bring(visitor, 'uno.txt'), await bring(visitor, 'due.csv'), await bring(visitor, 'tre.txt')]
    const body = request({ allegati })
    expect((await sendWith(visitor, body)).status).toBe(200)
    const mail = await requestFrom(body.email)
    expect(mail?.files?.map(({ name }) => name)).toEqual(['uno.txt', 'due.csv', 'tre.txt'])
    expect(mail?.text).toContain('Allegati: 3')
    expect((await lettersTo(body.email))[0]?.files).toBeUndefined()
  })

  test('of another visitor, of a report, or sent before are refused, and nothing is sent', async () => {
    const [visitor, other] = [newVisitor(portal), newVisitor(portal)]
    const sent = await bring(visitor, 'inviato.txt')
    expect((await sendWith(visitor, request({ allegati: [sent] }))).status).toBe(200)
    const tries = [
      sent,
      await bring(other, 'altrui.txt'),
      await bring(visitor, 'di-segnalazione.txt', scanPaths.report),
    ]
    const [{ count: before }] = await query('select count(*)::int from mails')
    for (const file of tries) {
      const { status, body } = await sendWith(visitor, request({ allegati: [file] }))
      expect({ status, word: body.errorCode }).toEqual({ status: 400, word: 'modulo_con_errori' })
      expect(body.result.errori).toEqual([
        expect.objectContaining({ campo: 'allegati', codice: 'allegato_non_disponibile' }),
      ])
    }
    expect(await query('select count(*)::int from mails')).toEqual([{ count: before }])
  })
})

describe('a repeat with the same key', () => {
  test('gets the same answer and sends nothing more', async () => {
    const body = request()
    const first = await send(body, { 'idempotency-key': 'once' })
    const second = await send(body, { 'idempotency-key': 'once' })
    expect(second.body).toEqual(first.body)
    expect(second.status).toBe(200)
    await allMailsSent()
    expect([requestsFrom(body.email), receiptsTo(body.email)]).toEqual([1, 1])
  })

  test('at the same moment sends once', async () => {
    const body = request()
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(body, { 'idempotency-key': 'at-once' })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await allMailsSent()
    expect([requestsFrom(body.email), receiptsTo(body.email)]).toEqual([1, 1])
  })

  test('and another text is refused', async () => {
    const body = request()
    await send(body, { 'idempotency-key': 'changed' })
    const { status, body: answer } = await send({ ...body, messaggio: 'Altro' }, { 'idempotency-key': 'changed' })
    expect({ status, word: answer.errorCode }).toEqual({ status: 409, word: 'chiave_riutilizzata' })
  })
})

describe('a form with errors', () => {
  test('is refused with a sentence and an error for every field', async () => {
    const { status, body } = await send({})
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, errorCode: 'modulo_con_errori' })
    expect(body.result.descrizione).toBe('Il modulo contiene errori, impossibile continuare')
    expect(body.result.errori.map(({ campo }: { campo: string }) => campo)).toEqual([
      ...['nome', 'cognome', 'email', 'oggetto', 'messaggio', 'consenso'],
    ])
  })

  test('has the specification’s sentence in English', async () => {
    expect((await send({}, {}, 'en')).body.result.descrizione).toBe('form contains errors, unable to continue')
  })

  test('says it in each language', async () => {
    const sentences = await Promise.all(
      languages.map(async (lang) => (await send({}, {}, lang)).body.result.descrizione),
    )
    expect(new Set(sentences).size).toBe(languages.length)
  })

  const file = (end: string) => ({ cmis_id: `0b8f6a52-3c1d-4e9f-8a77-5d2c9e4b1f6${end}` })
  test.each<[string, object, string, string]>([
    ['an address that is none', { email: 'persona@' }, 'email', 'email_non_valida'],
    ['a telephone with letters', { telefono: '06-CHIAMA' }, 'telefono', 'telefono_non_valido'],
    ['a subject that is not in the list', { oggetto: 4711 }, 'oggetto', 'scelta_non_valida'],
    ['a message of 5001 characters', { messaggio: 'x'.repeat(5001) }, 'messaggio', 'testo_troppo_lungo'],
    ['a consent refused', { consenso: 0 }, 'consenso', 'campo_obbligatorio'],
    ['four files', { allegati: ['0', '1', '2', '3'].map(file) }, 'allegati', 'troppi_allegati'],
    ['a file twice', { allegati: [file('0'), file('0')] }, 'allegati', 'allegato_ripetuto'],
    ['a file that nobody uploaded', { allegati: [file('0')] }, 'allegati', 'allegato_non_disponibile'],
  ])('%s is reported at its field', async (_case, changes, campo, codice) => {
    const { status, body } = await send(request(changes))
    expect({ status, word: body.errorCode }).toEqual({ status: 400, word: 'modulo_con_errori' })
    expect(body.result.errori).toEqual([expect.objectContaining({ campo, codice })])
  })
})

describe('robots', () => {
  test.each([
    ['a field that people do not see', 'seconds=90; trap=1', '[da verificare] '],
    ['a form filled in within two seconds', 'seconds=2; trap=0', '[da verificare] '],
    ['a form filled in by a person', 'seconds=45; trap=0', ''],
    ['a mark that is none', 'nonsense', ''],
  ])('%s: the subject of the mail says what to look at', async (_case, mark, prefix) => {
    const body = request()
    expect((await send(body, { 'form-mark': mark })).status).toBe(200)
    expect((await requestFrom(body.email))?.subject).toBe(`${prefix}Richiesta di assistenza: Allegati`)
  })

  test('a flood from one network gets 429; a repeat does not', async () => {
    portal.clock.advance(60)
    const first = request()
    await send(first, { 'idempotency-key': 'before-the-flood' })
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) statuses.push((await send(request())).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(19)
    const late = await send(request())
    expect({ status: late.status, wait: late.headers['retry-after'] }).toEqual({ status: 429, wait: '60' })
    expect((await send(first, { 'idempotency-key': 'before-the-flood' })).status).toBe(200)
    portal.clock.advance(60)
    expect((await send(request())).status).toBe(200)
  })
})
