import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
let manager: Caller
let one: Caller
let registerAdmin: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  one = await portal.as('operatorOne')
  registerAdmin = await portal.as('registerAdmin')
})
afterAll(() => portal.close())

const kinds = [
  {
    name: 'fisica',
    lock: 'pf',
    idName: 'id_persona_fisica',
    code: 'codice_fiscale',
    first: { nome: 'Amal', cognome: 'Haddad', codice_fiscale: 'HDDMLA80A41H501J' },
    codes: ['HDDMLA80A41H501J', 'RSSMRA80A01H501U'],
  },
  {
    name: 'giuridica',
    lock: 'pg',
    idName: 'id_persona_giuridica',
    code: 'piva',
    first: { ragione_sociale: 'Porte Aperte', piva: '12345678903' },
    codes: ['12345678903', '01234567897'],
  },
] as const

describe.each(kinds)('a record of the kind $name', ({ name, lock, idName, code, first }) => {
  const { [code as never]: _code, ...values } = first as Record<string, unknown>
  const add = async (body: object = values) =>
    (await manager.raw('POST', `/v1/anagrafica/add-persona-${name}`, body)).body.result[idName] as number
  const read = (id: number, caller = manager) => caller.raw('GET', `/v1/anagrafica/dettaglio-persona-${name}/${id}`)
  const save = (id: number, versione: number, body: object, caller = manager) =>
    caller.raw('POST', `/v1/anagrafica/mod-persona-${name}`, { ...body, [idName]: id, versione })
  const hold = (id: number, caller: Caller, action = '') =>
    caller.raw('GET', `/v1/anagrafica/lock-${lock}/${id}${action && `?azione=${action}`}`)
  const history = async (id: number) =>
    (await manager.raw('GET', `/v1/anagrafica/storia-persona-${name}/${id}`)).body.result.listaView
  const email = (address: string) => ({ ...values, anagrafica: { email: address } })

  test('is saved with its next version, and its history says what changed', async () => {
    const id = await add()
    const saved = await save(id, 1, email('prima@example.it'))
    expect([saved.status, saved.body.result]).toMatchObject([
      200,
      { versione: 2, anagrafica: { email: 'prima@example.it' } },
    ])
    expect((await save(id, 2, values)).body.result.anagrafica).toBeUndefined()
    expect(await history(id)).toMatchObject([
      { tipo: 'modifica', campi_modificati: [{ campo: 'anagrafica.email', prima: 'prima@example.it' }] },
      { tipo: 'modifica', campi_modificati: [{ campo: 'anagrafica.email', dopo: 'prima@example.it' }] },
      { tipo: 'inserimento', operatore: expect.any(String), ruolo: 'ACLRUP' },
    ])
  })

  test('that nobody changed keeps its version and its history', async () => {
    const id = await add()
    expect((await save(id, 1, values)).body.result).toMatchObject({ versione: 1 })
    expect(await history(id)).toHaveLength(1)
  })

  test('is not saved over the change of somebody else, who is shown', async () => {
    const id = await add()
    await save(id, 1, email('nuova@example.it'))
    const late = await save(id, 1, email('vecchia@example.it'), one)
    expect([late.status, late.body.errorCode]).toEqual([409, 'conflitto'])
    expect(late.body.result).toMatchObject({ versione: 2, anagrafica: { email: 'nuova@example.it' } })
  })

  test('is saved once of ten saves of the same version', async () => {
    const id = await add()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(id, 1, email(`a${index}@example.it`))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await history(id)).toHaveLength(2)
  })

  test('is found by what it holds now, and no more by what it held', async () => {
    const id = await add()
    await save(id, 1, email('cercami@example.it'))
    await save(id, 2, email('trovami@example.it'))
    const list = name === 'fisica' ? 'persone-fisiche-light' : 'persone-giuridiche-light'
    const found = async (parole: string) =>
      (await manager.raw('POST', `/v1/anagrafica/${list}`, { filtri: { parole } })).body.result.count
    expect([await found('cercami@example.it'), await found('trovami@example.it')]).toEqual([0, 1])
  })

  test('is held by one user, shown read-only to the others, and free again', async () => {
    const id = await add()
    expect((await hold(id, manager)).body.result).toMatchObject({ fino_al: expect.any(String) })
    const seen = await read(id, one)
    expect([seen.status, seen.body.errorCode]).toEqual([409, 'scheda_bloccata'])
    expect(seen.body.result).toMatchObject({ [idName]: id, isConflict: 1, bloccato_da: expect.any(String) })
    expect((await hold(id, one)).status).toBe(409)
    expect((await save(id, 1, email('di.altri@example.it'), one)).body.errorCode).toBe('scheda_bloccata')
    const state = await one.raw('GET', `/v1/anagrafica/blocco-${lock}/${id}`)
    expect(state.body.result).toMatchObject({ versione: 1, bloccato_da: expect.any(String) })
    expect((await hold(id, one, 'subentra')).status).toBe(403)
    await hold(id, manager, 'rilascia')
    expect((await read(id, one)).body.result).toMatchObject({ isConflict: 0 })
    expect((await save(id, 1, email('mia@example.it'), one)).status).toBe(200)
  })

  test.each([
    ['an unknown record', (id: number) => [id + 1_000_000, 1, values] as const, 404],
    ['an address that is none', (id: number) => [id, 1, { ...values, anagrafica: { email: 'no' } }] as const, 400],
    [
      'a choice that no list has',
      (id: number) =>
        [id, 1, { ...values, anagrafica: { id_nazione: 105, id_regione: 12, id_provincia: 999_999 } }] as const,
      400,
    ],
  ])('refuses %s', async (_what, input, status) => {
    const id = await add()
    const [target, version, body] = input(id)
    const answer = await save(target, version, body)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.result.errori[0].campo).toMatch(/^anagrafica\./)
  })

  test('is edited by those alone who work on cases', async () => {
    const id = await add()
    expect((await save(id, 1, values, registerAdmin)).status).toBe(403)
    expect((await hold(id, registerAdmin)).status).toBe(403)
    const seen = await read(id, registerAdmin)
    expect(seen.status).toBe(name === 'fisica' ? 403 : 200)
    if (name === 'giuridica') expect(seen.body.result).toMatchObject({ azioni: { modifica: 'ruolo_non_ammesso' } })
  })
})

describe.each(kinds)('the code of a record of the kind $name', ({ name, idName, code, first, codes }) => {
  const call = (path: string, body: object) => manager.raw('POST', `/v1/anagrafica/${path}-persona-${name}`, body)

  test('is of one record: another cannot take it, and a given up one is free again', async () => {
    const [mine, other] = codes
    const one = { ...first, [code]: mine }
    const id = (await call('add', one)).body.result[idName]
    const second = (await call('add', { ...first, [code]: other })).body.result[idName]
    const taken = await call('mod', { ...first, [code]: mine, [idName]: second, versione: 1 })
    expect([taken.status, taken.body.errorCode]).toEqual([406, 'anagrafica_censita'])
    expect((await call('mod', { ...first, [code]: undefined, [idName]: id, versione: 1 })).status).toBe(200)
    expect((await call('mod', { ...first, [code]: mine, [idName]: second, versione: 1 })).status).toBe(200)
  })

  test('has its check digit or control character', async () => {
    const wrong = `${codes[0].slice(0, -1)}${codes[0].endsWith('A') || codes[0].endsWith('1') ? (name === 'fisica' ? 'B' : '2') : name === 'fisica' ? 'A' : '1'}`
    const answer = await call('add', { ...first, [code]: wrong })
    expect([answer.status, answer.body.result.errori?.[0]?.codice]).toEqual([
      400,
      name === 'fisica' ? 'codice_fiscale_controllo' : 'piva_errore_di_battitura',
    ])
  })
})

test('a person is shown with the bodies that name her as contact or legal representative', async () => {
  const add = async (kind: string, body: object) =>
    (await manager.raw('POST', `/v1/anagrafica/add-persona-${kind}`, body)).body.result
  const body = (ragione_sociale: string, members: object) => add('giuridica', { ragione_sociale, ...members })
  await body('Sportello Luce', { soggetto_da_contattare: 'Oksana Petrenko' })
  await body('Casa Comune', { personaGiuridicaLegaleRappresentante: { cognome: 'Петренко Оксана' } })
  await body('Altro Ente', { soggetto_da_contattare: 'Oksana Petrenchenko' })
  const { id_persona_fisica } = await add('fisica', { nome: 'Oksana', cognome: 'Petrenko' })
  const read = await one.raw('GET', `/v1/anagrafica/dettaglio-persona-fisica/${id_persona_fisica}`)
  const names = read.body.result.listaPersonaGiuridicaReferente.map(
    ({ ragione_sociale }: { ragione_sociale: string }) => ragione_sociale,
  )
  expect(names).toEqual(['Sportello Luce', 'Casa Comune'])
})
