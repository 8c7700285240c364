import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { carryOutRequest } from '../../../../test/carry-out-request.ts'
import { associationReportOnWire, caseOnWire, reportOnWire } from '../../../../test/make.ts'
import { makeAssociation } from '../../../../test/make-association.ts'

let portal: TestApp
let manager: Caller
let one: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  one = await portal.as('operatorOne')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await query('delete from registry_suggestions')
  await query('delete from registry_comparisons')
})

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows
const compare = () =>
  portal.services.audit.job('registry.compare', (audit) => portal.services.registry.compareAll(audit))
const add = async (body: object, kind = 'fisica'): Promise<number> =>
  Object.values((await manager.raw('POST', `/v1/anagrafica/add-persona-${kind}`, body)).body.result)[0] as number
const remove = (id: number) => query('delete from natural_persons where id = $1', [id])
interface Sent {
  readonly id_segnalazione: number
  readonly codice: string
  readonly pin: string
}
const send = async (body: object): Promise<Sent> =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', body)).body.result
const enter = async (body: Record<string, unknown>): Promise<number> =>
  (await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire(body))).body.result.id_segnalazione
const save = async (id: number, body: Record<string, unknown>) => {
  const [{ version }] = await query('select version from cases where id = $1', [id])
  const wire = { ...caseOnWire(body), id_segnalazione: id, versione: version }
  const { status, body: reply } = await manager.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', wire)
  expect([status, reply.result.errori]).toEqual([200, undefined])
}

interface Suggestion {
  readonly id_proposta: number
  readonly origine: string
  readonly id_origine: number
  readonly nome_origine: string
  readonly scheda: { readonly id_scheda: number; readonly denominazione: string }
}
const list = async (filtri: object = {}, caller = manager): Promise<Suggestion[]> =>
  (await caller.raw('GET', `/v1/anagrafica/proposte?a=50&filtri=${encodeURIComponent(JSON.stringify(filtri))}`)).body
    .result.listaView
const short = (rows: readonly Suggestion[]) =>
  rows.map(({ origine, id_origine, scheda }) => [origine, id_origine, scheda.id_scheda])
const compared = async (filtri: object = {}) => {
  await compare()
  return short(await list(filtri))
}
const reject = (id: number | undefined, caller = manager) =>
  caller.raw('POST', '/v1/anagrafica/proposta-diversa', { id_proposta: id })

// biome-ignore format: a table
const names = [
  ['Ambrogio', 'Zanfrini'], ['Kwame', 'Osei'], ['Lucía', 'Ortega'], ['Bogdan', 'Ionescu'], ['Taras', 'Honchar'],
  ['Fatima', 'Benhadj'], ['Wei', 'Zhou'], ['Piero', 'Quaglia'], ['Ingrid', 'Müller'], ['Rahim', 'Chowdhury'],
  ['Elsa', 'Fumagalli'], ['Yusuf', 'Demir'], ['Noemi', 'Trapani'], ['Olga', 'Sidorova'], ['Gino', 'Balbo'],
  ['Abeba', 'Haile'], ['Corrado', 'Vighi'], ['Nadia', 'Lombardi'], ['Samir', 'Khoury'], ['Petra', 'Novak'],
] as const
let count = 0
/** A person of whom nobody else has a value. */
const newPerson = () => {
  const [nome, cognome] = names[count] ?? []
  count += 1
  const day = new Date(Date.UTC(1950 + count, count % 12, 1 + ((count * 7) % 28)))
  return { nome, cognome, data_nascita: day.toISOString(), anagrafica: { email: `persona.${count}@example.it` } }
}
const sendOf = (personaFisica: object, more: Record<string, unknown> = {}) =>
  send(reportOnWire({ id_segnalante: 2, resoconto_fatti: `Fatto ${count}`, personaFisica, ...more }))
const reportOf = async (...of: Parameters<typeof sendOf>) => (await sendOf(...of)).id_segnalazione

describe('a person of the registry', () => {
  test('who sends a report is suggested for it after the job, with what names both', async () => {
    const person = newPerson()
    const record = await add(person)
    const { id_segnalazione: id, codice } = await sendOf(person)
    expect(await list()).toEqual([])
    await compare()
    expect(await list()).toEqual([
      {
        id_proposta: expect.any(Number),
        origine: 'segnalante',
        tipo: 'fisica',
        id_origine: id,
        peso: 28,
        nome_origine: codice,
        scheda: {
          id_scheda: record,
          denominazione: `${person.cognome} ${person.nome}`,
          data_nascita: person.data_nascita,
        },
        data: portal.clock.now().toISOString(),
      },
    ])
    expect(await query('select * from registry_comparisons')).toEqual([])
  })

  test('is suggested as victim of a case that an operator enters, and found by the filters', async () => {
    const { nome, cognome, data_nascita } = newPerson()
    const record = await add({ nome, cognome, data_nascita })
    const id = await enter({ vittima: { nome, cognome, data_nascita } })
    expect(await compared({ id_segnalazione: id })).toEqual([['vittima', id, record]])
    expect(await compared({ origine: 'segnalante' })).toEqual([])
    expect(await compared({ origine: 'vittima', id_segnalazione: id + 1 })).toEqual([])
  })

  test('who is not that of a report is not suggested again when the record is merged into another one', async () => {
    const person = newPerson()
    const [kept, merged] = [await add({ ...person, nome: 'Altro' }), await add(person)]
    const id = await reportOf(person)
    expect(await compared({ id_segnalazione: id })).toContainEqual(['segnalante', id, merged])
    for (const { id_proposta } of await list({ id_segnalazione: id })) await reject(id_proposta)
    await query('delete from registry_suggestions where person_id = $1', [kept])
    const merging = {
      tipo: 'fisica',
      id_scheda: kept,
      versione: 1,
      id_scheda_unita: merged,
      versione_unita: 1,
      campi: ['nome', 'anagrafica.email'],
    }
    expect((await manager.raw('POST', '/v1/anagrafica/unisci', merging)).status).toBe(200)
    expect(await compared({ id_segnalazione: id })).toEqual([])
  })

  test('who is inserted or changed later is suggested for the report that is there already', async () => {
    const [person, other] = [newPerson(), newPerson()]
    const id = await reportOf(person)
    expect(await compared()).toEqual([])
    const record = await add(other)
    expect(await compared()).toEqual([])
    const changed = { ...person, id_persona_fisica: record, versione: 1 }
    expect((await manager.raw('POST', '/v1/anagrafica/mod-persona-fisica', changed)).status).toBe(200)
    expect(await compared()).toEqual([['segnalante', id, record]])
    const back = { ...other, id_persona_fisica: record, versione: 2 }
    await manager.raw('POST', '/v1/anagrafica/mod-persona-fisica', back)
    expect(await compared()).toEqual([])
  })

  test('is not suggested for an anonymous report', async () => {
    const person = newPerson()
    await add(person)
    await reportOf(person, { flag_anonimo: 1 })
    expect(await compared()).toEqual([])
  })

  test('is not suggested for a case that is closed, and so cannot be linked, until it is opened again', async () => {
    const person = newPerson()
    const [record, id] = [await add(person), await reportOf(person)]
    const set = (status: string) =>
      query('update cases set status = $2, version = version + 1 where id = $1', [id, status])
    await set('closed')
    expect(await compared()).toEqual([])
    await set('reopened')
    expect(await compared()).toEqual([['segnalante', id, record]])
  })

  test('whose record cannot be decrypted does not stop the job', async () => {
    const [damaged, person] = [newPerson(), newPerson()]
    const broken = await add(damaged)
    await query("update natural_persons set last_name = 'x', compared_at = null where id = $1", [broken])
    const [record, id] = [await add(person), await reportOf(person)]
    expect(await compared()).toEqual([['segnalante', id, record]])
    expect(await compare()).toEqual({ compared: 0, queued: 0 })
    await remove(broken)
  })

  test('is not suggested once a case is linked to a record, at once and later', async () => {
    const person = newPerson()
    const [record, id] = [await add(person), await enter({ personaFisica: person })]
    expect(await compared()).toEqual([['segnalante', id, record]])
    await save(id, { personaFisica: { ...person, id_persona_fisica: record } })
    expect(await list()).toEqual([])
    expect(await compared()).toEqual([])
    await save(id, { personaFisica: person })
    expect(await compared()).toEqual([['segnalante', id, record]])
  })

  test('is not suggested again once somebody said that it is another one, whatever changes', async () => {
    const person = newPerson()
    const [record, id] = [await add(person), await enter({ personaFisica: person })]
    await compare()
    const [suggestion] = await list()
    expect((await reject(suggestion?.id_proposta, one)).body.result).toEqual({ id_proposta: suggestion?.id_proposta })
    expect((await reject(suggestion?.id_proposta)).status).toBe(404)
    await save(id, { personaFisica: { ...person, anagrafica: { ...person.anagrafica, cap: '00100' } } })
    await manager.raw('POST', '/v1/anagrafica/mod-persona-fisica', {
      ...person,
      codice_fiscale: 'RSSMRA80A41H501Y',
      id_persona_fisica: record,
      versione: 1,
    })
    expect(await compared()).toEqual([])
  })

  test('keeps the id of its suggestion when it is found again', async () => {
    const person = newPerson()
    await add(person)
    const id = await enter({ personaFisica: person })
    await compare()
    const [before] = await list()
    await save(id, { personaFisica: { ...person, codice_fiscale: undefined } })
    await compare()
    expect(await list()).toEqual([before])
  })
})

describe('a suggestion', () => {
  test('follows a record that is merged into another one', async () => {
    const person = newPerson()
    const [kept, merged] = [await add({ ...person, anagrafica: {} }), await add(person)]
    const id = await reportOf(person)
    expect((await compared()).map(([, , record]) => record).sort()).toEqual([kept, merged])
    await manager.raw('POST', '/v1/anagrafica/unisci', {
      tipo: 'fisica',
      id_scheda: kept,
      versione: 1,
      campi: ['anagrafica.email'],
      id_scheda_unita: merged,
      versione_unita: 1,
    })
    expect(short(await list())).toEqual([['segnalante', id, kept]])
    expect(await compared()).toEqual([['segnalante', id, kept]])
  })

  test('is deleted with the record, and with the data of its case, also where somebody decided about it', async () => {
    const person = newPerson()
    const record = await add(person)
    const { id_segnalazione: id, codice, pin } = await sendOf(person)
    await compare()
    await reject((await list())[0]?.id_proposta)
    await remove(record)
    expect(await query('select * from registry_suggestions')).toEqual([])
    await add(person)
    await compare()
    expect(await query('select case_id from registry_suggestions')).toEqual([{ case_id: id }])
    await query("update cases set status = 'closed', closed_at = $2 where id = $1", [id, portal.clock.now()])
    const asked = await one.raw('POST', '/v1/diritti', {
      tipo: 'cancellazione',
      motivo: 'Richiesta di chi ha segnalato.',
      codice,
      pin,
    })
    const request = asked.body.result.id_richiesta
    await manager.raw('POST', `/v1/diritti/${request}/approva`, { motivo: 'Richiesta accolta.' })
    await carryOutRequest(portal, request)
    expect(await query('select * from registry_suggestions')).toEqual([])
    expect(await query("select * from registry_comparisons where kind = 'case' and id = $1", [id])).toEqual([])
    await query("insert into registry_comparisons values ('case', $1)", [id])
    expect(await compared()).toEqual([])
  })

  test('is shown, and decided about, only by those who may read its case', async () => {
    const person = newPerson()
    const [record, id] = [await add(person), await reportOf(person)]
    await query("update cases set status = 'inWorkTwo' where id = $1", [id])
    expect(await compared()).toEqual([['segnalante', id, record]])
    expect(await list({}, one)).toEqual([])
    const [suggestion] = await list({}, await portal.as('operatorTwo'))
    expect((await reject(suggestion?.id_proposta, one)).status).toBe(404)
    expect((await reject(suggestion?.id_proposta, await portal.as('operatorTwo'))).status).toBe(200)
  })

  test('is up to date after saves that run beside the job', async () => {
    const person = newPerson()
    const [record, id] = [await add(person), await enter({ personaFisica: person })]
    const other = { ...newPerson(), anagrafica: {} }
    for (let round = 0; round < 5; round++) {
      await Promise.all([compare(), save(id, { personaFisica: other }), compare()])
      expect(await compared()).toEqual([])
      await Promise.all([compare(), save(id, { personaFisica: person }), compare()])
      expect(await compared()).toEqual([['segnalante', id, record]])
    }
  })

  test('is compared again after a save that changes the people of a case, and after no other', async () => {
    const { nome, cognome, data_nascita } = newPerson()
    const victim = { nome, cognome, data_nascita }
    const id = await enter({ vittima: victim })
    await compare()
    const queued = () => query('select kind, id from registry_comparisons')
    await save(id, { vittima: victim, note: 'Sentita per telefono.', id_ambito: 3 })
    expect(await queued()).toEqual([])
    await save(id, { vittima: { ...victim, nome: 'Ludovica' }, note: 'Sentita per telefono.', id_ambito: 3 })
    expect(await queued()).toEqual([{ kind: 'case', id }])
  })

  test('is found after a run that ended early, by the next one', async () => {
    const [first, second] = [newPerson(), newPerson()]
    for (const person of [first, second]) {
      await add(person)
      await reportOf(person)
    }
    await query(`create function fail_second() returns trigger language plpgsql as $$
      begin if (select count(*) from registry_suggestions) = 1 then raise 'killed'; end if; return new; end $$`)
    await query('create trigger fail_second before insert on registry_suggestions execute function fail_second()')
    await expect(compare()).rejects.toThrow('killed')
    expect(await list()).toHaveLength(1)
    await query('drop trigger fail_second on registry_suggestions')
    expect(await compared()).toHaveLength(2)
    expect(await compare()).toEqual({ compared: 0, queued: 0 })
  })
})

describe('a body of the registry', () => {
  const body = (name: string, more: object = {}) => ({ ragione_sociale: name, ...more })
  const wire = (name: string) => ({
    ragione_sociale: name,
    anagrafica: { id_nazione: 105, indirizzo: 'Via Roma 1', email: `${name.toLowerCase()}@example.it` },
  })

  test('is suggested for the report of an association without an account', async () => {
    const record = await add(body('Ponti & Porte', { anagrafica: { recapito_pri: '0212345678' } }), 'giuridica')
    const { id_segnalazione: id } = await send(associationReportOnWire())
    expect(await compared()).toEqual([['segnalante', id, record]])
    expect((await list())[0]).toMatchObject({ tipo: 'giuridica', scheda: { denominazione: 'Ponti & Porte' } })
  })

  test('is suggested for an association that applied, to those who read the register', async () => {
    const record = await add(body('Quercia', { anagrafica: { email: 'quercia@example.it' } }), 'giuridica')
    const { id } = await makeAssociation(portal, { wire: wire('Quercia') })
    expect(await compared()).toEqual([['associazione', id, record]])
    expect((await list())[0]).toMatchObject({ nome_origine: 'Quercia' })
    expect(await list({}, one)).toEqual([])
    const [suggestion] = await list()
    expect((await reject(suggestion?.id_proposta, one)).status).toBe(404)
    expect((await reject(suggestion?.id_proposta)).status).toBe(200)
    await query('update associations set version = version + 1 where id = $1', [id])
    expect(await compared()).toEqual([])
  })

  test('that is inserted later is suggested too; one with the number of the association is its record already', async () => {
    const { id, number } = await makeAssociation(portal, { wire: wire('Ginestra') })
    expect(await compared()).toEqual([])
    const contacts = { anagrafica: { email: 'ginestra@example.it' } }
    const record = await add(body('Ginestra', contacts), 'giuridica')
    expect(await compared()).toEqual([['associazione', id, record]])
    const changed = { ...body('Ginestra', contacts), piva: number, id_persona_giuridica: record, versione: 1 }
    expect((await manager.raw('POST', '/v1/anagrafica/mod-persona-giuridica', changed)).status).toBe(200)
    expect(await compared()).toEqual([])
  })

  test('is not suggested for an association that was rejected', async () => {
    await add(body('Mimosa', { anagrafica: { email: 'mimosa@example.it' } }), 'giuridica')
    await makeAssociation(portal, { status: 'rejected', wire: wire('Mimosa') })
    expect(await compared()).toEqual([])
  })
})
