import { listCaseEvents } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { carryOutRequest } from '../../../test/carry-out-request.ts'
import { caseOnWire, reportOnWire } from '../../../test/make.ts'
import { makeCase } from '../../../test/make-case.ts'
import { readZip } from '../../../test/read-zip.ts'

let portal: TestApp
let manager: Caller
let one: Caller
let two: Caller
let registerAdmin: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  one = await portal.as('operatorOne')
  two = await portal.as('operatorTwo')
  registerAdmin = await portal.as('registerAdmin')
})
afterAll(() => portal.close())

const addPerson = (body: object, caller = manager) => caller.raw('POST', '/v1/anagrafica/add-persona-fisica', body)
const addOrganisation = (body: object) => manager.raw('POST', '/v1/anagrafica/add-persona-giuridica', body)
const personId = async (body: object) => (await addPerson(body)).body.result.id_persona_fisica as number
const find = async (parole: string, caller = manager, more = {}) =>
  (await caller.raw('POST', '/v1/anagrafica/persone-fisiche-light', { ...more, filtri: { parole } })).body
const idsFound = async (parole: string) =>
  (await find(parole)).result.listaView.map((row: { id_persona_fisica: number }) => row.id_persona_fisica)
const readCase = async (id: number, caller = manager) =>
  (await caller.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).body.result

const maria = {
  nome: 'Maria',
  cognome: 'Quattrocchi',
  codice_fiscale: 'QTTMRA80A41H501Z',
  data_nascita: '1980-01-01T00:00:00.000Z',
  nascita: { id_nazione: 105, id_regione: 12, id_provincia: 58, id_citta: 8501 },
  anagrafica: { email: 'maria@example.it', recapito_pri: '0612345678', indirizzo: 'Via Appia 1', cap: '00100' },
}

describe('a record of the registry', () => {
  test('is read as it was written, tax code in capitals', async () => {
    const id = await personId({ ...maria, codice_fiscale: ' qttmra80a41h501z' })
    const { status, body } = await one.raw('GET', `/v1/anagrafica/dettaglio-persona-fisica/${id}`)
    expect(status).toBe(200)
    const beside = { versione: 1, azioni: { modifica: null }, isConflict: 0, data_modifica: expect.any(String) }
    expect(body.result).toEqual({ ...maria, id_persona_fisica: id, ...beside })
  })

  test.each([
    ['the same tax code', { ...maria, nome: 'Anna' }],
    ['the same in small letters', { ...maria, codice_fiscale: 'qttmra80a41h501z' }],
  ])('is unique: %s is refused with 406', async (_name, body) => {
    const refused = await addPerson(body)
    expect(refused.status).toBe(406)
    expect(refused.body.errorCode).toBe('anagrafica_censita')
    expect(refused.body.result.descrizione).toBe(
      "Attenzione, l'anagrafica che si cerca di inserire risulta già censita.",
    )
  })

  test('is created once by twenty concurrent requests', async () => {
    const body = { nome: 'Gara', cognome: 'Sola', codice_fiscale: 'SLOGRA80A41H501O' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => addPerson(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(406)])
  })

  test.each([
    ['surname', { cognome: 'Suhartono' }],
    ['first name', { nome: 'Suhartina' }],
  ])('of one %s alone is kept, read and found', async (_which, names) => {
    const id = await personId(names)
    const { body } = await manager.raw('GET', `/v1/anagrafica/dettaglio-persona-fisica/${id}`)
    expect(body.result).toMatchObject(names)
    expect(await idsFound(Object.values(names)[0] ?? '')).toEqual([id])
  })

  test('may lack a code, and is then not unique', async () => {
    const [first, second] = [
      await personId({ nome: 'Eva', cognome: 'Doppia' }),
      await personId({ nome: 'Eva', cognome: 'Doppia' }),
    ]
    expect(await idsFound('doppia')).toEqual([second, first])
  })

  test.each([
    [{ data_nascita: '1980-01-01T00:00:00.000Z' }, 'cognome', 'nome_o_cognome'],
    [{ ...maria, codice_fiscale: 'QTTMRA80' }, 'codice_fiscale', 'codice_fiscale_non_valido'],
    [{ ...maria, codice_fiscale: undefined, data_nascita: '2199-01-01T00:00:00.000Z' }, 'data_nascita', 'data_futura'],
    [{ ...maria, codice_fiscale: undefined, anagrafica: { email: 'no' } }, 'anagrafica.email', 'email_non_valida'],
    [
      { ...maria, codice_fiscale: undefined, nascita: { ...maria.nascita, id_citta: 7 } },
      'nascita.id_citta',
      'scelta_non_valida',
    ],
  ])('with an error is refused at its field: %#', async (body, campo, codice) => {
    const { status, body: answer } = await addPerson(body)
    expect(status).toBe(400)
    expect(answer.result.errori).toContainEqual(expect.objectContaining({ campo, codice }))
  })

  test('of a legal person has a unique VAT number', async () => {
    const body = { ragione_sociale: 'Porte Aperte', piva: '12345678903', soggetto_da_contattare: 'Anna Verdi' }
    const id = (await addOrganisation(body)).body.result.id_persona_giuridica
    expect((await addOrganisation(body)).status).toBe(406)
    const read = await registerAdmin.raw('GET', `/v1/anagrafica/dettaglio-persona-giuridica/${id}`)
    expect(read.body.result).toMatchObject({
      ...body,
      azioni: { modifica: 'ruolo_non_ammesso' },
      id_persona_giuridica: id,
    })
  })

  test('that does not exist is 404', async () => {
    expect((await manager.raw('GET', '/v1/anagrafica/dettaglio-persona-fisica/999999')).status).toBe(404)
  })

  test('is logged with its kind, since a person and a legal person may have the same id', async () => {
    const since = (await portal.database.pool.query('select coalesce(max(id), 0)::text as last from audit_entries'))
      .rows
    const person = await personId({ nome: 'Registro', cognome: 'Attività' })
    const organisation = (await addOrganisation({ ragione_sociale: 'Registro Attività' })).body.result
      .id_persona_giuridica as number
    await one.raw('GET', `/v1/anagrafica/dettaglio-persona-fisica/${person}`)
    await one.raw('GET', `/v1/anagrafica/dettaglio-persona-giuridica/${organisation}`)
    const { rows } = await portal.database.pool.query(
      'select record_kind, action, record_ids[1]::int as record from audit_entries where id > $1 order by id',
      [since[0].last],
    )
    expect(rows).toEqual([
      { record_kind: 'person', action: 'registry_inserted', record: person },
      { record_kind: 'organisation', action: 'organisation_inserted', record: organisation },
      { record_kind: 'person', action: 'registry_read', record: person },
      { record_kind: 'organisation', action: 'organisation_read', record: organisation },
    ])
  })

  test('is stored without any plain value', async () => {
    const { rows } = await portal.database.pool.query('select row_to_json(p)::text as row from natural_persons p')
    expect(rows.map(({ row }) => row).join()).not.toMatch(/Quattrocchi|QTTMRA|maria@|Appia|\b8501\b/i)
  })
})

describe('a search of the registry', () => {
  test.each([
    ['the surname', 'quattrocchi'],
    ['another order, without capitals', 'MARIA quattrocchi'],
    ['a wrong letter', 'quatrocchi'],
    ['the beginning', 'quatt'],
    ['the tax code', 'qttmra80a41h501z'],
    ['the mail address', 'Maria@Example.it'],
    ['the telephone number', '06 1234 5678'],
  ])('finds by %s', async (_name, words) => {
    expect(await idsFound(words)).toHaveLength(1)
  })

  test('is paged, newest first', async () => {
    for (const nome of ['Uno', 'Due', 'Tre']) await personId({ nome, cognome: 'Paginata' })
    const first = (await find('paginata', manager, { da: 1, a: 2 })).result
    expect(first).toMatchObject({ count: 3, listaView: [{ nome: 'Tre' }, { nome: 'Due' }] })
    const rest = (await find('paginata', manager, { da: 3, a: 4, dopo: first.chiave_ultima })).result
    expect(rest.listaView).toMatchObject([{ nome: 'Uno' }])
  })

  test.each([
    [
      'persone-fisiche-light',
      'add-persona-fisica',
      'natural_persons',
      { nome: 'Ida', cognome: 'Guasta' },
      { nome: '⚠' },
    ],
    [
      'persone-giuridiche-light',
      'add-persona-giuridica',
      'legal_persons',
      { ragione_sociale: 'Guasta Srl' },
      { ragione_sociale: '⚠' },
    ],
  ])('marks a record that cannot be decrypted, and lists the others: %s', async (path, add, table, body, damaged) => {
    const added = (await manager.raw('POST', `/v1/anagrafica/${add}`, body)).body.result
    await manager.raw('POST', `/v1/anagrafica/${add}`, body)
    const [id] = Object.values(added)
    const name = table === 'natural_persons' ? 'first_name' : 'organisation_name'
    await portal.database.pool.query(
      `update ${table} set ${name} = set_byte(${name}, 5, get_byte(${name}, 5) # 1) where id = $1`,
      [id],
    )
    const found = await manager.raw('POST', `/v1/anagrafica/${path}`, { filtri: { parole: 'guasta' } })
    expect(found.body.result.listaView).toMatchObject([body, damaged])
    await portal.database.pool.query(
      `update ${table} set ${name} = set_byte(${name}, 5, get_byte(${name}, 5) # 1) where id = $1`,
      [id],
    )
  })

  test('for too short a text is refused', async () => {
    expect((await find('m')).result.errori).toMatchObject([{ campo: 'filtri.parole', codice: 'ricerca_troppo_corta' }])
  })
})

describe('a case', () => {
  test('links the records of reporter and victim, and its history shows since when', async () => {
    const [reporter, victim] = [
      await personId({ nome: 'Ugo', cognome: 'Legato' }),
      await personId({ nome: 'Ida', cognome: 'Legata' }),
    ]
    const wire = caseOnWire({
      personaFisica: { nome: 'Ugo', cognome: 'Legato', id_persona_fisica: reporter },
      vittima: { id_persona_fisica: victim },
    })
    const id = (await two.raw('POST', '/v1/segnalazioni/nuova-segnalazione', wire)).body.result.id_segnalazione
    expect(await readCase(id)).toMatchObject({
      personaFisica: { id_persona_fisica: reporter },
      vittima: { id_persona_fisica: victim },
    })
    const saved = await manager.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', {
      ...wire,
      id_segnalazione: id,
      versione: 1,
      vittima: {},
    })
    expect(saved.status).toBe(200)
    const { rows } = await manager.call(listCaseEvents, { params: { id } })
    expect(rows[0]?.changes).toContainEqual({ field: 'vittima.id_persona_fisica', before: victim })
  })

  test('cannot link a missing record', async () => {
    const wire = caseOnWire({ vittima: { id_persona_fisica: 999_999 } })
    const { status, body } = await two.raw('POST', '/v1/segnalazioni/nuova-segnalazione', wire)
    expect(status).toBe(400)
    expect(body.result.errori).toMatchObject([{ campo: 'vittima.id_persona_fisica', codice: 'scheda_mancante' }])
  })

  test.skipIf(inject('testEngine') === 'embedded')(
    'cannot link a record that is merged at the same time, and waits to know it',
    async () => {
      const [kept, merged] = [
        await personId({ nome: 'Lia', cognome: 'Tenuta' }),
        await personId({ nome: 'Zoe', cognome: 'Unita' }),
      ]
      const { pool } = portal.database
      const merging = await pool.connect()
      try {
        await merging.query('begin')
        await merging.query('select id from natural_persons where id = $1 for update', [merged])
        await merging.query('update natural_persons set merged_into = $1 where id = $2', [kept, merged])
        const wire = caseOnWire({ vittima: { id_persona_fisica: merged } })
        const saving = two.raw('POST', '/v1/segnalazioni/nuova-segnalazione', wire)
        await vi.waitFor(
          async () =>
            expect(
              (
                await pool.query(`select count(*)::int as waiting from pg_stat_activity
                  where datname = current_database() and wait_event_type = 'Lock'`)
              ).rows,
            ).toEqual([{ waiting: 1 }]),
          { timeout: 10_000 },
        )
        await merging.query('commit')
        const { status, body } = await saving
        expect([status, body.result.errori]).toMatchObject([400, [{ campo: 'vittima.id_persona_fisica' }]])
      } finally {
        merging.release(true)
      }
    },
  )

  test('from the public form links no record, whatever it contains', async () => {
    const person = await personId({ nome: 'Altra', cognome: 'Persona' })
    const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', {
      ...reportOnWire({ vittima: { id_persona_fisica: person } }),
    })
    expect((await readCase(body.result.id_segnalazione)).vittima).toBeUndefined()
  })
})

describe('view 9', () => {
  const ofPerson = (id: number, caller = manager) =>
    caller.raw('POST', `/v1/segnalazioni/integrazione-segnalazione-view-pag?vista=9&id_persona_fisica=${id}`, {})
  const idsIn = (body: { result: { listaView: { id_segnalazione: number }[] } }) =>
    body.result.listaView.map((row) => row.id_segnalazione)

  test('has every case linked to the record once, in remit or not, within the user’s scope', async () => {
    const person = await personId({ nome: 'Nove', cognome: 'Vista' })
    const [a, b, c] = [
      await makeCase(portal, { columns: { reporter_person_id: person, victim_person_id: person } }),
      await makeCase(portal, { status: 'closed', columns: { victim_person_id: person, relevance_id: 2 } }),
      await makeCase(portal, { status: 'inWorkTwo', columns: { victim_person_id: person } }),
    ]
    await makeCase(portal)
    expect(idsIn((await ofPerson(person)).body).sort()).toEqual([a, b, c])
    const seen = idsIn((await ofPerson(person, one)).body)
    expect(seen).not.toContain(c)
    // The record's number of cases is the same.
    expect((await find('nove vista')).result.listaView[0].numero_casi).toBe(3)
    expect((await find('nove vista', one)).result.listaView[0].numero_casi).toBe(seen.length)
  })

  test('requires a record, which no other list accepts', async () => {
    const call = (query: string) =>
      manager.raw('POST', `/v1/segnalazioni/integrazione-segnalazione-view-pag?${query}`, {})
    expect((await call('vista=9')).body.result.errori).toMatchObject([{ campo: 'id_persona_fisica' }])
    expect((await call('vista=0&id_persona_fisica=1')).body.result.errori).toMatchObject([{ campo: 'vista' }])
  })
})

describe('a record is removed', () => {
  test('from a case that is pseudonymised', async () => {
    const person = await personId({ nome: 'Va', cognome: 'Via' })
    const id = await makeCase(portal, {
      status: 'closed',
      columns: { victim_person_id: person, closed_at: new Date('2010-01-01') },
    })
    await portal.services.retention.run()
    const { rows } = await portal.database.pool.query('select victim_person_id from cases where id = $1', [id])
    expect(rows).toEqual([{ victim_person_id: null }])
  })

  test('after its retention period if no case is linked to it', async () => {
    const old = new Date('2010-01-01')
    const [named, unnamed] = [
      await personId({ nome: 'Ha', cognome: 'Casi' }),
      await personId({ nome: 'Senza', cognome: 'Casi' }),
    ]
    await makeCase(portal, { columns: { victim_person_id: named } })
    await portal.database.pool.query('update natural_persons set changed_at = $1 where id = any($2)', [
      old,
      [named, unnamed],
    ])
    await portal.services.retention.run()
    const { rows } = await portal.database.pool.query('select id from natural_persons where id = any($1)', [
      [named, unnamed],
    ])
    expect(rows).toEqual([{ id: named }])
    const tokens = await portal.database.pool.query('select id from natural_person_tokens where id = $1', [unnamed])
    expect(tokens.rows).toEqual([])
  })

  test('by an erasure, and is part of an export', async () => {
    const taxCode = 'DRTRSU80A41H501B'
    const person = await personId({ nome: 'Rosa', cognome: 'Diritti', codice_fiscale: taxCode })
    const other = await personId({ nome: 'Rosa', cognome: 'Diritti' })
    const reason = 'Richiesta scritta, identità verificata.'
    const request = async (tipo: string) => {
      const { body } = await one.raw('POST', '/v1/diritti', { tipo, motivo: reason, codice_fiscale: taxCode })
      const id = body.result.id_richiesta as number
      const approved = await manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })
      expect(approved.body.result.schede).toBe(1)
      await carryOutRequest(portal, id)
      return id
    }
    const exported = await request('esportazione')
    const files = readZip((await manager.raw('GET', `/v1/diritti/${exported}/archivio`)).body)
    expect(JSON.parse(files['dati.json'] ?? '').anagrafica).toMatchObject([
      { fisica: { nome: 'Rosa', codice_fiscale: taxCode } },
    ])
    expect(files['leggimi.html']).toContain('Diritti')
    await request('cancellazione')
    const { rows } = await portal.database.pool.query('select id from natural_persons where id = any($1)', [
      [person, other],
    ])
    expect(rows).toEqual([{ id: other }])
  })
})

describe('a place', () => {
  const names = async (list: string, query: string) =>
    (await portal.visitor.raw('GET', `/v1/tipologiche/${list}?${query}`)).body.result.map(
      (item: Record<string, unknown>) => Object.values(item).find((value) => typeof value === 'string'),
    ) as string[]

  test('of birth may be abolished; a place of residence must exist', async () => {
    const { rows } = await portal.database.pool.query<{ name: string; province_id: number }>(
      'select name, province_id from municipalities where valid_until is not null order by id limit 1',
    )
    const abolished = rows[0]
    expect(abolished).toBeDefined()
    const query = `id_provincia=${abolished?.province_id}`
    expect(await names('citta', `${query}&tipo_luogo=NASCITA`)).toContain(abolished?.name)
    expect(await names('citta', `${query}&tipo_luogo=RESIDENZA`)).not.toContain(abolished?.name)
    expect(await names('citta', query)).not.toContain(abolished?.name)
  })

  test('in Italy has one nation', async () => {
    expect(await names('nazione', 'tipo_luogo=ITALIA')).toEqual(['Italia'])
    expect((await names('nazione', 'tipo_luogo=RESIDENZA')).length).toBeGreaterThan(190)
  })
})
