import { DOMParser } from '@xmldom/xmldom'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { act, applicationOnWire, decree, makeAssociation, sendApplication } from '../../../../test/make-association.ts'
import { insertAssociationEvent } from '../record/association-events.store.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { OFFICE_PUBLISHED_DOCUMENTS: '[2,4]', REGISTER_WORDS_PER_MINUTE: '10000' } })
  await portal.database.pool.query('update associations set enrolment_number = null where is_demo')
})
afterAll(() => portal.close())

const path = '/v1/noauth/registro'
const read = async (address: string) => portal.visitor.raw('GET', `${path}${address}`)
const asText = (body: unknown) =>
  Buffer.isBuffer(body) ? body.toString('utf8') : typeof body === 'string' ? body : JSON.stringify(body)
const textOf = async (address: string) => asText((await read(address)).body)
const { anagrafica } = applicationOnWire([])

/** An association with a name, its seat in a place. */
const inPlace = (ragione_sociale: string, id_regione: number, id_provincia?: number, id_citta?: number) =>
  makeAssociation(portal, {
    status: 'enrolled',
    wire: { ragione_sociale, anagrafica: { ...anagrafica, id_regione, id_provincia, id_citta } },
  })

/** Enrols an association with the documents that it sent. */
async function enrol(name: string) {
  const { sent } = await sendApplication(portal, { ragione_sociale: name })
  const { rows } = await portal.database.pool.query(
    "update associations set status = 'approvedToSign', approved_on = '2026-11-18' where id = (select max(id) from associations) returning id",
  )
  await act(portal, await portal.as('manager'), sent.piva, 'firma', decree)
  const documents = sent.listaAllegatoPersonaGiuridica as readonly { cmis_id: string; id_tipo_allegato: number }[]
  return { id: rows[0].id as number, number: sent.piva, documents }
}

describe('an entry of the public register', () => {
  test('has the seat, contacts, decree, legal form, tax code, grounds and projects, and of people nothing', async () => {
    const { id, number } = await makeAssociation(portal, {
      status: 'approvedToSign',
      wire: {
        ragione_sociale: 'Ponte Aperto',
        anagrafica: { ...anagrafica, id_provincia: 58, id_citta: 8501, email_contatto: 'aiuto@ponte.example' },
        listaPersonaGiuridicaSottoGround: [
          { id_ground: 1, id_sotto_ground: 102, priorita: 0 },
          { id_ground: 2, priorita: 1 },
        ],
      },
    })
    await act(portal, await portal.as('manager'), number, 'firma', decree)
    const { ente } = (await read(`/${id}`)).body.result
    expect(ente).toMatchObject({
      comune: 'Roma (RM)',
      provincia: 'Roma',
      regione: 'Lazio',
      indirizzo: 'Via Roma 1',
      cap: '00100',
      telefono: '061234567',
      email: 'aiuto@ponte.example',
      sito_web: 'https://voci.example',
      forma_giuridica: 'Associazione riconosciuta',
      codice_fiscale: number,
      numero_decreto: decree.numero_decreto,
      data_decreto: decree.data_decreto,
      motivi: [{ ground: expect.any(String), sotto_ground: expect.any(String) }, { ground: expect.any(String) }],
      progetti: [{ nome: 'Sportello', ambiti: [expect.any(String)] }],
      documenti: [],
    })
    expect(JSON.stringify(ente)).not.toMatch(/Bruni|DLLMNA|BRNMRA|info@voci|amina/i)
  })

  test('hides a tax code of 16 characters, which is that of a person', async () => {
    const wire = { ragione_sociale: 'Una Persona', piva: 'RSSNNA80A41H501L' }
    const { id } = await makeAssociation(portal, { status: 'enrolled', wire })
    const { result } = (await read(`/${id}`)).body
    expect(result.ente.codice_fiscale).toBeUndefined()
    expect(
      (await read(`?filtri=${encodeURIComponent('{"denominazione":"RSSNNA80A41H501L"}')}`)).body.result.count,
    ).toBe(0)
  })

  test.each([
    ['cancella', { motivo: 'Segreto.' }, undefined, 'decisione_ufficio'],
    ['cancella', {}, 'askRemoval', 'richiesta_ente'],
    ['cancella', { motivo: 'Segreto.' }, 'withdrawRemoval', 'decisione_ufficio'],
  ] as const)('says why it ended and since when: %s after %j %s', async (action, input, last, reason) => {
    const { id, number } = await enrol('Finita')
    const { database, services, clock } = portal
    for (const kind of last === 'withdrawRemoval' ? (['askRemoval', last] as const) : last ? [last] : [])
      await insertAssociationEvent(database.db, services.vault, {
        associationId: id,
        kind,
        at: clock.now(),
        byUser: null,
        role: null,
      })
    await portal.database.pool.query('update associations set removal_requested_on = $2 where id = $1', [
      id,
      last === 'askRemoval' ? '2026-11-19' : null,
    ])
    expect((await act(portal, await portal.as('manager'), number, action, input)).status).toBe(200)
    const { ente } = (await read(`/${id}`)).body.result
    expect(ente).toMatchObject({ id_stato: 7, motivo_fine: reason, data_fine: '2026-11-20T00:00:00.000Z' })
    expect([ente.telefono, ente.sito_web, ente.progetti]).toEqual([undefined, undefined, []])
  })

  test('shows the documents that the office published when they were sent, and no others', async () => {
    const { id, documents } = await enrol('Trasparente')
    const { documenti } = (await read(`/${id}`)).body.result.ente
    expect(documenti.map((file: { id_tipo_allegato: number }) => file.id_tipo_allegato)).toEqual([2, 4])
    const file = await read(`/${id}/documento/${documenti[0].cmis_id}`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(asText(file.body)).toMatch(/^%PDF-/)
    for (const type of [1, 3, 5, 6, 7]) {
      const other = documents.find(({ id_tipo_allegato }) => id_tipo_allegato === type)
      expect([type, (await read(`/${id}/documento/${other?.cmis_id}`)).status]).toEqual([type, 404])
    }
    const other = await enrol('Altra')
    expect((await read(`/${other.id}/documento/${documenti[0].cmis_id}`)).status).toBe(404)
    // What was sent before the office published its type stays private.
    await portal.database.pool.query('update attachments set association_public = false where association_id = $1', [
      id,
    ])
    expect((await read(`/${id}`)).body.result.ente.documenti).toEqual([])
    expect((await read(`/${id}/documento/${documenti[0].cmis_id}`)).status).toBe(404)
  })
})

describe('a search by place, sub-ground and tax code', () => {
  const search = async (filtri: object, more = '') =>
    (await read(`?a=100&filtri=${encodeURIComponent(JSON.stringify(filtri))}${more}`)).body.result.listaView as {
      denominazione: string
      vicinanza?: string
    }[]
  const names = (rows: readonly { denominazione: string }[]) => rows.map(({ denominazione }) => denominazione)

  test('has the nearest first: municipality, province, region, elsewhere, each by name', async () => {
    // Prato, then Firenze and Siena of the same region.
    const { rows } = await portal.database.pool.query(
      "select m.id, m.province_id, p.region_id, m.name from municipalities m join provinces p on p.id = m.province_id where m.name in ('Prato', 'Vaiano', 'Siena') and valid_until is null order by m.name",
    )
    const [prato, siena, vaiano] = rows
    await inPlace('D lontana', 12)
    await inPlace('C regione', siena.region_id, siena.province_id, siena.id)
    await inPlace('B provincia', vaiano.region_id, vaiano.province_id, vaiano.id)
    await inPlace('Z comune', prato.region_id, prato.province_id, prato.id)
    await inPlace('A comune', prato.region_id, prato.province_id, prato.id)
    const found = await search({ comune: prato.id, regione: [prato.region_id] })
    expect(found.slice(0, 4).map(({ denominazione, vicinanza }) => [denominazione, vicinanza])).toEqual([
      ['A comune', 'comune'],
      ['Z comune', 'comune'],
      ['B provincia', 'provincia'],
      ['C regione', 'regione'],
    ])
    expect(found.find(({ denominazione }) => denominazione === 'D lontana')?.vicinanza).toBe('altrove')
    // Page by page, also with words, each row once.
    const paged: string[] = []
    let key = ''
    for (let page = 0; page < 3; page++) {
      const filtri = encodeURIComponent(JSON.stringify({ comune: prato.id, denominazione: 'comune' }))
      const { result } = (await read(`?da=1&a=1&filtri=${filtri}${key}`)).body
      paged.push(...names(result.listaView))
      key = `&dopo=${result.chiave_ultima}`
    }
    expect(paged).toEqual(['A comune', 'Z comune'])
    // Each page by number begins where the one before ends, across the ranks.
    const near = encodeURIComponent(JSON.stringify({ comune: prato.id }))
    const numbered = async (at: number, to: number) =>
      names((await read(`?da=${at}&a=${to}&filtri=${near}`)).body.result.listaView)
    for (let at = 1; at <= found.length; at += 2)
      expect(await numbered(at, at + 1), `from ${at}`).toEqual(names(found.slice(at - 1, at + 1)))
    expect(await numbered(found.length + 1, found.length + 5)).toEqual([])
    expect(names(await search({ provincia: [prato.province_id] }))).toEqual(['A comune', 'B provincia', 'Z comune'])
    expect(names(await search({ comune: prato.id, denominazione: 'regione' }))).toEqual(['C regione'])
  })

  test('finds sub-grounds, and a whole tax code of 11 digits', async () => {
    const wire = {
      ragione_sociale: 'Sotto',
      listaPersonaGiuridicaSottoGround: [{ id_ground: 4, id_sotto_ground: 402, priorita: 0 }],
    }
    const { number } = await makeAssociation(portal, { status: 'enrolled', wire })
    expect(names(await search({ sottoGround: [402] }))).toEqual(['Sotto'])
    expect(names(await search({ ground: [4], sottoGround: [401] }))).toEqual([])
    expect(names(await search({ denominazione: ` ${number}` }))).toEqual(['Sotto'])
    expect(names(await search({ denominazione: number.slice(0, 10) }))).toEqual([])
  })

  test('finds records from before once the night has read their place', async () => {
    const { id } = await inPlace('Di Prima', 12, 58, 8501)
    await portal.database.pool.query('update associations set city_id = null, sub_ground_ids = null')
    expect((await read(`/${id}`)).body.result.ente.comune).toBeUndefined()
    await portal.services.audit.job('associations.nightly', (audit) => portal.services.associations.night.run(audit))
    expect((await read(`/${id}`)).body.result.ente.comune).toBe('Roma (RM)')
    const left = await portal.database.pool.query(
      'select count(*)::int from associations where sub_ground_ids is null and content is not null',
    )
    expect(left.rows[0].count).toBe(0)
  })
})

describe('the files for other programs', () => {
  type Entry = Record<string, unknown> & { readonly id: number }
  /** What files say of an entry that its page shows so. */
  const inFiles = (ente: Entry & Record<'motivi' | 'progetti' | 'documenti', Record<string, string>[]>) => {
    const same = ['id', 'numero_iscrizione', 'denominazione', 'numero_decreto', 'forma_giuridica', 'codice_fiscale']
    const place = ['regione', 'provincia', 'comune', 'indirizzo', 'cap', 'telefono', 'email', 'sito_web']
    const days = ['data_iscrizione', 'data_scadenza', 'data_fine', 'data_decreto']
    const statuses: Record<string, string> = { 5: 'iscritta', 6: 'scaduta', 7: 'cancellata' }
    return {
      ...Object.fromEntries([...same, ...place].map((name) => [name, ente[name] ?? null])),
      ...Object.fromEntries(days.map((name) => [name, ente[name] ? String(ente[name]).slice(0, 10) : null])),
      stato: statuses[String(ente.id_stato)],
      motivo_fine: ente.motivo_fine ? expect.any(String) : null,
      motivi: ente.motivi.map(({ ground, sotto_ground }) => (sotto_ground ? `${ground}: ${sotto_ground}` : ground)),
      progetti: ente.progetti.map(({ nome, ambiti }) => `${nome} (${String(ambiti).replaceAll(',', ', ')})`),
      documenti: ente.documenti.map(({ cmis_id }) => expect.stringContaining(`/${ente.id}/documento/${cmis_id}`)),
      scheda: expect.stringMatching(new RegExp(`/associazioni/registro/ente\\?id=${ente.id}$`)),
    }
  }

  test('have for each entry what its page has, as their schema says', async () => {
    const entries = JSON.parse(await textOf('/scarica?formato=json')) as Entry[]
    const ajv = new Ajv2020({ allErrors: true })
    addFormats.default(ajv)
    const schema = JSON.parse(await textOf('/schema'))
    expect(schema.$id).toMatch(/\/api\/v1\/noauth\/registro\/schema$/)
    const isValid = ajv.compile(schema)
    expect([isValid(entries), isValid.errors]).toEqual([true, null])
    expect(isValid([{ ...entries[0], stato: 5 }])).toBe(false)
    expect(entries.length).toBeGreaterThan(8)
    for (const entry of entries) {
      expect(JSON.parse(await textOf(`/${entry.id}/json`))).toEqual(entry)
      const { ente } = (await read(`/${entry.id}`)).body.result
      expect(entry).toEqual(inFiles(ente))
    }
  })

  test('say the same as CSV, in the order of the schema', async () => {
    const entries = JSON.parse(await textOf('/scarica?formato=json')) as Entry[]
    const lines = (await textOf('/scarica?formato=csv')).replace('\ufeff', '').trimEnd().split('\r\n')
    const names = Object.keys(JSON.parse(await textOf('/schema')).items.properties)
    expect(lines[0]).toBe(names.join(';'))
    const cells = (entry: Entry) =>
      names.map((name) => {
        const value = entry[name] ?? ''
        return Array.isArray(value) ? value.join(' | ') : String(value)
      })
    expect(lines.slice(1)).toEqual(
      entries.map((entry) =>
        cells(entry)
          .map((cell) => `"${cell}"`)
          .join(';'),
      ),
    )
  })

  test('include a feed of the newest steps, each with the address of its entry, and of requests nothing', async () => {
    const { id } = await enrol('Novità & Co <srl>')
    await makeAssociation(portal, { status: 'submitted', wire: { ragione_sociale: 'Nuova Domanda' } })
    const feed = await portal.visitor.raw('GET', `${path}/novita?lang=en`)
    expect(feed.headers['content-type']).toContain('application/atom+xml')
    const text = asText(feed.body)
    const document = new DOMParser().parseFromString(text, 'text/xml')
    const entry = document.getElementsByTagName('entry')[0]
    const of = (name: string) => entry?.getElementsByTagName(name)[0]
    expect(of('title')?.getAttribute('type')).toBe('html')
    expect(of('title')?.textContent).toBe('Novità &amp; Co &lt;srl&gt;: enrolled')
    expect(of('link')?.getAttribute('href')).toMatch(new RegExp(`/associazioni/registro/ente\\?id=${id}$`))
    expect(of('updated')?.textContent).toBe('2026-11-20T10:00:00.000Z')
    expect(document.getElementsByTagName('updated')[0]?.textContent).toBe('2026-11-20T10:00:00.000Z')
    expect(text).not.toMatch(/Nuova Domanda|Segreto/)
  })
})
