import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexRows } from '#platform/protection/reseal.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { sealedPeople } from '../sealed-persons.ts'

let portal: TestApp
let manager: Caller

interface Row {
  readonly id: number
  readonly name: string
  readonly motivi: readonly string[]
}

const names = new Map<string, number>()
const bornIn = { id_nazione: 105, id_regione: 12, id_provincia: 58, id_citta: 8501 }

/** Adds a person as `Surname Name`; returns the id. */
async function add(name: string, more: object = {}): Promise<number> {
  const [cognome, nome] = name.split(' ')
  const { status, body } = await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', { cognome, nome, ...more })
  expect(body.result.errori).toBeUndefined()
  expect(status).toBe(200)
  names.set(name, body.result.id_persona_fisica)
  return body.result.id_persona_fisica
}

beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  await add('Rossini Mario')
  await add('Rosi Mario')
  await add('Rossi Mario', {
    data_nascita: '1980-02-01',
    codice_fiscale: 'RSSMRA80B01H501T',
    nascita: bornIn,
    anagrafica: { email: 'rossi@example.it', recapito_pri: '+39061234567', ...bornIn, id_citta: undefined },
  })
  await add('Rossi Mario-Luigi', { data_nascita: '1985-12-31' })
  await add('الأنصاري محمد')
  await add('Шевченко Юлія')
  await add('王 小明')
  await add('হোসেন রহমান')
  await add('Muhammad Ahmed')
})
afterAll(() => portal.close())

const search = async (filtri: object, more: object = {}, path = 'persone-fisiche') =>
  (await manager.raw('POST', `/v1/anagrafica/${path}`, { filtri, ...more })).body.result
const rows = async (filtri: object, more: object = {}): Promise<Row[]> =>
  (await search(filtri, more)).listaView.map(
    (row: { id_persona_fisica: number; cognome: string; nome: string; motivi: string[] }) => ({
      id: row.id_persona_fisica,
      name: `${row.cognome} ${row.nome}`,
      motivi: row.motivi,
    }),
  )
const found = async (filtri: object) => (await rows(filtri)).map(({ name }) => name)

describe('by words', () => {
  test('the best match comes first, with the reason', async () => {
    expect((await rows({ parole: 'mario rossi' })).map(({ name, motivi }) => [name, motivi])).toEqual([
      ['Rossi Mario', ['esatto']],
      ['Rossi Mario-Luigi', ['esatto']],
      ['Rossini Mario', ['esatto', 'inizio']],
      ['Rosi Mario', ['esatto', 'una_lettera']],
    ])
  })

  test.each([
    ['Ansari', 'الأنصاري محمد'],
    ['mohamed al ansari', 'الأنصاري محمد'],
    ['محمد', 'Muhammad Ahmed'],
    ['Yulia Scevcenko', 'Шевченко Юлія'],
    ['Iuliia Shevchenko', 'Шевченко Юлія'],
    ['Wang Xiaoming', '王 小明'],
    ['王小明', '王 小明'],
    ['Hossain Rahman', 'হোসেন রহমান'],
  ])('%s finds %s by transliteration', async (parole, name) => {
    const [first] = (await rows({ parole })).filter((row) => row.name === name)
    expect(first?.motivi).toContain(name === parole ? 'esatto' : parole === '王小明' ? 'esatto' : 'traslitterazione')
  })

  test.each([
    ['rossi 1/2/1980', ['esatto', 'data_nascita']],
    ['rossi 1980-02-01', ['esatto', 'data_nascita']],
    ['rossi@example.it', ['email']],
    ['rossi 06 123 4567', ['esatto', 'telefono']],
    ['rss mra 80b01 h501t', ['codice']],
    ['mario RSSMRA80B01H501T', ['esatto', 'codice']],
  ])('a date, a contact or a code among them is a condition: %s', async (parole, motivi) => {
    expect(await rows({ parole })).toEqual([{ id: names.get('Rossi Mario'), name: 'Rossi Mario', motivi }])
  })

  test('the pages follow each other by key', async () => {
    const whole = await rows({ parole: 'mario' })
    expect(whole.length).toBe(4)
    const first = await search({ parole: 'mario' }, { a: 2 })
    expect(first).toMatchObject({ count: 4, da: 1, a: 2 })
    const rest = await rows({ parole: 'mario' }, { a: 2, dopo: first.chiave_ultima })
    expect(rest).toEqual(whole.slice(2))
    expect(await rows({ parole: 'mario' }, { a: 2, prima: first.chiave_ultima })).toEqual(whole.slice(0, 1))
  })
})

describe('by values', () => {
  test.each([
    [{ codice_fiscale: 'rssmra80b01h501t' }, 'codice'],
    [{ email: 'Rossi@Example.it' }, 'email'],
    [{ telefono: '06 1234567' }, 'telefono'],
    [{ data_nascita_da: '1980-02-01', data_nascita_a: '1980-02-01' }, 'data_nascita'],
    [{ data_nascita_a: '1981-01-01' }, 'data_nascita'],
    [{ id_provincia: 58 }, 'luogo'],
    [{ tipo_luogo: 'NASCITA', id_nazione: 105, id_citta: 8501 }, 'luogo'],
  ])('%j finds a person', async (filtri, motivo) => {
    expect(await rows(filtri)).toMatchObject([{ name: 'Rossi Mario', motivi: [motivo] }])
  })

  test('all conditions hold', async () => {
    expect(await found({ id_provincia: 58, email: 'other@example.it' })).toEqual([])
    expect(await found({ parole: 'rossi', data_nascita_da: '1985-01-01' })).toEqual(['Rossi Mario-Luigi'])
  })

  test('the residence is no place of birth', async () => {
    expect(await found({ id_citta: 8501 })).toEqual([])
  })

  test('without filters everybody is listed, newest first', async () => {
    expect((await rows({}))[0]).toMatchObject({ name: 'Muhammad Ahmed', motivi: [] })
    expect(await search({})).toMatchObject({ count: names.size })
  })

  test('a row has contacts and residence; a dialog does with less', async () => {
    const [row] = (await search({ email: 'rossi@example.it' })).listaView
    expect(row).toMatchObject({ email: 'rossi@example.it', id_provincia: 58 })
    const [light] = (await search({ email: 'rossi@example.it' }, {}, 'persone-fisiche-light')).listaView
    expect(light).not.toHaveProperty('email')
  })

  test('one that is too short is refused at its filter', async () => {
    const { status, body } = await manager.raw('POST', '/v1/anagrafica/persone-fisiche', {
      filtri: { telefono: '-', email: ' ' },
    })
    expect(status).toBe(400)
    expect(body.result.errori).toMatchObject([{ campo: 'filtri.telefono', codice: 'ricerca_troppo_corta' }])
  })

  test('a reversed range is refused', async () => {
    const { status } = await manager.raw('POST', '/v1/anagrafica/persone-fisiche', {
      filtri: { data_nascita_da: '1990-01-01', data_nascita_a: '1980-01-01' },
    })
    expect(status).toBe(400)
  })
})

test('more than ten thousand matches are read newest first, and counted up to the cap', async () => {
  await portal.database.pool.query(`
    with people as (
      insert into natural_persons (key_id, first_name, last_name, created_by, changed_at)
        select key_id, first_name, last_name, created_by, changed_at from natural_persons, generate_series(1, 10010)
        where id = ${names.get('Rosi Mario')} returning id)
    insert into natural_person_tokens (id, tokens)
      select people.id, t.tokens from people, natural_person_tokens t where t.id = ${names.get('Rossi Mario')}`)
  const { rows: last } = await portal.database.pool.query('select max(id) as id from natural_persons')
  const page = await search({ id_nazione: 105 }, { a: 2 })
  expect(page).toMatchObject({ count: 10_000, countOltre: true })
  expect(page.listaView.map((row: { id_persona_fisica: number }) => row.id_persona_fisica)).toEqual([
    last[0].id,
    last[0].id - 1,
  ])
  expect(await search({ id_nazione: 105 }, { a: 2, conta_esatta: 1 })).toMatchObject({ count: 10_011 })
  const byWords = await search({ parole: 'rossi' })
  expect(byWords).toMatchObject({ countOltre: true })
  expect(byWords.count).toBeLessThan(1000)
})

test('records of an earlier version are found once a start has written their tokens', async () => {
  const { inTransaction, vault } = portal.services
  await portal.database.pool.query('delete from natural_person_tokens where id = $1', [names.get('Шевченко Юлія')])
  expect(await found({ parole: 'yulia shevchenko' })).toEqual([])
  expect(await indexRows(inTransaction, vault, sealedPeople)).toBe(1)
  expect(await found({ parole: 'yulia shevchenko' })).toEqual(['Шевченко Юлія'])
})

describe('legal persons', () => {
  test('are found by name, number and seat', async () => {
    const add = await manager.raw('POST', '/v1/anagrafica/add-persona-giuridica', {
      ragione_sociale: 'Porte Aperte',
      piva: '12345678903',
      anagrafica: { id_nazione: 105, id_regione: 12 },
    })
    const id = add.body.result.id_persona_giuridica
    for (const [filtri, motivi] of [
      [{ parole: 'aperte porte' }, ['esatto']],
      [{ piva: '12345678903' }, ['codice']],
      [{ id_regione: 12 }, ['luogo']],
      [{ parole: 'porte 12345678903' }, ['esatto', 'codice']],
    ] as const)
      expect((await search(filtri, {}, 'persone-giuridiche')).listaView).toMatchObject([
        { id_persona_giuridica: id, ragione_sociale: 'Porte Aperte', id_regione: 12, motivi },
      ])
  })
})

test('the choices of the filters are the kinds, the places, nations and regions', async () => {
  const { body } = await manager.raw('GET', '/v1/tipologiche/filtri-ricerca-anagrafica')
  expect(body.result).toMatchObject({
    listaTipoAnagrafica: ['fisica', 'giuridica'],
    listaTipoLuogo: ['NASCITA', 'RESIDENZA'],
  })
  expect(body.result.listaRegione).toHaveLength(20)
  expect(body.result.listaNazione).toContainEqual(expect.objectContaining({ id_nazione: 105 }))
})

describe('the person who calls', () => {
  const same = async (wire: object) =>
    (await manager.raw('POST', '/v1/anagrafica/stessa-persona', wire)).body.result.listaView.map(
      ({ cognome, nome, motivi }: { cognome: string; nome: string; motivi: string[] }) => [
        `${cognome} ${nome}`,
        motivi,
      ],
    )

  test('is found by each of name, telephone and mail, at most five, those with most reasons first', async () => {
    await add('Zampieri Ines', { anagrafica: { email: 'ines@example.it', recapito_pri: '+390699887766' } })
    const [first, ...others] = await same({ parole: 'Rosi Mario', telefono: '06 99887766', email: 'ines@example.it' })
    expect(first).toEqual(['Zampieri Ines', ['telefono', 'email']])
    expect(others.map(([name]: [string]) => name)).toContain('Rosi Mario')
    expect(others.length).toBeLessThan(5)
    expect(await same({ telefono: '+39 06 99887766' })).toEqual([['Zampieri Ines', ['telefono']]])
    expect(await same({})).toEqual([])
  })

  test('is looked for by those who write the registry alone', async () => {
    const register = await portal.as('registerAdmin')
    expect((await register.raw('POST', '/v1/anagrafica/stessa-persona', { parole: 'Rossi' })).status).toBe(403)
  })
})
