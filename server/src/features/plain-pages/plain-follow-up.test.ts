import { languages } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { uploadCaseFile } from '../../../test/claimed-file.ts'
import { reportOnWire } from '../../../test/make.ts'
import { hiddenIn, plainBrowser } from '../../../test/plain-browser.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
// Resets the counted tries between tests.
beforeEach(() => query('delete from pin_tries'))

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const url = (lang = 'it', more = '') => `/unar/cosa-facciamo/contact-center/codice?lang=${lang}${more}`
const sendReport = async () =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result as {
    id_segnalazione: number
    codice: string
    pin: string
  }
const officeWrites = async (id: number, testo: string) =>
  (await portal.as('manager')).raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo })
const messagesOf = async (id: number) => {
  const { body } = await (await portal.as('manager')).raw('GET', `/v1/segnalazioni/messaggi/${id}`)
  return body.result.messaggi.map(({ testo }: { testo: string }) => testo)
}

type Browser = ReturnType<typeof plainBrowser>
type Fields = Record<string, string>

async function enter(browser: Browser, codice: string, pin: string, lang = 'it') {
  const page = await browser.get(url(lang))
  return browser.send(url(lang), { ...hiddenIn(page.body, 'value="apri"'), codice, pin })
}
/** A report opened in a browser without scripts. */
async function entered(lang = 'it') {
  const report = await sendReport()
  const browser = plainBrowser(portal)
  const page = await enter(browser, report.codice, report.pin, lang)
  const answer = (testo: string, html = page.body, changes: Fields = {}) =>
    browser.send(url(lang), { ...hiddenIn(html, 'value="rispondi"'), testo, ...changes })
  const leave = () => browser.send(url(lang), hiddenIn(page.body, 'value="esci"'))
  const requestCall = (fields: Fields, html = page.body) =>
    browser.send(url(lang), { ...hiddenIn(html, 'value="richiamata"'), ...fields })
  return { ...report, browser, page, answer, leave, requestCall }
}

describe('a report without scripts', () => {
  test.each(languages)(
    'is asked for in %s by code and PIN, which neither the address nor a stored value has',
    async (lang) => {
      const { browser, codice, pin, page } = await entered(lang)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain(`<h1><bdi dir="ltr" translate="no">${codice}</bdi></h1>`)
      expect(page.body).not.toMatch(/<script|plainFollowUp\.|plainReport\.|followUp\.|\{\{/)
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
      const access = await plainBrowser(portal).get(url(lang))
      expect(access.body).not.toMatch(/<script|plainFollowUp\.|plainReport\.|followUp\.|\{\{/)
      expect(/<title>(.*?)<\/title>/.exec(access.body)?.[1]).toBe(/<title>(.*?)<\/title>/.exec(page.body)?.[1])
      for (const id of ['code', 'pin'])
        expect(access.body).toMatch(new RegExp(`id="${id}"[^>]*autocomplete="off"[^>]*translate="no"`))
      for (const address of browser.visited) {
        expect(address).not.toContain(codice)
        expect(address).not.toContain(pin)
      }
    },
  )

  test('shows its state and the messages of both sides, twenty on a page', async () => {
    const { browser, id_segnalazione } = await entered()
    for (let count = 1; count <= 23; count++) await officeWrites(id_segnalazione, `Messaggio <${count}>`)
    const page = await browser.get(url())
    expect(page.body).toContain('Ricevuta')
    expect(page.body).toContain('Messaggio &lt;23&gt;')
    expect(page.body).not.toContain('Messaggio &lt;3&gt;')
    const earlier = /href="([^"]*prima=\d+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const before = await browser.get(earlier)
    expect(before.body).toContain('Messaggio &lt;3&gt;')
    expect(before.body).not.toContain('Messaggio &lt;4&gt;')
    expect(before.body).toContain('Torna ai messaggi più recenti')
  })

  test('is answered once, however often the form is sent', async () => {
    const { answer, id_segnalazione, browser } = await entered()
    const page = await answer('Verso le nove')
    expect(page.body).toContain('La risposta è stata inviata')
    expect(page.body).toContain('<p class="written" dir="auto">Verso le nove</p>')
    await answer('Verso le nove')
    expect(await messagesOf(id_segnalazione)).toEqual(['Verso le nove'])
    expect((await browser.get(url())).body).not.toContain('La risposta è stata inviata')
  })

  test('asks for a call once, and shows whether the office has called', async () => {
    const { requestCall, id_segnalazione, browser } = await entered()
    const wishes = { telefono: '333 1234567', orari_chiamata: 'la mattina', flag_parlare_solo_con_me: '1' }
    const page = await requestCall(wishes)
    expect(page.body).toContain('Abbiamo ricevuto la richiesta: ti chiamiamo.')
    expect(page.body).toContain('Hai chiesto una chiamata al numero 3331234567.')
    expect(page.body).toContain('In attesa')
    expect(page.body).not.toContain('value="richiamata"')
    await requestCall(wishes)
    const manager = await portal.as('manager')
    const path = `/v1/segnalazioni/messaggi/${id_segnalazione}`
    const { messaggi } = (await manager.raw('GET', path)).body.result
    expect(messaggi).toMatchObject([
      { testo: '', richiamata: { orari_chiamata: 'la mattina', flag_parlare_solo_con_me: 1 } },
    ])
    await manager.raw('POST', `${path}/chiamata`, { id_messaggio: messaggi[0].id_messaggio })
    const after = await browser.get(url())
    expect(after.body).toContain('Fatto: ti abbiamo chiamato.')
    expect(after.body).toContain('value="richiamata"')
  })

  test('a request to be called that is refused comes back with what was typed, beside its field', async () => {
    const { requestCall, page } = await entered('fr')
    const wrong = await requestCall({ telefono: 'chez "moi"', orari_chiamata: 'le matin' })
    expect(wrong.body).toMatch(/id="call-phone"[^>]*value="chez &quot;moi&quot;"[^>]*aria-invalid="true"/)
    expect(wrong.body).toContain('<a href="#call-phone">')
    expect(wrong.body).toContain('value="le matin"')
    const empty = await requestCall({ telefono: '' }, wrong.body)
    expect(empty.body).toContain('écrivez le numéro à appeler')
    const forged = await requestCall({ telefono: '061234567', sigillo: '1' }, page.body)
    expect(forged.body).toContain('La demande n’a pas été envoyée')
    expect(forged.body).toContain('value="061234567"')
  })

  test('an answer that is refused comes back with its text and the reason', async () => {
    const { answer, id_segnalazione, page } = await entered()
    const empty = await answer('')
    expect(empty.body).toContain('id="answer"')
    expect(empty.body).toMatch(/id="answer"[^>]*aria-invalid="true"/)
    const long = await answer('x'.repeat(10_001))
    expect(long.body).toContain('x'.repeat(10_001))
    const forged = await answer('Con un altro sigillo', page.body, { sigillo: '1' })
    expect(forged.body).toContain('La risposta non è partita')
    expect(forged.body).toContain('Con un altro sigillo</textarea>')
    await query("update cases set status = 'closed' where id = $1", [id_segnalazione])
    const closed = await answer('Troppo tardi')
    expect(closed.body).toContain('La risposta non è partita')
    expect(closed.body).toContain('Qui puoi ancora leggere')
    expect(await messagesOf(id_segnalazione)).toEqual([])
  })

  test('after half an hour says so and keeps the unsent answer for the same code alone', async () => {
    const { answer, browser, codice, pin, id_segnalazione } = await entered()
    const other = await sendReport()
    portal.clock.advance(1801)
    const ended = await answer('Stavo scrivendo')
    expect(ended.body).toContain('La pagina si è chiusa per proteggerti')
    expect(ended.body).not.toContain('Stavo scrivendo')
    expect((await enter(browser, other.codice, other.pin)).body).not.toContain('Stavo scrivendo')
    browser.jar.delete('unar-pratica')
    const again = await enter(browser, codice, pin)
    expect(again.body).toContain('Stavo scrivendo</textarea>')
    expect(again.body).toContain('non è ancora stata inviata')
    await answer('Stavo scrivendo', again.body)
    expect(await messagesOf(id_segnalazione)).toEqual(['Stavo scrivendo'])
    expect((await browser.get(url())).body).not.toContain('Stavo scrivendo</textarea>')
  })

  test('an answer written to one report is not sent to another that was opened since', async () => {
    const { answer, browser } = await entered()
    const other = await sendReport()
    const opened = plainBrowser(portal)
    await enter(opened, other.codice, other.pin)
    for (const [name, value] of opened.jar) if (name.endsWith('-pratica')) browser.jar.set(name, value)
    await answer('Per la prima')
    expect(await messagesOf(other.id_segnalazione)).toEqual([])
  })

  test('an answer survives a database that is away', async () => {
    const { browser, page } = await entered()
    const away = vi.spyOn(portal.services.db, 'selectFrom').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    })
    const writing = vi.spyOn(portal.services.db, 'with').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    })
    const reply = await browser.post(url(), { ...hiddenIn(page.body, 'value="rispondi"'), testo: 'Da non perdere' })
    away.mockRestore()
    writing.mockRestore()
    expect(reply.statusCode).toBe(503)
    expect(reply.body).toContain('Da non perdere</textarea>')
  })

  test('leads to its files and its receipt while it is open', async () => {
    const { browser } = await entered()
    const receipt = await browser.peek(url().replace('codice', 'codice/ricevuta'))
    expect(receipt.headers.location).toBe('/unar/api/v1/noauth/pratica/ricevuta?lang=it')
    const file = await browser.get(url().replace('codice', 'codice/file/00000000-0000-4000-8000-000000000000'))
    expect(file.statusCode).toBe(404)
    portal.clock.advance(1801)
    for (const place of ['codice/ricevuta', 'codice/file/00000000-0000-4000-8000-000000000000'])
      expect((await browser.get(url().replace('codice', place))).body).toContain('name="pin"')
  })

  test.each(languages)('leads in %s to a file of the office', async (lang) => {
    const { browser, id_segnalazione: id } = await entered(lang)
    const fileId = await uploadCaseFile(portal)
    const allegati = [{ cmis_id: fileId, nomeFile: 'atto.txt' }]
    const manager = await portal.as('manager')
    await manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: 'In allegato', allegati })
    const page = await browser.get(url(lang))
    const link = /href="([^"]*codice\/file\/[^"]*)"/.exec(page.body)?.[1] ?? ''
    expect(link).toContain(fileId)
    expect((await browser.peek(link)).headers.location).toBe(
      `/unar/api/v1/segnalazioni/allegato/${fileId}?lang=${lang}`,
    )
  })

  test('is left without a trace: back, reload and its addresses show nothing of it', async () => {
    const { browser, leave, answer, codice, page, id_segnalazione } = await entered()
    await answer('', page.body)
    const left = await leave()
    expect(left.body).toContain('Hai lasciato la pagina. La segnalazione resta aperta')
    expect([...browser.jar.keys()]).toEqual(['unar-visita'])
    expect(await query('select 1 from follow_up_sessions where case_id = $1', [id_segnalazione])).toEqual([])
    for (const address of [...browser.visited]) {
      const shown = await browser.get(address)
      expect(shown.body).not.toContain(codice)
      expect(shown.body).toContain('name="pin"')
    }
  })
})

describe('code and PIN without scripts', () => {
  test('are refused alike for a wrong PIN and an unknown code, and are not shown again', async () => {
    const { codice } = await sendReport()
    const browser = plainBrowser(portal)
    for (const code of [codice, 'UNAR-2026-999999', 'x\u0000']) {
      const page = await enter(browser, code, '00000-00000')
      expect(page.body).toContain('Il codice o il PIN non sono corretti')
      expect(page.body).not.toContain('00000-00000')
      expect(page.body).not.toContain(codice)
    }
    const empty = await enter(browser, '', '')
    expect(empty.body).toContain('scrivi il codice')
    expect(empty.body).toContain('scrivi il PIN')
  })

  test('are locked after five tries, even the right PIN, as with scripts', async () => {
    const { codice, pin } = await sendReport()
    const browser = plainBrowser(portal)
    for (let count = 0; count < 5; count++) await enter(browser, codice, '00000-00000')
    const locked = await enter(browser, codice, pin)
    expect(locked.body).toContain('Per sicurezza dopo alcuni tentativi il codice si blocca')
    const viaApi = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
    expect(viaApi.status).toBe(429)
  })

  test.each([
    ['a seal of nobody', { sigillo: '1' }, {}],
    ['another origin', {}, { origin: 'https://evil.example' }],
    ['another site', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('with %s open nothing', async (_what, changes, headers) => {
    const { codice, pin } = await sendReport()
    const browser = plainBrowser(portal)
    const page = await browser.get(url())
    const fields = { ...hiddenIn(page.body, 'value="apri"'), codice, pin, ...changes }
    await browser.send(url(), fields as Fields, headers as Fields)
    expect((await browser.get(url())).body).toContain('name="pin"')
  })

  test('from another browser’s form open nothing', async () => {
    const { codice, pin } = await sendReport()
    const other = await plainBrowser(portal).get(url())
    const browser = plainBrowser(portal)
    await browser.get(url())
    const page = await browser.send(url(), { ...hiddenIn(other.body, 'value="apri"'), codice, pin })
    expect(page.body).toContain('La pagina era scaduta')
  })
})
