import { storedReportKeys } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { associationReportOnWire, reportOnWire } from '../../../test/make.ts'
import { officeDefaults } from '../../wiring/office-defaults.ts'

let portal: TestApp
const logLines: string[] = []
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true, logLines })
})
afterAll(() => portal.close())

const path = '/v1/noauth/segnalazione'
const send = (body: unknown, headers?: Record<string, string>) => portal.visitor.raw('POST', path, body, headers)
const storedReports = async () => (await portal.database.pool.query('select count(*) from reports')).rows[0].count
const errorsOf = async (body: unknown) => {
  const before = await storedReports()
  const reply = await send(body)
  expect(await storedReports()).toBe(before)
  return {
    status: reply.status,
    fields: reply.body.result.errori?.map(({ campo }: { campo: string }) => campo) ?? [],
    reply,
  }
}

describe('a report', () => {
  test('gets an id, a public code of the year and a PIN', async () => {
    const { status, body } = await send(reportOnWire())
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, errorCode: null })
    expect(body.result.id_segnalazione).toBeGreaterThan(0)
    expect(body.result.codice).toMatch(/^UNAR-2026-\d{6}$/)
    expect(body.result.pin).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  })

  test('stores every field unchanged, in one row', async () => {
    const { body } = await send(associationReportOnWire())
    const report = await portal.storedReport(body.result.id_segnalazione)
    expect(report).toMatchObject({
      profile: 4,
      organisationName: 'Associazione Ponti & Porte',
      organisationVat: '12345678903',
      legalRepresentative: 'De Luca',
      contactPerson: 'Aïcha Ben Alì',
      organisationPhone: '0212345678',
      organisationCity: 6205,
      firstName: 'Niccolò',
      lastName: "D'Angelo",
      birthDate: '1990-02-28',
      city: 8501,
      address: 'Via dell’Umiltà 1',
      postalCode: '00187',
      eventDate: '2026-11-03',
      privacyConsent: true,
    })
    expect(report.message).toContain('🙁')
  })

  test('may have 10,000 code points, whatever their number of UTF-16 units', async () => {
    const message = '🙂'.repeat(10_000)
    const { status, body } = await send(reportOnWire({ resoconto_fatti: message }))
    expect(status).toBe(200)
    expect((await portal.storedReport(body.result.id_segnalazione)).message).toBe(message)
    expect((await errorsOf(reportOnWire({ resoconto_fatti: `${message}x` }))).fields).toEqual(['resoconto_fatti'])
  })

  test('of an anonymous reporter stores no name, but the mail address', async () => {
    const { body } = await send(reportOnWire({ flag_anonimo: true }))
    expect(await portal.storedReport(body.result.id_segnalazione)).toMatchObject({
      anonymous: true,
      firstName: null,
      lastName: null,
      email: 'niccolo@example.it',
      phone: null,
      city: null,
      birthDate: null,
    })
  })

  test('says when and how it is safe to call, sealed like the telephone', async () => {
    const wishes = { orari_chiamata: 'dopo le 14, mai il venerdì', flag_parlare_solo_con_me: 1 }
    const { body } = await send(reportOnWire(wishes))
    const id = body.result.id_segnalazione
    expect(await portal.storedReport(id)).toMatchObject({
      doNotCall: null,
      callHours: 'dopo le 14, mai il venerdì',
      onlyToReporter: true,
    })
    const { rows } = await portal.database.pool.query(
      'select call_hours, only_to_reporter from reports where case_id = $1',
      [id],
    )
    expect(String(rows[0].call_hours)).not.toContain('14')
    expect(Buffer.isBuffer(rows[0].only_to_reporter)).toBe(true)
  })

  test('keeps no wishes about calls without a telephone, nor hours with a prohibition', async () => {
    const wishes = { flag_non_chiamare: 1, orari_chiamata: 'la sera', flag_parlare_solo_con_me: 1 }
    const noPhone = await send(reportOnWire({ ...wishes, flag_anonimo: 1 }))
    expect(await portal.storedReport(noPhone.body.result.id_segnalazione)).toMatchObject({
      doNotCall: null,
      callHours: null,
      onlyToReporter: null,
    })
    const forbidden = await send(reportOnWire(wishes))
    expect(await portal.storedReport(forbidden.body.result.id_segnalazione)).toMatchObject({
      doNotCall: true,
      callHours: null,
      onlyToReporter: null,
    })
  })

  test('asks for an accommodation: that it does is in clear, which one is sealed', async () => {
    const accomodamento = { interprete: 'wolof', flag_lingua_segni: 1, altro: 'vengo con mia sorella' }
    const { body } = await send(reportOnWire({ flag_accomodamento: 1, accomodamento }))
    const id = body.result.id_segnalazione
    expect(await portal.storedReport(id)).toMatchObject({
      needsAccommodation: true,
      interpreter: 'wolof',
      signLanguage: true,
      easyLanguage: null,
      otherAccommodation: 'vengo con mia sorella',
    })
    const { rows } = await portal.database.pool.query(
      `select is_accommodation_asked, interpreter, sign_language, other_accommodation
        from reports join cases on id = case_id where case_id = $1`,
      [id],
    )
    expect(rows[0].is_accommodation_asked).toBe(true)
    for (const column of ['interpreter', 'sign_language', 'other_accommodation'])
      expect(Buffer.isBuffer(rows[0][column]), column).toBe(true)
    expect(String(rows[0].interpreter)).not.toContain('wolof')
  })

  test('without the request stores no accommodation', async () => {
    const { body } = await send(reportOnWire({ accomodamento: { interprete: 'wolof', flag_luogo_accessibile: 1 } }))
    expect(await portal.storedReport(body.result.id_segnalazione)).toMatchObject({
      needsAccommodation: null,
      interpreter: null,
      accessiblePlace: null,
    })
  })

  test('with an unknown event date needs no date', async () => {
    const { status } = await send(reportOnWire({ data_evento: null, flag_data_evento_sconosciuta: 1 }))
    expect(status).toBe(200)
  })

  test('accepts flags as 0/1 or true/false, and treats empty and zero values as absent', async () => {
    const body = reportOnWire({
      flag_normativa_privacy: true,
      id_lingua: 0,
      listaAllegatoSegnalazione: [],
      sconosciuto: 'x',
    })
    expect((await send({ ...body, personaGiuridica: { ragione_sociale: '' } })).status).toBe(200)
  })

  test('without a language is in Italian', async () => {
    for (const id_lingua of [undefined, null, 0, '']) {
      const { body } = await send(reportOnWire({ id_lingua }))
      const { rows } = await portal.database.pool.query('select language_id from cases where id = $1', [
        body.result.id_segnalazione,
      ])
      expect(rows).toEqual([{ language_id: 1 }])
    }
  })

  test('may omit region, province and municipality', async () => {
    const { status } = await send(reportOnWire({ personaFisica: { anagrafica: { id_nazione: 105, email: 'a@b.it' } } }))
    expect(status).toBe(200)
  })

  test('of an association needs no contact besides its mandatory telephone', async () => {
    expect((await send(associationReportOnWire({ personaFisica: {} }))).status).toBe(200)
  })

  test('stores no field outside the contract', async () => {
    const { body } = await send(reportOnWire({ sconosciuto: 'mai-conservato' }))
    const report = await portal.storedReport(body.result.id_segnalazione)
    expect(JSON.stringify(report)).toContain('Niccolò')
    expect(JSON.stringify(report)).not.toContain('mai-conservato')
  })

  test('accepts and ignores the parameter v', async () => {
    expect((await portal.visitor.raw('POST', `${path}?v=1763632800000`, reportOnWire())).status).toBe(200)
  })
})

describe('numbers of a year', () => {
  test('are consecutive, and restart in the next year', async () => {
    const numbers = []
    for (let index = 0; index < 3; index++) numbers.push((await send(reportOnWire())).body.result.codice as string)
    const [first, second, third] = numbers.map((code) => Number(code.slice(-6)))
    expect([second, third]).toEqual([(first ?? 0) + 1, (first ?? 0) + 2])
    const now = portal.clock.now()
    // The new year begins in Rome an hour before UTC.
    portal.clock.set(new Date('2026-12-31T23:30:00.000Z'))
    const { body } = await send(reportOnWire())
    portal.clock.set(now)
    expect(body.result.codice).toBe('UNAR-2027-000001')
  })

  test('64 reports in parallel get 64 distinct codes', async () => {
    const replies = await Promise.all(Array.from({ length: 64 }, () => send(reportOnWire())))
    expect(replies.map(({ status }) => status)).toEqual(Array(64).fill(200))
    expect(new Set(replies.map(({ body }) => body.result.codice)).size).toBe(64)
  })
})

describe('reports that are sent at once', () => {
  const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows

  test('have each its own number, mail and history, in numbers without a gap, whatever is refused between them', async () => {
    const addressOf = (index: number) => `insieme.${index}@example.it`
    const at = (index: number) => reportOnWire({ personaFisica: { anagrafica: { email: addressOf(index) } } })
    const key = { 'idempotency-key': 'together' }
    const replies = await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => send(at(index))),
      send(at(12), key),
      send(at(12), key),
      // A browser without a solved captcha, and a file that nobody uploaded.
      send(at(90), { cookie: `${officeDefaults.slug}-visita=nothing-solved` }),
      send({ ...at(91), listaAllegatoSegnalazione: [{ cmis_id: '00000000-0000-4000-8000-000000000000' }] }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([...Array(14).fill(200), 403, 400])
    expect(replies[13]?.body).toEqual(replies[12]?.body)
    const receipts = replies.slice(0, 13).map(({ body }) => body.result as { id_segnalazione: number; codice: string })
    const numbers = receipts.map(({ codice }) => Number(codice.slice(-6))).sort((one, other) => one - other)
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual(numbers.map((_, index) => index))
    for (const [index, { id_segnalazione: id, codice }] of receipts.entries()) {
      const report = await portal.storedReport(id)
      expect([report?.email, (await query('select kind from case_events where case_id = $1', [id])).length]).toEqual([
        addressOf(index),
        1,
      ])
      const subjectOf = () => portal.letters.find(({ to }) => to === addressOf(index))?.subject
      await expect.poll(subjectOf, { timeout: 10_000 }).toContain(codice)
      const entries = await query('select request_id from audit_entries where record_ids = array[$1]::bigint[]', [id])
      expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(index === 12 ? 2 : 1)
    }
  })

  test('with the same text from one network: one counts as the first, all others as repeats', async () => {
    const body = reportOnWire({ resoconto_fatti: 'Lo stesso testo, mandato più volte insieme.' })
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(body)))
    const ids = replies.map((reply) => reply.body.result.id_segnalazione)
    const rows = await query(
      `select protocol_number, 'repeat' = any(suspect_reasons) as repeated from cases where id = any($1) order by 1`,
      [ids],
    )
    expect(rows.map(({ repeated }) => repeated)).toEqual([false, true, true, true, true, true])
  })
})

describe('the idempotency key', () => {
  const key = (name: string) => ({ 'idempotency-key': name })

  test('returns the same receipt and PIN for a repeat, whatever the order of its members', async () => {
    const before = await storedReports()
    const first = await send(reportOnWire(), key('repeat'))
    const again = await send(Object.fromEntries(Object.entries(reportOnWire()).reverse()), key('repeat'))
    expect(again.body).toEqual(first.body)
    expect(Number(await storedReports())).toBe(Number(before) + 1)
  })

  test('makes one report of sixteen concurrent repeats', async () => {
    const before = await storedReports()
    const replies = await Promise.all(Array.from({ length: 16 }, () => send(reportOnWire(), key('at-once'))))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect(Number(await storedReports())).toBe(Number(before) + 1)
  })

  test('used for another report is refused with 409', async () => {
    await send(reportOnWire(), key('other'))
    const { status, body } = await send(reportOnWire({ resoconto_fatti: 'Un altro fatto.' }), key('other'))
    expect({ status, word: body.errorCode }).toEqual({ status: 409, word: 'chiave_riutilizzata' })
  })

  test('expires after 24 hours', async () => {
    const first = await send(reportOnWire(), key('day'))
    const now = portal.clock.now()
    portal.clock.advance(24 * 60 * 60 + 1)
    await portal.services.retention.run('hourly')
    const second = await send(reportOnWire(), key('day'))
    portal.clock.set(now)
    expect(second.body.result.codice).not.toBe(first.body.result.codice)
  })

  test('of invalid form is reported as a field error', async () => {
    const { status, body } = await send(reportOnWire(), key('x'.repeat(201)))
    expect(status).toBe(400)
    expect(body.result.errori[0]).toMatchObject({ campo: 'Idempotency-Key', codice: 'chiave_non_valida' })
  })

  test('decrypts the stored answer: the table alone shows no PIN', async () => {
    const { body } = await send(reportOnWire(), key('sealed'))
    const { rows } = await portal.database.pool.query('select * from idempotent_answers')
    const everything = rows.map((row) => `${JSON.stringify(row)}${row.answer?.toString('latin1')}`).join()
    expect(everything).not.toContain(body.result.pin)
    expect(everything).not.toContain('sealed')
  })

  test('stores nothing by which a thief could confirm a guess of the report', async () => {
    await send(reportOnWire(), key('first of two'))
    await send(reportOnWire(), key('second of two'))
    const { rows } = await portal.database.pool.query(
      'select body_hash from idempotent_answers order by created_at desc, key_hash',
    )
    expect(new Set(rows.map(({ body_hash }) => body_hash)).size).toBe(rows.length)
  })

  test('with a tampered answer gets an error of damaged data, and the log raises an alarm', async () => {
    await send(reportOnWire(), key('flipped'))
    await portal.database.pool.query(
      'update idempotent_answers set answer = set_bit(answer, 9, 1 - get_bit(answer, 9)) where answer is not null',
    )
    const { status, body } = await send(reportOnWire(), key('flipped'))
    expect({ status, word: body.errorCode }).toEqual({ status: 500, word: 'dato_danneggiato' })
    expect(logLines.join('')).toMatch(/"alert":"damaged".*idempotent_answers\.answer/)
    await portal.database.pool.query('delete from idempotent_answers')
  })
})

describe('bad input', () => {
  test('names every missing field at once', async () => {
    const { status, fields, reply } = await errorsOf({})
    expect(status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, errorCode: 'dati_non_validi' })
    expect(fields.sort()).toEqual([
      'data_evento',
      'flag_informativa_dati_personali',
      'flag_normativa_privacy',
      'id_segnalante',
      'personaFisica.anagrafica.email',
      'resoconto_fatti',
    ])
    expect(reply.body.result.errori[0]).toEqual({
      campo: 'flag_informativa_dati_personali',
      codice: 'campo_obbligatorio',
      messaggio: 'Campo obbligatorio',
    })
  })

  test('of an association names the mandatory fields of associations', async () => {
    const { fields } = await errorsOf(reportOnWire({ id_segnalante: 4 }))
    expect(fields).toEqual([
      'personaGiuridica.ragione_sociale',
      'personaGiuridica.piva',
      'personaGiuridica.personaGiuridicaLegaleRappresentante.cognome',
      'personaGiuridica.soggetto_da_contattare',
      'personaGiuridica.anagrafica.recapito_pri',
    ])
  })

  const person = (anagrafica: object, changes: object = {}) => ({ personaFisica: { anagrafica, ...changes } })
  const home = { email: 'a@b.it' }
  test.each([
    [
      'an event long ago that is not confirmed',
      { data_evento: '1946-11-21T00:00:00.000Z' },
      'flag_anno_evento_confermato',
      'anno_da_confermare',
    ],
    ['a future event date', { data_evento: '2026-11-21T00:00:00.000Z' }, 'data_evento', 'data_futura'],
    [
      'a future birth date',
      person(home, { data_nascita: '2030-01-01T00:00:00.000Z' }),
      'personaFisica.data_nascita',
      'data_futura',
    ],
    ['a date that the calendar lacks', { data_evento: '2026-02-30T00:00:00.000Z' }, 'data_evento', 'data_non_valida'],
    ['a date with a time of day', { data_evento: '2026-02-03T10:00:00.000Z' }, 'data_evento', 'data_non_valida'],
    ['a date as shown on screen', { data_evento: '03/02/2026' }, 'data_evento', 'data_non_valida'],
    ['an e-mail without a domain', person({ email: 'mario@' }), 'personaFisica.anagrafica.email', 'email_non_valida'],
    [
      'a telephone with letters',
      person({ ...home, recapito_pri: '06-CHIAMA' }),
      'personaFisica.anagrafica.recapito_pri',
      'telefono_non_valido',
    ],
    [
      'a telephone of 16 characters',
      person({ ...home, recapito_sec: '1234567890123456' }),
      'personaFisica.anagrafica.recapito_sec',
      'telefono_non_valido',
    ],
    ['a profile that the public does not have', { id_segnalante: 5 }, 'id_segnalante', 'scelta_non_valida'],
    ['a profile as text', { id_segnalante: '1' }, 'id_segnalante', 'tipo_non_valido'],
    ['a flag of 2', { flag_normativa_privacy: 2 }, 'flag_normativa_privacy', 'tipo_non_valido'],
    ['a consent refused', { flag_normativa_privacy: 0 }, 'flag_normativa_privacy', 'campo_obbligatorio'],
    ['a language that no list has', { id_lingua: 4711 }, 'id_lingua', 'scelta_non_valida'],
    [
      'a nation that no list has',
      person({ ...home, id_nazione: 99999 }),
      'personaFisica.anagrafica.id_nazione',
      'scelta_non_valida',
    ],
    [
      'a region outside Italy',
      person({ ...home, id_nazione: 1, id_regione: 12 }),
      'personaFisica.anagrafica.id_regione',
      'solo_per_italia',
    ],
    [
      'a municipality of another province',
      person({ ...home, id_regione: 12, id_provincia: 58, id_citta: 6205 }),
      'personaFisica.anagrafica.id_citta',
      'scelta_estranea',
    ],
    ['a number for a text', person(home, { nome: 7 }), 'personaFisica.nome', 'tipo_non_valido'],
    ['a text for a branch', { personaFisica: 'Mario' }, 'personaFisica', 'tipo_non_valido'],
    ['a name of 101 characters', person(home, { nome: 'x'.repeat(101) }), 'personaFisica.nome', 'testo_troppo_lungo'],
    [
      'no way of being contacted',
      person({ id_nazione: 105 }),
      'personaFisica.anagrafica.email',
      'contatto_obbligatorio',
    ],
  ])('%s is refused at its field', async (_case, changes, campo, codice) => {
    const { status, reply } = await errorsOf(reportOnWire(changes))
    expect(status).toBe(400)
    expect(reply.body.result.errori).toContainEqual(
      expect.objectContaining({ campo, codice, messaggio: expect.any(String) }),
    )
  })

  test('a VAT number of 10 digits is refused with the sentence on 11 digits', async () => {
    const body = associationReportOnWire()
    const { reply } = await errorsOf({
      ...body,
      personaGiuridica: { ...(body.personaGiuridica as object), piva: '1234567890' },
    })
    expect(reply.body.result.errori).toEqual([
      { campo: 'personaGiuridica.piva', codice: 'piva_non_valida', messaggio: 'La partita IVA deve avere 11 cifre' },
    ])
  })
})

describe('the receipt mail', () => {
  const lettersTo = (address: string) => portal.letters.filter(({ to }) => to === address)

  test('is sent to the reporter’s address, with the code and without the PIN', async () => {
    const to = 'ricevuta@example.it'
    const { body } = await send(reportOnWire({ personaFisica: { anagrafica: { email: to } } }))
    await expect.poll(() => lettersTo(to).length, { timeout: 10_000 }).toBe(1)
    const [letter] = lettersTo(to)
    expect(letter?.subject).toContain(body.result.codice)
    expect(letter?.text).toContain('800 90 10 10')
    expect(letter?.text).not.toContain(body.result.pin)
  })

  test('names the office in the language of the page', async () => {
    const to = 'recu@example.fr'
    await portal.visitor.raw(
      'POST',
      '/v1/noauth/segnalazione?lang=fr',
      reportOnWire({ personaFisica: { anagrafica: { email: to } } }),
    )
    await expect.poll(() => lettersTo(to).length, { timeout: 10_000 }).toBe(1)
    expect(lettersTo(to)[0]?.text).toContain(officeDefaults.translations.fr?.name)
  })

  const count = async () => Number((await portal.database.pool.query('select count(*) from mails')).rows[0].count)

  test('is sent to one address ten times in an hour, in whatever letters it is written, and again after it', async () => {
    const before = await count()
    const sendTo = (email: string) => send(reportOnWire({ personaFisica: { anagrafica: { email } } }))
    for (let number = 0; number < 6; number++) {
      await sendTo('molte@example.it')
      await sendTo('Molte@Example.it')
    }
    expect(await count()).toBe(before + 10)
    await sendTo('altra@example.it')
    expect(await count()).toBe(before + 11)
    portal.clock.advance(61 * 60)
    await sendTo('molte@example.it')
    expect(await count()).toBe(before + 12)
  })

  test('is not sent for a report without an address', async () => {
    const before = await count()
    await send(reportOnWire({ personaFisica: { anagrafica: { recapito_pri: '0612345678' } } }))
    expect(await count()).toBe(before)
  })
})

test('every field of the form has a column', async () => {
  const { rows } = await portal.database.pool.query(
    "select column_name from information_schema.columns where table_name = 'reports'",
  )
  const columns = rows.map(({ column_name }) => column_name)
  const expected = storedReportKeys.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  expect(columns).toEqual(expect.arrayContaining(expected))
})
