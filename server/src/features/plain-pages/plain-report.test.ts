import { createHash } from 'node:crypto'
import { languages, paths } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { captchaAnswer } from '../../../test/make.ts'
import { hiddenIn, plainBrowser } from '../../../test/plain-browser.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const url = (lang = 'it') => `/unar/cosa-facciamo/contact-center/modulo?lang=${lang}`
const filled = {
  id_segnalante: '1',
  resoconto_fatti: 'Mi hanno detto <b>"qui no"</b> & basta.\r\nPoi ho chiesto perché.',
  'data_evento.giorno': '3',
  'data_evento.mese': '11',
  'data_evento.anno': '2026',
  'personaFisica.nome': 'Amal',
  'personaFisica.anagrafica.email': 'amal@example.it',
  'personaFisica.anagrafica.recapito_pri': '06 123.45-67',
  flag_informativa_dati_personali: '1',
  flag_normativa_privacy: '1',
  captcha: captchaAnswer,
  website: '',
}
type Fields = Record<string, string>
type Headers = Record<string, string>

/** Opens the form in a browser without scripts. */
async function openForm(lang = 'it', on = portal) {
  const browser = plainBrowser(on)
  const page = await browser.get(url(lang))
  const hidden = hiddenIn(page.body)
  // Fetching the image starts the challenge.
  const image = /<img src="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&')
  if (image) await browser.get(image)
  return {
    reply: page,
    hidden,
    browser,
    /** Sends the form; returns the page that the answer leads to. */
    post: (fields: Fields, headers: Headers = {}) => browser.send(url(lang), { ...hidden, ...fields }, headers),
  }
}
const receiptIn = (html: string) =>
  [...html.matchAll(/<dd class="value"><bdi dir="ltr" translate="no">([^<]+)</g)].map(([, value]) => value)
const linksIn = (html: string) =>
  [...html.matchAll(/<li><a href="#([^"]+)">([^<]+)</g)].map(([, id, text]) => ({ id, text }))
const lastCase = async () => (await portal.database.pool.query('select max(id) as id from cases')).rows[0].id as number
const countCases = async () => Number((await portal.database.pool.query('select count(*) from cases')).rows[0].count)

describe('the plain form', () => {
  test.each(languages)(
    'is in %s, needs no script and no external style, and loads nothing but the captcha',
    async (lang) => {
      const { reply } = await openForm(lang)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toContain(`href="/unar${paths.examples}?lang=${lang}"`)
      expect(reply.body).toContain(`<html lang="${lang}" dir="${/ar|ur/.test(lang) ? 'rtl' : 'ltr'}">`)
      expect(reply.body).not.toMatch(/<script|plainReport\.|withoutScript\.|fields\.|\{\{/)
      expect(reply.headers['content-security-policy']).toMatch(
        /^default-src 'none';style-src 'sha256-[^']+';img-src 'self';form-action 'self' https:/,
      )
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
      // Each field has a label, and Enter submits the form.
      const ids = [...reply.body.matchAll(/<(?:input|textarea)[^>]* id="([^"]+)"/g)].map(([, id]) => id)
      for (const id of ids) expect(reply.body).toContain(`for="${id}"`)
      // No translation changes the captcha.
      expect(reply.body).toMatch(/<input[^>]* id="captcha"[^>]* translate="no"/)
      expect(/<button[^>]*>/.exec(reply.body)?.[0]).toBe('<button type="submit">')
      for (const other of languages) if (other !== lang) expect(reply.body).toContain(`href="${url(other)}"`)
    },
  )

  test.each(['it', 'ar'])('in %s makes the same report as the API, and shows code and PIN', async (lang) => {
    const form = await openForm(lang)
    portal.clock.advance(60)
    const reply = await form.post({ ...filled, resoconto_fatti: `${filled.resoconto_fatti} ${lang}` })
    expect(reply.statusCode, reply.body).toBe(200)
    const [code, pin] = receiptIn(reply.body)
    expect(code).toMatch(/^UNAR-2026-\d{6}$/)
    expect(pin).toMatch(/^\w{5}-\w{5}$/)
    const caseId = await lastCase()
    expect(await portal.storedReport(caseId)).toMatchObject({
      profile: 1,
      firstName: 'Amal',
      email: 'amal@example.it',
      phone: '061234567',
      eventDate: '2026-11-03',
      message: `Mi hanno detto <b>"qui no"</b> & basta.\nPoi ho chiesto perché. ${lang}`,
      informationRead: true,
      privacyConsent: true,
      pageLanguage: lang,
    })
    const { rows } = await portal.database.pool.query(`select language_id, suspect_reasons from cases where id = $1`, [
      caseId,
    ])
    expect(rows).toEqual([{ language_id: lang === 'it' ? 1 : expect.any(Number), suspect_reasons: [] }])
    const entries = await portal.database.pool.query(
      `select action, outcome from audit_entries where record_ids @> array[$1]::bigint[] and record_kind = 'case'`,
      [caseId],
    )
    expect(entries.rows).toContainEqual({ action: 'report_submitted', outcome: 'done' })
  })

  test('sent twice shows the same receipt and makes one report', async () => {
    const form = await openForm()
    const first = await form.post(filled)
    const before = await countCases()
    const again = await form.post(filled)
    expect(again.statusCode).toBe(200)
    expect(receiptIn(again.body)).toEqual(receiptIn(first.body))
    expect(receiptIn(again.body)).toHaveLength(2)
    expect(await countCases()).toBe(before)
    const changed = await form.post({ ...filled, resoconto_fatti: 'Altro' })
    expect(changed.body).toContain('La segnalazione non è stata inviata')
    expect(changed.body).toContain('Altro')
    expect(await countCases()).toBe(before)
  })

  test('sent twice concurrently makes one report', async () => {
    const form = await openForm()
    const before = await countCases()
    const replies = await Promise.all([form.post(filled), form.post(filled)])
    const receipts = replies.map(({ body }) => receiptIn(body).join()).filter((text) => text !== '')
    expect(new Set(receipts).size).toBe(1)
    expect(await countCases()).toBe(before + 1)
  })

  test('of an anonymous reporter stores no name and no telephone, and needs no contact', async () => {
    const { 'personaFisica.anagrafica.email': _email, ...rest } = filled
    const reply = await (await openForm()).post({ ...rest, flag_anonimo: '1' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await portal.storedReport(await lastCase())).toMatchObject({ anonymous: true, firstName: null, phone: null })
  })
})

test.each([
  ['it', 'it-simple', 'Facile da leggere', 'Chi sei in questa storia?', 'Testo normale'],
  ['en', 'en-simple', 'Easy to read', 'Who are you in this story?', 'Usual text'],
])('the plain form in %s leads to its easy form and back', async (lang, easyTag, on, question, off) => {
  const linkTo = (body: string, tag: string) =>
    new RegExp(`<a href="/unar[^"]*lang=${tag}"><strong>([^<]+)`).exec(body)?.[1]
  const usual = (await openForm(lang)).reply.body
  expect(linkTo(usual, easyTag)).toBe(on)
  expect(usual).not.toContain(question)
  const easy = (await openForm(easyTag)).reply.body
  expect(linkTo(easy, lang)).toBe(off)
  expect(easy).toContain(question)
  expect(easy).toContain(`<html lang="${lang}" dir="ltr">`)
  // The form and the pages that it leads to stay easy.
  expect(easy).toContain(`lang=${easyTag}#esito"`)
  expect(easy).not.toMatch(/plainReport\.|withoutScript\.|fields\.|\{\{/)
})

test('other languages have one form', async () => {
  expect((await openForm('ar')).reply.body).not.toContain('<strong>نص')
})

describe('the wishes about calls', () => {
  test('are optional, and stored with the telephone', async () => {
    const wishes = { orari_chiamata: 'di mattina', flag_parlare_solo_con_me: '1' }
    const reply = await (await openForm()).post({ ...filled, ...wishes, resoconto_fatti: 'Chiamatemi di mattina.' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await portal.storedReport(await lastCase())).toMatchObject({
      phone: '061234567',
      callHours: 'di mattina',
      onlyToReporter: true,
      doNotCall: false,
    })
  })
})

describe('an accommodation', () => {
  test('is folded until one is filled in, and each asks for one', async () => {
    const form = await openForm()
    expect(form.reply.body).toContain('<details><summary>')
    const needs = { 'accomodamento.interprete': 'wolof', 'accomodamento.flag_lingua_segni': '1' }
    const faulty = await form.post({ ...filled, ...needs, resoconto_fatti: '' })
    expect(faulty.body).toContain('<details open><summary>')
    const reply = await (await openForm()).post({
      ...filled,
      ...needs,
      resoconto_fatti: 'Ho bisogno di un interprete.',
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await portal.storedReport(await lastCase())).toMatchObject({
      needsAccommodation: true,
      interpreter: 'wolof',
      signLanguage: true,
      accessiblePlace: false,
    })
  })
})

describe('an invalid form', () => {
  test('shows all errors with links to the fields, and keeps the values', async () => {
    const form = await openForm()
    const reply = await form.post({
      resoconto_fatti: '</textarea><script>x</script>',
      'data_evento.giorno': '31',
      'data_evento.mese': '2',
      'data_evento.anno': '2026',
      'personaFisica.nome': 'A"b',
    })
    const links = linksIn(reply.body)
    expect(links.map(({ id }) => id).toSorted()).toEqual(
      ['captcha', 'email', 'eventDate', 'informationRead', 'privacyConsent', 'profile'].toSorted(),
    )
    for (const { id } of links) expect(reply.body).toMatch(new RegExp(` id="${id}"[^>]* aria-invalid="true"`))
    expect(reply.body).toContain('Campo obbligatorio: scegli chi sei in questa vicenda')
    expect(reply.body).toContain('&lt;/textarea&gt;&lt;script&gt;')
    expect(reply.body).toContain('value="A&quot;b"')
    expect(reply.body).toContain('value="31"')
    expect(reply.body).toContain('<title>Da correggere: Contact center</title>')
  })

  test.each([
    ['a date in the future', { 'data_evento.anno': '2999' }, 'eventDate', /nel futuro/],
    ['a mail address', { 'personaFisica.anagrafica.email': 'mario@' }, 'email', /Email non valida/],
    ['a telephone', { 'personaFisica.anagrafica.recapito_pri': 'casa' }, 'phone', /solo cifre/],
    ['a story too long', { resoconto_fatti: 'x'.repeat(10_001) }, 'message', /10000/],
    ['the profile of associations', { id_segnalante: '4' }, 'profile', /Campo obbligatorio/],
    ['a profile that there is not', { id_segnalante: 'x' }, 'profile', /Campo obbligatorio/],
  ])('%s', async (_what, changes, at, text) => {
    const reply = await (await openForm()).post({ ...filled, ...changes } as Fields)
    expect(linksIn(reply.body)).toEqual([{ id: at, text: expect.stringMatching(text) }])
  })

  test('needs no second captcha', async () => {
    const form = await openForm()
    const wrong = await form.post({ ...filled, id_segnalante: '' })
    expect(wrong.body).toContain('Verifica superata')
    expect(wrong.body).not.toContain('<img')
    const { captcha: _captcha, ...rest } = filled
    expect(receiptIn((await form.post({ ...hiddenIn(wrong.body), ...rest })).body)).toHaveLength(2)
  })

  test('with a missing or wrong captcha is not sent', async () => {
    const before = await countCases()
    for (const captcha of ['', '000000']) {
      const reply = await (await openForm()).post({ ...filled, captcha })
      expect(linksIn(reply.body).map(({ id }) => id)).toEqual(['captcha'])
      expect(reply.body).toContain('value="Amal"')
    }
    expect(await countCases()).toBe(before)
  })

  test('keeps its values and shows no error when a new image is requested', async () => {
    const reply = await (await openForm()).post({ 'personaFisica.nome': 'Amal', nuova_immagine: '1' })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('value="Amal"')
    expect(reply.body).not.toContain('class="summary"')
  })

  test('beyond the limit of a network is refused for a minute, and keeps its values', async () => {
    const strict = await startTestApp({ env: { REPORTS_PER_MINUTE: '1' }, beside: portal })
    try {
      const send = async () => (await openForm('it', strict)).post(filled)
      // Moves to a minute without other reports.
      strict.clock.advance(3600)
      expect(receiptIn((await send()).body)).toHaveLength(2)
      const refused = await send()
      expect(refused.body).toContain('riprova tra 60 secondi')
      expect(refused.body).toContain('value="Amal"')
    } finally {
      await strict.close()
    }
  })
})

describe('a form from another origin', () => {
  let before: number
  beforeEach(async () => {
    before = await countCases()
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a site beside ours', { 'sec-fetch-site': 'same-site' }],
  ])('from %s is refused, even with a valid seal', async (_what, headers) => {
    const reply = await (await openForm()).post(filled, headers as Headers)
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['content-type']).toContain('text/html')
    expect(await countCases()).toBe(before)
  })

  test('is accepted if the browser says that it comes from our page', async () => {
    const reply = await (await openForm()).post(filled, { 'sec-fetch-site': 'same-origin' })
    expect(receiptIn(reply.body)).toHaveLength(2)
  })

  test.each([
    ['a seal of nobody', { sigillo: '1' }],
    ['no seal', { sigillo: '' }],
    ['another key', { chiave: '00000000000000000000000000000000' }],
    ['another time', { aperto: '0' }],
  ])('with %s is not sent, and comes back with its values', async (_what, changes) => {
    const reply = await (await openForm()).post({ ...filled, ...changes } as Fields)
    expect(reply.body).toContain('La pagina era scaduta')
    expect(reply.body).toContain('value="Amal"')
    expect(await countCases()).toBe(before)
  })

  test('with another browser’s seal, or without its cookie, is refused; the returned form can be sent', async () => {
    const [mine, other] = [await openForm(), await openForm()]
    expect((await mine.post({ ...filled, ...other.hidden })).body).toContain('La pagina era scaduta')
    mine.browser.jar.clear()
    const bare = await mine.post(filled)
    expect(bare.body).toContain('La pagina era scaduta')
    expect(await countCases()).toBe(before)
    await mine.browser.get('/unar/api/v1/captcha?type=image&lang=it')
    expect(receiptIn((await mine.post({ ...filled, ...hiddenIn(bare.body) })).body)).toHaveLength(2)
  })

  test('is accepted only URL-encoded, and only up to the maximum size', async () => {
    const send = (type: string, payload: string) =>
      portal.inject({ method: 'POST', url: url(), headers: { 'content-type': type }, payload })
    expect((await send('application/json', '{}')).statusCode).toBe(415)
    expect((await send('text/plain', 'a=b')).statusCode).toBe(415)
    expect((await send('application/x-www-form-urlencoded', 'a'.repeat(200_000))).statusCode).toBe(413)
    expect(await countCases()).toBe(before)
  })
})

describe('what stays of a form', () => {
  const rows = async () => (await portal.database.pool.query('select * from visit_memories')).rows

  test('no posted form answers with a page: a reload or back repeats none, and no address has what was written', async () => {
    const form = await openForm()
    for (const fields of [{ 'personaFisica.nome': 'Amal' }, { nuova_immagine: '1' }, filled]) {
      const reply = await form.browser.post(url(), { ...form.hidden, ...fields })
      expect(reply.statusCode).toBe(303)
      expect(reply.body).toBe('')
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.headers.location).toMatch(/^\/unar\/cosa-facciamo\/contact-center\/modulo(\/fine)?\?lang=it#esito$/)
    }
  })

  test('every control has autocomplete off, and code and PIN are not translated', async () => {
    const form = await openForm()
    const controls = [...form.reply.body.matchAll(/<(?:input|textarea)(?! type="hidden")[^>]*>/g)].map(([tag]) => tag)
    expect(controls.length).toBeGreaterThan(15)
    for (const control of controls) expect(control).toContain('autocomplete="off"')
    expect(form.reply.body).toContain('<title>Contact center</title>')
    const receipt = await form.post(filled)
    expect(receipt.body).toContain('<title>Contact center</title>')
    expect(receipt.headers).toMatchObject({ 'cache-control': 'no-store', refresh: '1800' })
  })

  test('unsent text and receipt are shown for half an hour, to their browser alone', async () => {
    const form = await openForm()
    await form.post({ 'personaFisica.nome': 'Amal' })
    expect((await form.browser.get(url('ar'))).body).toContain('value="Amal"')
    expect((await openForm()).reply.body).not.toContain('Amal')
    portal.clock.advance(1801)
    expect((await form.browser.get(url())).body).not.toContain('Amal')
    const page = await form.browser.get(url())
    await form.browser.get('/unar/api/v1/captcha?type=image&lang=it')
    const receipt = receiptIn((await form.browser.send(url(), { ...filled, ...hiddenIn(page.body) })).body)
    expect(receipt).toHaveLength(2)
    const done = url().replace('modulo', 'modulo/fine')
    expect(receiptIn((await form.browser.get(done)).body)).toEqual(receipt)
    portal.clock.advance(1801)
    expect((await form.browser.get(done)).body).toContain('Nessuna segnalazione da mostrare')
  })

  test('code and PIN are hidden on request, and before another report', async () => {
    for (const fields of [{}, { altra: '1' }]) {
      const form = await openForm()
      await form.post(filled)
      const done = url().replace('modulo', 'modulo/fine')
      await form.browser.send(done, fields as Fields)
      expect(receiptIn((await form.browser.get(done)).body)).toEqual([])
    }
  })

  test('is sealed under the cookie: the rows show nothing, and one that somebody else wrote opens nothing', async () => {
    const form = await openForm()
    await form.post({ 'personaFisica.nome': 'Zoraide' })
    const other = await openForm()
    await other.post({ 'personaFisica.nome': 'Berenice' })
    for (const row of await rows())
      expect(JSON.stringify(row) + row.content.toString('latin1')).not.toMatch(/Zoraide|Berenice/)
    // The content of one visit in the row of another.
    const hashOf = ({ browser }: typeof form) =>
      createHash('sha256')
        .update(browser.jar.get('unar-visita') ?? '')
        .digest('base64url')
    const { rowCount } = await portal.database.pool.query(
      `update visit_memories set content = (select content from visit_memories where visit_hash = $1) where visit_hash = $2`,
      [hashOf(form), hashOf(other)],
    )
    expect(rowCount).toBe(1)
    const shown = await other.browser.get(url())
    expect(shown.statusCode).toBe(200)
    expect(shown.body).not.toMatch(/Zoraide|Berenice/)
  })

  test('expired values are deleted with the next one that is stored', async () => {
    await (await openForm()).post({ 'personaFisica.nome': 'Amal' })
    portal.clock.advance(1801)
    await (await openForm()).post({ 'personaFisica.nome': 'Amal' })
    const left = await rows()
    expect(left.every(({ expires_at: end }) => end > portal.clock.now())).toBe(true)
    expect(left.length).toBeGreaterThan(0)
  })
})
