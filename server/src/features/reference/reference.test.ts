import {
  bundledLists,
  bundleName,
  caseFilterNames,
  caseSearch,
  choiceFilterKeys,
  choiceFilters,
  type ReferenceList,
  referenceLists,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const get = async (path: string) => (await portal.visitor.raw('GET', `/v1/tipologiche/${path}`)).body.result
const parentQuery: Partial<Record<ReferenceList, string>> = {
  city: '?id_provincia=58',
  sub_ground: '?id_ground=1',
  context: '?id_ambito=1',
  province: '?id_regione=12',
}
const names = Object.keys(referenceLists) as ReferenceList[]

describe('a reference list', () => {
  test.each(names)('%s is served at its specified path, sorted, with Altro last', async (list) => {
    const { path, stem, isPublic } = referenceLists[list]
    const caller = isPublic ? portal.visitor : await portal.as('operatorOne')
    const { status, body } = await caller.raw('GET', `/v1/tipologiche/${path}${parentQuery[list] ?? ''}`)
    expect(status).toBe(200)
    const labels: string[] = body.result.map((item: Record<string, string>) => item[stem])
    expect(labels.length).toBeGreaterThan(0)
    expect(labels.every((label) => label)).toBe(true)
    const others = labels.filter((label) => label === 'Altro')
    const sorted = labels.filter((label) => label !== 'Altro').toSorted(new Intl.Collator('it').compare)
    const ids = body.result.map((item: Record<string, number>) => item[`id_${stem}`])
    if (list === 'age_band') expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
    else expect(labels).toEqual([...sorted, ...others])
    expect(body.result.every((item: Record<string, number>) => Number.isInteger(item[`id_${stem}`]))).toBe(true)
  })

  test('of nations has Italy under id 105', async () => {
    expect(await get('nazione')).toContainEqual(expect.objectContaining({ id_nazione: 105, nazione: 'Italia' }))
  })

  test('of languages has codes and omits ZH and FIL', async () => {
    const languages: { codice_lingua?: string; id_lingua: number }[] = await get('lingua')
    const codes = languages.flatMap(({ codice_lingua }) => codice_lingua ?? [])
    expect(codes).toEqual(expect.arrayContaining(['IT', 'EN', 'FR', 'ES', 'AR', 'UR']))
    expect(codes).not.toContain('ZH')
    expect(codes).not.toContain('FIL')
    expect(languages.find(({ codice_lingua }) => codice_lingua === 'IT')?.id_lingua).toBe(1)
  })

  test('of reporter types begins with the four public profiles', async () => {
    const types: { id_segnalante: number; segnalante: string }[] = await get('segnalante')
    const four = types
      .filter(({ id_segnalante }) => id_segnalante <= 4)
      .map(({ id_segnalante, segnalante }) => `${id_segnalante} ${segnalante}`)
    expect(four.sort()).toEqual(['1 Vittima', '2 Segnalante', '3 Testimone', '4 Associazione'])
  })

  test('is in another language if translated, else in English', async () => {
    for (const lang of ['EN', 'en', 'En'])
      expect(await get(`nazione?lang=${lang}`)).toContainEqual(
        expect.objectContaining({ id_nazione: 105, nazione: 'Italy' }),
      )
    expect(await get('nazione?lang=xx')).toContainEqual(expect.objectContaining({ id_nazione: 105, nazione: 'Italia' }))
  })

  test('names the office from the settings', async () => {
    const other = await startTestApp({ env: { OFFICE_TAG: 'ALTRO', OFFICE_SLUG: 'altro' }, beside: portal })
    const reply = await other.inject({ url: '/altro/api/v1/tipologiche/azione' })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toMatch(/UNAR|\{office\}/)
    await other.close()
  })

  test('that is not public requires a session', async () => {
    expect((await portal.visitor.raw('GET', '/v1/tipologiche/hashtag')).status).toBe(401)
  })
})

describe('a list with a parent', () => {
  test.each([
    ['sotto-ground', 'id_ground', 'ground'],
    ['contesto', 'id_ambito', 'ambito'],
  ])('%s is filtered by %s, and every item has a parent', async (path, parent, parents) => {
    const all: Record<string, number>[] = await get(path)
    const ids: number[] = (await get(parents)).map((item: Record<string, number>) => item[parent])
    for (const id of ids)
      expect(await get(`${path}?${parent}=${id}`)).toEqual(all.filter((item) => item[parent] === id))
    expect(all.every((item) => ids.includes(item[parent] ?? 0))).toBe(true)
    expect(all.length).toBeGreaterThan(ids.length)
  })

  test('falls back to English, not to Italian, without a translation', async () => {
    const english = (await get('azione?lang=EN')).map((item: Record<string, string>) => item.azioni_svolte)
    const french = (await get('azione?lang=FR')).map((item: Record<string, string>) => item.azioni_svolte)
    expect(french.toSorted()).toEqual(english.toSorted())
  })
})

describe('the cascade of places', () => {
  test('leads from region to province to municipality', async () => {
    const lazio = (await get('regione')).find(({ regione }: { regione: string }) => regione === 'Lazio')
    const provinces = await get(`provincia?id_regione=${lazio.id_regione}`)
    expect(provinces.map(({ provincia }: { provincia: string }) => provincia)).toEqual([
      'Frosinone',
      'Latina',
      'Rieti',
      'Roma',
      'Viterbo',
    ])
    const rome = provinces.find(({ sigla }: { sigla: string }) => sigla === 'RM')
    const cities = await get(`citta?id_provincia=${rome.id_provincia}`)
    expect(cities).toContainEqual(expect.objectContaining({ id_citta: 8501, citta: 'Roma' }))
    expect(cities.length).toBe(121)
  })

  test('requires the province for municipalities, and names the parameter', async () => {
    const { status, body } = await portal.visitor.raw('GET', '/v1/tipologiche/citta')
    expect({ status, campo: body.result.errori[0].campo }).toEqual({ status: 400, campo: 'id_provincia' })
  })

  test('omits abolished municipalities', async () => {
    const cities = await get('citta?id_provincia=12')
    const found = cities.map(({ citta }: { citta: string }) => citta)
    expect(found).toContain('Bardello con Malgesso e Bregano')
    expect(found).not.toContain('Bardello')
  })
})

describe('a place of birth', () => {
  test('may have ended', async () => {
    const born = await get('citta?id_provincia=701&tipo_luogo=NASCITA')
    expect(born).toContainEqual(expect.objectContaining({ id_citta: 1009, citta: 'Abbazia' }))
    expect(await get('nazione?tipo_luogo=NASCITA')).toContainEqual(
      expect.objectContaining({ id_nazione: 303, nazione: 'Jugoslavia' }),
    )
    expect(await get('nazione')).not.toContainEqual(expect.objectContaining({ id_nazione: 303 }))
  })

  test.each([
    ['H501', { denominazione: 'Roma (RM)', id_nazione: 105, id_regione: 12, id_provincia: 58, id_citta: 8501 }],
    ['A009', { denominazione: 'Abbazia (FU)', id_nazione: 105, id_regione: 6, id_provincia: 701, id_citta: 1009 }],
    ['Z118', { denominazione: 'Jugoslavia', id_nazione: 303 }],
    ['Z330', { denominazione: 'Marocco', id_nazione: 144 }],
  ])('is found by its code of the land registry: %s', async (code, place) => {
    const { body } = await (await portal.as('operatorOne')).raw('GET', `/v1/tipologiche/luogo-catastale/${code}`)
    expect(body.result).toEqual(place)
  })

  test('that ended before the codes of today is in no other list, also for the office', async () => {
    const operator = await portal.as('operatorOne')
    const ids = async (query: string) =>
      (await operator.raw('GET', `/v1/tipologiche/citta?id_provincia=22${query}`)).body.result.map(
        (item: Record<string, number>) => item.id_citta,
      )
    const [born, others] = [await ids('&tipo_luogo=NASCITA'), await ids('')]
    expect(born.length - others.length).toBeGreaterThan(200)
    expect(others.filter((id: number) => !born.includes(id))).toEqual([])
  })

  test('that no list has is not found, and visitors do not ask', async () => {
    const path = '/v1/tipologiche/luogo-catastale/Z999'
    expect((await (await portal.as('operatorOne')).raw('GET', path)).status).toBe(404)
    expect((await portal.visitor.raw('GET', path)).status).toBe(401)
  })
})

describe('a place by the beginning of its name', () => {
  const find = async (query: string) =>
    (await (await portal.as('operatorOne')).raw('GET', `/v1/tipologiche/luoghi?${query}`)).body

  test('is a municipality, a province or a region, with what lies around it', async () => {
    const { result } = await find('testo=roma')
    expect(result.luoghi.slice(0, 2)).toEqual([
      { denominazione: 'Roma', sigla: 'RM', regione: 'Lazio', id_regione: 12, id_provincia: 58, id_citta: 8501 },
      { denominazione: 'Roma', sigla: 'RM', regione: 'Lazio', id_regione: 12, id_provincia: 58 },
    ])
    expect((await find('testo=lazi')).result.luoghi[0]).toEqual({
      denominazione: 'Lazio',
      regione: 'Lazio',
      id_regione: 12,
    })
  })

  test('may have ended only where somebody may be born', async () => {
    expect((await find('testo=bardello')).result.luoghi).toHaveLength(1)
    expect((await find('testo=bardello&tipo_luogo=NASCITA')).result.luoghi).toHaveLength(2)
  })

  test('needs a text, and is no question of visitors', async () => {
    expect((await find('testo=')).result.errori[0].campo).toBe('testo')
    expect((await portal.visitor.raw('GET', '/v1/tipologiche/luoghi?testo=roma')).status).toBe(401)
  })

  test('is known from the moment of an import on', async () => {
    expect((await find('testo=nuovissima')).result.luoghi).toEqual([])
    await portal.database.pool.query(
      "insert into municipalities (id, name, province_id, belfiore, istat_code) values (26999, 'Nuovissima', 58, 'Z999', '999001')",
    )
    expect((await find('testo=nuovissima')).result.luoghi).toHaveLength(1)
  })
})

describe('the bundle', () => {
  test('contains every public list for a visitor, and all lists for a signed-in user', async () => {
    const forVisitor = await get('all-dettaglio')
    const all = (await (await portal.as('operatorOne')).raw('GET', '/v1/tipologiche/all-dettaglio')).body.result
    expect(Object.keys(all).sort()).toEqual(bundledLists.map(bundleName).sort())
    expect(Object.keys(forVisitor).sort()).toEqual(
      bundledLists
        .filter((list) => referenceLists[list].isPublic)
        .map(bundleName)
        .sort(),
    )
    expect(forVisitor.listaNazione).toContainEqual(expect.objectContaining({ id_nazione: 105 }))
    expect(forVisitor.listaSottoGround[0]).toHaveProperty('id_ground')
  })

  test('in Italian has the same path with the suffix /it', async () => {
    expect(await get('all-dettaglio/it?lang=EN')).toEqual(await get('all-dettaglio'))
  })
})

describe('the lists of the register', () => {
  test('reach applicants in one answer in their language, with the sub-grounds of each ground', async () => {
    const lists = await get('filtri-associazioni?lang=en')
    expect(Object.keys(lists).sort()).toEqual([
      'listaAmbito',
      'listaGround',
      'listaNazioni',
      'listaSesso',
      'listaTipoAllegatoPersonaGiuridica',
      'listaTipoFinanziatoreProgetto',
      'mappaGroundSottoGround',
    ])
    expect(lists.listaSesso.map(({ sesso }: { sesso: string }) => sesso)).toContain('Man')
    const grounds = lists.listaGround.map(({ id_ground }: { id_ground: number }) => id_ground)
    expect(Object.keys(lists.mappaGroundSottoGround).map(Number).sort()).toEqual(grounds.toSorted())
    for (const [id, subGrounds] of Object.entries<{ id_ground: number }[]>(lists.mappaGroundSottoGround))
      expect(subGrounds.every(({ id_ground }) => id_ground === Number(id))).toBe(true)
    expect(lists.mappaGroundSottoGround['1'].length).toBeGreaterThan(0)
  })

  test('reach the office alone with regions, and for each list with its statuses', async () => {
    const staff = await portal.as('registerOperator')
    const { body } = await staff.raw('GET', '/v1/tipologiche/filtri-associazioni-ar')
    expect(body.result.listaRegione).toHaveLength(20)
    expect(body.result.listaTipoAnagraficaPg.length).toBeGreaterThan(0)
    const statuses = async (list: string) =>
      (await staff.raw('GET', `/v1/tipologiche/filtri/${list}`)).body.result.listaStatoRichiesta?.map(
        (one: { id_stato_persona_giuridica: number }) => one.id_stato_persona_giuridica,
      )
    expect(await statuses('nuoveRichieste')).toEqual([1, 3, 4, 9, 10])
    expect(await statuses('associazioniEnti')).toEqual([5])
    expect(await statuses('associazioniNonAbilitate')).toEqual([6, 7, 8])
    expect(await statuses('altro')).toBeUndefined()
    for (const path of ['filtri-associazioni-ar', 'filtri/nuoveRichieste'])
      expect((await portal.visitor.raw('GET', `/v1/tipologiche/${path}`)).status).toBe(401)
  })
})

/** The names of the members of a schema of filters on the wire, those of a group after its name. */
function filterNamesIn(schema: z.core.$ZodType, group = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return filterNamesIn(def.innerType, group)
  if (def.type === 'pipe') {
    const names = filterNamesIn(def.in, group)
    return names[0] === group ? filterNamesIn(def.out, group) : names
  }
  if (def.type !== 'object') return [group]
  return Object.entries(def.shape).flatMap(([name, member]) => filterNamesIn(member, group ? `${group}.${name}` : name))
}

test('the filters of statistics are every filter of the case list, each list of choices is there', async () => {
  const { body } = await (await portal.as('operatorTwo')).raw('GET', '/v1/tipologiche/filtri-statistiche')
  const choicesOf = new Map<string, string | undefined>(
    body.result.listaFiltri.map(({ filtro, lista }: Record<string, string>) => [filtro, lista]),
  )
  const expected = filterNamesIn(caseSearch)
  expect(expected).toEqual(expect.arrayContaining(['ground', 'nominativo', 'segnalante.id_segnalante', 'user.roles']))
  expect([...choicesOf.keys()].sort()).toEqual(expected.sort())
  for (const key of choiceFilterKeys) {
    const { list = 'city' } = choiceFilters[key].field
    // The list of municipalities is too long to return without a province.
    expect(choicesOf.get(caseFilterNames[key]), key).toBe(list === 'city' ? undefined : bundleName(list))
  }
  const lists = Object.keys(body.result).filter((member) => member !== 'listaFiltri')
  expect(lists.sort()).toEqual([...new Set(choicesOf.values())].filter((list) => list !== undefined).sort())
})

test('the filters of statistics have the statuses of cases and every list by which cases are filtered', async () => {
  const { body } = await (await portal.as('operatorTwo')).raw('GET', '/v1/tipologiche/filtri-statistiche')
  expect(body.result.listaStatoSegnalazione).toHaveLength(8)
  expect(body.result.listaStatoSegnalazione[0]).toEqual({ id_stato: 1, stato: 'Aperto' })
  for (const list of [
    'listaGround',
    'listaSottoGround',
    'listaAmbito',
    'listaCanale',
    'listaEsitoFinale',
    'listaRegione',
    'listaProvincia',
    'listaSegnalante',
    'listaLingua',
  ])
    expect(body.result[list].length, list).toBeGreaterThan(0)
  expect((await (await portal.as('operatorOne')).raw('GET', '/v1/tipologiche/filtri-statistiche')).status).toBe(403)
})
