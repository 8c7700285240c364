import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { fillRegister } from '../../../../test/fill-register.ts'
import { act, applicationOnWire, decree, makeAssociation } from '../../../../test/make-association.ts'
import { sealedAssociations } from '../record/sealed-associations.ts'

let portal: TestApp
const ids: Record<string, number> = {}
beforeAll(async () => {
  portal = await startTestApp()
  // The demonstration's own association is left out.
  await portal.database.pool.query('update associations set enrolment_number = null where is_demo')
  const { anagrafica } = applicationOnWire([])
  const make = async (name: string, options: Parameters<typeof makeAssociation>[1] = {}) => {
    const wire = { ragione_sociale: name, ...options.wire }
    ids[name] = (await makeAssociation(portal, { status: 'enrolled', ...options, wire })).id
  }
  await make('Voci; "Libere"', { columns: { enrolledOn: '2026-01-03' } })
  await make('=Formula', {
    columns: { enrolledOn: '2026-01-02' },
    wire: { anagrafica: { ...anagrafica, id_regione: 5 } },
  })
  await make('Àncora', {
    status: 'renewalAsked',
    columns: { enrolledOn: '2026-01-01' },
    wire: { listaPersonaGiuridicaSottoGround: [{ id_ground: 2, priorita: 0 }] },
  })
  await make('Chiede Documenti', { status: 'documentsAsked', columns: enrolment(901, 'renewalAsked') })
  await make('Scaduta', { status: 'expired' })
  await make('Tardi', { status: 'renewalAsked', columns: { ...enrolment(903), closedOn: '2026-11-01' } })
  await make('Cancellata', { status: 'removed' })
  await make('Rinnovo Respinto', { status: 'rejected', columns: enrolment(902) })
  await make('Nuova Domanda', { status: 'submitted' })
  await make('Domanda Respinta', { status: 'rejected' })
  await make('Da Firmare', { status: 'approvedToSign' })
})
afterAll(() => portal.close())

/** The columns of a record that was enrolled before. */
const enrolment = (enrolmentNumber: number, origin: 'renewalAsked' | null = null) =>
  ({ enrolmentNumber, origin, enrolledOn: '2026-01-10', expiresOn: '2027-01-10' }) as const

const path = '/v1/noauth/registro'
async function read(filtri: object = {}, ordinamenti?: object[]) {
  const query = new URLSearchParams({
    filtri: JSON.stringify(filtri),
    a: '50',
    ...(ordinamenti && { ordinamenti: JSON.stringify(ordinamenti) }),
  })
  const { status, body } = await portal.visitor.raw('GET', `${path}?${query}`)
  expect([status, body.result.errori]).toEqual([200, undefined])
  return body.result.listaView as Record<string, unknown>[]
}
const names = async (...query: Parameters<typeof read>) =>
  (await read(...query)).map(({ denominazione }) => denominazione)
const download = async (formato: string) => {
  const { body, headers } = await portal.visitor.raw('GET', `${path}/scarica?formato=${formato}`)
  return { text: Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body), headers }
}
const enrolled = ['=Formula', 'Àncora', 'Chiede Documenti', 'Voci; "Libere"']

describe('the public register', () => {
  test('lists what is enrolled by name, also while its renewal is under way', async () => {
    expect(await names()).toEqual(enrolled)
    expect(await names({}, [{ campo: 'data_iscrizione', verso: 'asc' }])).toEqual([
      ...['Àncora', '=Formula', 'Voci; "Libere"', 'Chiede Documenti'],
    ])
  })

  test.each([
    [{ denominazione: 'libere' }, ['Voci; "Libere"']],
    [{ denominazione: 'ANCORA' }, ['Àncora']],
    [{ denominazione: 'nuova' }, []],
    [{ regione: [5] }, ['=Formula']],
    [{ regione: [5, 12] }, enrolled],
    [{ ground: [2] }, ['Àncora']],
    [{ stato: [6] }, ['Rinnovo Respinto', 'Scaduta', 'Tardi']],
    [{ stato: [7] }, ['Cancellata']],
    [{ stato: [5, 7] }, [...enrolled.slice(0, 2), 'Cancellata', ...enrolled.slice(2)]],
    [{ stato: [1] }, []],
    [{ stato: [8] }, []],
  ] as const)('filtered by %j has %j', async (filters, expected) => expect(await names(filters)).toEqual(expected))

  test('shows what everybody may know, and nothing else', async () => {
    const [entry] = await read({ denominazione: 'libere' })
    expect(entry).toEqual({
      id: ids['Voci; "Libere"'],
      denominazione: 'Voci; "Libere"',
      id_stato: 5,
      sito_web: 'https://voci.example',
      telefono: '061234567',
      numero_iscrizione: expect.stringMatching(/^UNAR-ASS-\d{5}$/),
      id_regione: 12,
      regione: expect.any(String),
      data_iscrizione: '2026-01-03T00:00:00.000Z',
      data_scadenza: '2027-01-10T00:00:00.000Z',
      id_ground: [1],
      ground: [expect.any(String)],
    })
  })

  test('opens for the list only what the list shows', async () => {
    const damage = 'update associations set decree_number = $2 where id = $1 returning decree_number'
    const stored = 'select decree_number as number from associations where id = $1'
    const { rows } = await portal.database.pool.query(stored, [ids.Àncora])
    await portal.database.pool.query(damage, [ids.Àncora, Buffer.from('damaged')])
    const [entry] = await read({ denominazione: 'ancora' })
    await portal.database.pool.query(damage, [ids.Àncora, rows[0].number])
    expect(entry?.telefono).toEqual(expect.any(String))
  })

  test('answers 400 for words that are too short and for a range of statuses that is none', async () => {
    const ask = (filtri: object) =>
      portal.visitor.raw('GET', `${path}?filtri=${encodeURIComponent(JSON.stringify(filtri))}`)
    expect((await ask({ denominazione: 'a' })).status).toBe(400)
    expect((await ask({ stato: [2] })).status).toBe(400)
  })

  test('has each entry at an address of its own, which stays after its end', async () => {
    const get = async (name: string) => portal.visitor.raw('GET', `${path}/${ids[name]}`)
    expect((await get('Scaduta')).body.result.ente).toMatchObject({ denominazione: 'Scaduta', id_stato: 6 })
    expect((await get('Rinnovo Respinto')).body.result.ente).toMatchObject({ id_stato: 6 })
    expect((await get('Àncora')).body.result.ente).toMatchObject({ id_stato: 5 })
    for (const name of ['Nuova Domanda', 'Domanda Respinta', 'Da Firmare']) expect((await get(name)).status).toBe(404)
    const { number } = await makeAssociation(portal, { status: 'approvedToSign', wire: { ragione_sociale: 'Vita' } })
    const manager = await portal.as('manager')
    const signed = await act(portal, manager, number, 'firma', decree)
    await act(portal, manager, number, 'cancella', { motivo: 'Segreto.' })
    const { result } = (await portal.visitor.raw('GET', `${path}/${signed.body.result.id_persona_giuridica}`)).body
    expect(result).toMatchObject({ ente: { denominazione: 'Vita', id_stato: 7 } })
    expect(result.storia.map(({ tipo }: { tipo: string }) => tipo)).toEqual(['iscrizione', 'cancellazione'])
    expect(JSON.stringify(result)).not.toMatch(/Segreto|Bruni|061234567|DLLMNA|info@voci|amina/i)
  })

  test('is downloaded as CSV, quoted, without formulas, each row once', async () => {
    const { text, headers } = await download('csv')
    expect(headers['content-type']).toContain('text/csv')
    expect(headers['content-disposition']).toContain('Registro associazioni.csv')
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^id;numero_iscrizione;denominazione;stato;/)
    expect(text).toContain('"Voci; ""Libere"""')
    expect(text).toContain(`"'=Formula"`)
    expect(lines.filter((line) => line.includes('"scaduta"')).length).toBe(3)
    expect(text).not.toMatch(/Nuova Domanda|Da Firmare|Domanda Respinta/)
  })

  test('is downloaded as JSON with the same entries', async () => {
    const entries = JSON.parse((await download('json')).text) as { denominazione: string; stato: string }[]
    expect(entries.map(({ denominazione }) => denominazione)).toEqual(expect.arrayContaining(enrolled))
    expect(entries.find(({ denominazione }) => denominazione === 'Cancellata')).toMatchObject({ stato: 'cancellata' })
    expect((await portal.visitor.raw('GET', `${path}/scarica?formato=xml`)).status).toBe(400)
  })
})

describe('a certificate', () => {
  const verify = async (codice: string) => portal.visitor.raw('POST', '/v1/noauth/verifica-certificato', { codice })
  const codeOf = async (id: number) => {
    const { rows } = await portal.database.pool.query('select certificate_code from associations where id = $1', [id])
    return rows[0].certificate_code as string
  }
  const isValid = async (code: string) => (await verify(code)).body.result.flag_valido

  test('is valid while the enrolment holds, however its code is typed', async () => {
    const { id, number } = await makeAssociation(portal, { status: 'approvedToSign' })
    await act(portal, await portal.as('manager'), number, 'firma', decree)
    const code = await codeOf(id)
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    expect((await verify(code)).body.result).toMatchObject({ flag_valido: 1, ente: { id, id_stato: 5 } })
    expect(await isValid(code.toLowerCase().replaceAll('-', ' '))).toBe(1)
    // Between its expiry and the night that ends it.
    portal.clock.set(new Date('2027-11-21T00:30:00.000Z'))
    expect(await isValid(code)).toBe(0)
    await portal.services.audit.job('associations.nightly', (audit) => portal.services.associations.night.run(audit))
    expect((await verify(code)).body.result).toMatchObject({ flag_valido: 0, ente: { id_stato: 6 } })
    portal.clock.set(new Date('2026-11-20T10:00:00.000Z'))
  })

  test('has a code per issue: an earlier one is authentic and replaced', async () => {
    const { id, number } = await makeAssociation(portal, { status: 'renewalApproved' })
    const code = await codeOf(id)
    const renewal = { numero_decreto: '7', data_decreto: '2026-11-20T00:00:00.000Z' }
    expect((await act(portal, await portal.as('manager'), number, 'firma_rinnovo', renewal)).status).toBe(200)
    const newest = await codeOf(id)
    expect(newest).not.toBe(code)
    expect((await verify(newest)).body.result).toMatchObject({ flag_valido: 1, flag_sostituito: 0, ente: { id } })
    expect((await verify(code)).body.result).toMatchObject({
      flag_valido: 0,
      flag_sostituito: 1,
      data_emissione: '2026-01-10T00:00:00.000Z',
      // The paper says what it said: the renewal changed the expiry.
      ente: { id, id_stato: 5, data_scadenza: '2027-01-10T00:00:00.000Z' },
    })
    expect((await verify(newest)).body.result.ente.data_scadenza).toBe('2028-01-10T00:00:00.000Z')
  })

  test('is valid while a renewal is pending that was requested in time, and not once the enrolment is removed or its renewal rejected', async () => {
    const pending = await makeAssociation(portal, { status: 'renewalApproved', columns: { expiresOn: '2026-11-01' } })
    expect((await verify(await codeOf(pending.id))).body.result).toMatchObject({
      flag_valido: 1,
      flag_rinnovo_in_corso: 1,
    })
    const columns = { expiresOn: '2026-11-01', closedOn: '2026-11-01' } as const
    const askedLate = await makeAssociation(portal, { status: 'renewalAsked', columns })
    expect(await isValid(await codeOf(askedLate.id))).toBe(0)
    for (const status of ['removed', 'rejected'] as const) {
      const columns = {
        ...enrolment(2000 + status.length),
        certificateCode: `ABCD-EFGH-JKLM-${status.slice(0, 4).toUpperCase()}`,
        certificateAt: portal.clock.now(),
      }
      const { id } = await makeAssociation(portal, { status, columns })
      expect([status, await isValid(await codeOf(id))]).toEqual([status, 0])
    }
    expect((await verify('ZZZZ-ZZZZ-ZZZZ-ZZZZ')).status).toBe(404)
  })
})

describe('a search of the public register', () => {
  const flooding = '198.51.100.7'
  const find = (denominazione: string, remoteAddress: string, headers = {}) =>
    portal.inject({
      url: `/unar/api${path}?${new URLSearchParams({ filtri: JSON.stringify({ denominazione }) })}`,
      remoteAddress,
      headers,
    })

  test('is remembered with a validator until an association changes', async () => {
    const made = await makeAssociation(portal, { status: 'enrolled', wire: { ragione_sociale: 'Zibaldone' } })
    const first = await find('zibaldone', '203.0.113.1')
    const { etag } = first.headers
    expect([first.statusCode, first.json().result.count]).toEqual([200, 1])
    expect((await find('zibaldone', '203.0.113.1', { 'if-none-match': etag })).statusCode).toBe(304)
    await portal.database.pool.query("update associations set status = 'removed', closed_on = now() where id = $1", [
      made.id,
    ])
    // Another server would hear of it within a minute.
    expect((await find('zibaldone', '203.0.113.1', { 'if-none-match': etag })).statusCode).toBe(304)
    portal.clock.advance(60)
    expect((await find('zibaldone', '203.0.113.1', { 'if-none-match': etag })).json().result.count).toBe(0)
  })

  test('costs its words: 600 a minute for one network, while another is served and what is remembered is free', async () => {
    portal.clock.advance(60)
    // A fifth of the minute's words at once: 24 searches of five.
    for (let round = 0; round < 24; round++) {
      const { statusCode } = await find(`alfa beta gamma delta${round} epsilon`, flooding)
      expect([round, statusCode]).toEqual([round, 200])
    }
    const refused = await find('uno due tre quattro cinque', flooding)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect((await find('uno due tre quattro cinque', '203.0.113.1')).statusCode).toBe(200)
    expect((await find('uno due tre quattro cinque', flooding)).statusCode).toBe(200)
    portal.clock.advance(1)
    expect((await find('sei sette otto nove dieci', flooding)).statusCode).toBe(200)
    expect((await find('altro ancora', flooding)).statusCode).toBe(200)
    const download = await portal.inject({ url: `/unar/api${path}/scarica?formato=csv`, remoteAddress: flooding })
    expect([download.statusCode, Number(download.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  })
})

test('several words are found by one scan of the index, which costs what the rarest costs', async () => {
  const { database, services } = portal
  await fillRegister(database, services.vault, 2000)
  const blocks = async (words: string) => {
    const groups = services.vault.find(sealedAssociations, ['searchedName'], words).map((group) => `{${group.join()}}`)
    const explained = 'explain (analyze, buffers, format json) select association_ids_with($1::text[])'
    const { rows } = await database.pool.query(explained, [groups])
    return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] as number
  }
  const [common, rare, both] = [await blocks('associazione'), await blocks('1048'), await blocks('associazione 1048')]
  expect(common).toBeGreaterThan(2 * rare)
  expect(both).toBeLessThan(common / 2 + rare)
  const { body } = await portal.visitor.raw('GET', `${path}?a=100&filtri={"denominazione":"associazione 1050"}`)
  expect(body.result.listaView.map((row: { denominazione: string }) => row.denominazione)).toContain(
    'Associazione 1050 Radici',
  )
})
