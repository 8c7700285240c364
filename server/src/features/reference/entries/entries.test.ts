import {
  associationFields,
  caseFields,
  choiceFieldsOf,
  fixedReasonOf,
  listNames,
  organisationFields,
  personFields,
  referenceLists,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { caseOnWire } from '../../../../test/make.ts'
import { makeAssociation } from '../../../../test/make-association.ts'
import { makeCase } from '../../../../test/make-case.ts'
import { seedReference } from '../seed.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

type Entry = Record<string, never> & {
  readonly id_voce: number
  readonly versione: number
  readonly nomi: Record<string, string>
}

const path = '/v1/tipologiche/gestione'
const post = (call: string, body: object) => manager.raw('POST', `${path}/${call}`, body)
const entriesOf = async (lista: string, more: object = {}, from = 1): Promise<Entry[]> => {
  const filtri = JSON.stringify({ lista, ...more })
  const ordinamenti = JSON.stringify([{ campo: 'ordine', verso: 'asc' }])
  const query = new URLSearchParams({ filtri, ordinamenti, da: String(from), a: String(from + 99) })
  return (await manager.raw('GET', `${path}/voci?${query}`)).body.result.listaView
}
const entryOf = async (lista: string, id: number): Promise<Entry> => {
  const entry = (await entriesOf(lista)).find(({ id_voce }) => id_voce === id)
  if (!entry) throw new Error(`no entry ${id} in ${lista}`)
  return entry
}
const sixNames = (it: string) => ({
  it,
  en: `${it} en`,
  fr: `${it} fr`,
  es: `${it} es`,
  ar: `${it} ar`,
  ur: `${it} ur`,
})
const add = async (lista: string, nomi: object, more: object = {}): Promise<Entry> => {
  const { status, body } = await post('aggiungi-voce', { lista, nomi, ...more })
  expect(status).toBe(200)
  return body.result
}
const retire = (lista: string, { id_voce, versione }: Entry, ritirata = 1) =>
  post('ritira-voce', { lista, id_voce, versione, ritirata })
const remove = (lista: string, { id_voce, versione }: Entry) => post('elimina-voce', { lista, id_voce, versione })
const offered = async (list: string, caller = portal.visitor, lang = 'it') =>
  (await caller.raw('GET', `/v1/tipologiche/${list}${list.includes('?') ? '&' : '?'}lang=${lang}`)).body
    .result as Record<string, unknown>[]
const usesOf = async (lista: string, id: number) =>
  (await manager.raw('GET', `${path}/usi-voce?lista=${lista}&id_voce=${id}`)).body.result.usi

describe('the lists', () => {
  test('are all named with the numbers of their entries', async () => {
    const { body } = await manager.raw('GET', `${path}/liste`)
    expect(body.result).toContainEqual(
      expect.objectContaining({ lista: 'pertinenza', in_vigore: 4, ritirate: 0, da_tradurre: 0 }),
    )
    const cities = body.result.find(({ lista }: { lista: string }) => lista === 'citta')
    expect(cities.in_vigore).toBe(7894)
    expect(cities.ritirate).toBeGreaterThan(0)
  })

  test('are closed to everybody but the head of the office', async () => {
    for (const role of ['operatorOne', 'registerAdmin', 'associationMember'] as const)
      expect((await (await portal.as(role)).raw('GET', `${path}/liste`)).status).toBe(403)
  })

  test('of places are read with their dates, and changed by nobody', async () => {
    const abolished = await entriesOf('citta', { stato: 'ritirate' })
    expect(abolished.length).toBeGreaterThan(0)
    expect(abolished.every(({ cessata_dal, superiore }) => cessata_dal && superiore)).toBe(true)
    const { status, body } = await post('aggiungi-voce', { lista: 'citta', id_superiore: 58, nomi: { it: 'Nuova' } })
    expect([status, body.errorCode]).toEqual([409, 'lista_non_modificabile'])
  })

  test('need the name of the list to be read', async () => {
    const { status, body } = await manager.raw('GET', `${path}/voci`)
    expect([status, body.result.errori[0].campo]).toEqual([400, 'filtri.lista'])
  })
})

describe('an added entry', () => {
  test('has the next number and its six names, and is offered at once', async () => {
    const entry = await add('autorita-giudiziaria', sixNames('Corte dei conti'))
    expect(entry).toMatchObject({ id_voce: 100, ritirata: 0, versione: 1 })
    for (const lang of ['it', 'en', 'fr', 'es', 'ar', 'ur'])
      expect(await offered('autorita-giudiziaria', portal.visitor, lang)).toContainEqual({
        id_autorita_giudiziaria: 100,
        autorita_giudiziaria: lang === 'it' ? 'Corte dei conti' : `Corte dei conti ${lang}`,
      })
  })

  test('is shown in English, else in Italian, in a language without a name', async () => {
    await add('autorita-giudiziaria', { it: 'Garante', en: '' })
    expect(await offered('autorita-giudiziaria', portal.visitor, 'fr')).toContainEqual(
      expect.objectContaining({ autorita_giudiziaria: 'Garante' }),
    )
  })

  test('needs an Italian name that no entry of its list has, whatever its case and accents', async () => {
    const errorOf = async (nomi: object, lista = 'ambito') =>
      (await post('aggiungi-voce', { lista, nomi })).body.result.errori.map(
        ({ campo, codice }: { campo: string; codice: string }) => `${campo} ${codice}`,
      )
    expect(await errorOf({ en: 'Only English' })).toEqual(['nomi.it campo_obbligatorio'])
    expect(await errorOf({ it: 'DIRETTA' }, 'modalita-discriminazione')).toEqual(['nomi.it voce_presente'])
    expect(await errorOf({ it: 'x'.repeat(201), fr: 'y'.repeat(201) })).toEqual([
      'nomi.it voce_troppo_lunga',
      'nomi.fr voce_troppo_lunga',
    ])
    expect(await errorOf({ it: '<b>Sport</b>' })).toEqual(['nomi.it etichetta_non_valida'])
    expect(await errorOf({ it: 'due parole?' }, 'hashtag')).toEqual(['nomi.it hashtag_non_valido'])
  })

  test('of a list below another one stands under a parent in force', async () => {
    const { body } = await post('aggiungi-voce', { lista: 'contesto', nomi: { it: 'Smart working' } })
    expect(body.result.errori).toMatchObject([{ campo: 'id_superiore', codice: 'campo_obbligatorio' }])
    const entry = await add('contesto', { it: 'Smart working' }, { id_superiore: 1 })
    expect(entry).toMatchObject({ id_superiore: 1 })
    expect(await offered('contesto?id_ambito=1')).toContainEqual(
      expect.objectContaining({ id_contesto: entry.id_voce, id_ambito: 1 }),
    )
    expect(
      (await post('aggiungi-voce', { lista: 'contesto', id_superiore: 999, nomi: { it: 'Altrove' } })).status,
    ).toBe(400)
  })

  test('cannot be added to the documents that the law requires', async () => {
    const { body } = await post('aggiungi-voce', { lista: 'tipo-allegato-persona-giuridica', nomi: { it: 'Ottavo' } })
    expect(body.errorCode).toBe('lista_chiusa')
  })
})

describe('a renamed entry', () => {
  test('has its new names everywhere, and the audit log has the languages', async () => {
    const entry = await add('religione', { it: 'Bahai' })
    const { body } = await post('modifica-voce', {
      lista: 'religione',
      id_voce: entry.id_voce,
      versione: 1,
      nomi: { it: 'Bahá’í', fr: 'Baha’ie' },
    })
    expect(body.result).toMatchObject({ versione: 2, nomi: { it: 'Bahá’í', fr: 'Baha’ie' } })
    const { rows } = await portal.database.pool.query(
      "select record_ids, changed_fields from audit_entries where action = 'reference_changed' order by at desc limit 1",
    )
    expect(rows).toEqual([{ record_ids: [String(entry.id_voce)], changed_fields: ['religione.it', 'religione.fr'] }])
  })

  test('that another user changed first is answered with the current one, and stays', async () => {
    const entry = await add('religione', { it: 'Giainismo' })
    const rename = (it: string) =>
      post('modifica-voce', { lista: 'religione', id_voce: entry.id_voce, versione: entry.versione, nomi: { it } })
    expect((await rename('Giaina')).status).toBe(200)
    const { status, body } = await rename('Giainista')
    expect([status, body.errorCode]).toEqual([409, 'conflitto'])
    expect(body.result).toMatchObject({ id_voce: entry.id_voce, nomi: { it: 'Giaina' }, versione: 2 })
  })

  test('is not renamed by a later seed, and a deleted one does not come back', async () => {
    const [sex] = await entriesOf('stato-civile')
    const rest = await entriesOf('stato-civile', { testo: 'Altro' })
    expect(sex).toBeDefined()
    const id = sex?.id_voce ?? 0
    await post('modifica-voce', { lista: 'stato-civile', id_voce: id, versione: 1, nomi: { it: 'Rinominato' } })
    for (const entry of rest) {
      await retire('stato-civile', entry)
      await remove('stato-civile', await entryOf('stato-civile', entry.id_voce))
    }
    await seedReference(portal.database.db)
    expect((await entryOf('stato-civile', id)).nomi).toEqual({ it: 'Rinominato' })
    expect(await entriesOf('stato-civile', { testo: 'Altro' })).toEqual([])
  })
})

describe('a retired entry', () => {
  test('is offered and accepted for nothing new, keeps its label for records that use it, and can be restored', async () => {
    const operator = await portal.as('operatorTwo')
    const entry = await add('esito-finale', { it: 'Esito sperimentale' })
    const { body } = await retire('esito-finale', entry)
    expect(body.result).toMatchObject({ ritirata: 1, versione: 2 })
    const hasIt = expect.objectContaining({ id_esito_finale: entry.id_voce })
    expect(await offered('esito-finale')).not.toContainEqual(hasIt)
    const bundle = async (caller: Caller) => (await caller.raw('GET', '/v1/tipologiche/all-dettaglio')).body.result
    expect((await bundle(portal.visitor)).listaEsitoFinale).not.toContainEqual(hasIt)
    expect((await bundle(operator)).listaEsitoFinale).toContainEqual({
      id_esito_finale: entry.id_voce,
      esito_finale: 'Esito sperimentale',
      ritirata: 1,
    })
    await retire('esito-finale', body.result, 0)
    expect(await offered('esito-finale')).toContainEqual(hasIt)
  })

  test('stays in a case that has it, also in a line beside a new one, and is refused for a new choice', async () => {
    const [kept, fresh] = [await add('ground', { it: 'Ground ritirato' }), await add('ground', { it: 'Ground nuovo' })]
    const groundsOnWire = (...ids: number[]) => ({
      listaSegnalazioneGround: ids.map((id, index) => ({ id_ground: id, priorita: Math.min(index, 1) })),
    })
    const enter = (more: object) => manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire({ ...more }))
    const { body } = await enter(groundsOnWire(kept.id_voce))
    const id: number = body.result.id_segnalazione
    await retire('ground', kept)
    const refused = await enter(groundsOnWire(kept.id_voce))
    expect([refused.status, refused.body.result.errori[0].codice]).toEqual([400, 'scelta_non_valida'])
    const { result } = (await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).body
    const save = (more: object) =>
      manager.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', { ...result, ...more })
    expect((await save(groundsOnWire(fresh.id_voce, kept.id_voce))).status).toBe(200)
  })

  test('named by the code or by the law stays in force', async () => {
    for (const [lista, id] of [
      ['lingua', 1],
      ['segnalante', 3],
      ['canale', 2],
      ['pertinenza', 4],
      ['tipo-allegato-persona-giuridica', 6],
    ] as const) {
      const entry = await entryOf(lista, id)
      expect(entry).toHaveProperty('motivo_fissa')
      expect((await retire(lista, entry)).body.errorCode, lista).toBe('voce_fissa')
    }
  })

  test('is in its list wherever the code names it', async () => {
    for (const list of listNames) {
      const named = Array.from({ length: 99 }, (_one, index) => index + 1).filter((id) => fixedReasonOf(list, id))
      const ids = named.length > 0 ? (await entriesOf(referenceLists[list].path)).map(({ id_voce }) => id_voce) : []
      expect(ids, list).toEqual(expect.arrayContaining(named))
    }
  })

  test('with the name of a new hashtag is not offered to the operator who types it', async () => {
    const entry = await add('hashtag', { it: 'dopo scuola' })
    expect(entry.nomi.it).toBe('#doposcuola')
    await retire('hashtag', entry)
    const { body } = await manager.raw('POST', '/v1/tipologiche/hashtag', { hashtag: 'DopoScuola' })
    expect(body.result.errori).toMatchObject([{ campo: 'hashtag', codice: 'voce_ritirata' }])
  })
})

describe('the uses of an entry', () => {
  test('are counted by field: of cases by their columns and lines, of associations by opening them', async () => {
    const caseId = await makeCase(portal, { status: 'open' })
    await portal.database.pool.query(
      `update cases set grounds = '[{"groundId": 1, "subGroundId": 102}]', offender_type_id = 3 where id = $1`,
      [caseId],
    )
    await makeAssociation(portal, { status: 'enrolled' })
    const count = async (lista: string, id: number) =>
      (await usesOf(lista, id)).map(
        ({ archivio, campo, numero }: Record<string, unknown>) => `${archivio} ${campo} ${numero}`,
      )
    expect(await count('ground', 1)).toEqual([
      'segnalazione Ground 1',
      expect.stringMatching(/^associazione Ground prevalente [1-9]$/),
      'associazione Ground 0',
      expect.stringMatching(/^tipologica sotto-ground \d+$/),
      'tipologica motivo-direttive 1',
    ])
    expect(await count('tipo-responsabile', 3)).toEqual(['segnalazione Tipo di responsabile 1'])
    expect(await count('finanziatore-progetto', 4)).toEqual([
      expect.stringMatching(/^associazione Finanziatore [1-9]$/),
    ])
    expect(await count('tipo-anagrafica-pg', 1)).toEqual([
      'anagrafica_pg Tipo di ente 0',
      expect.stringMatching(/^associazione /),
    ])
    expect(await count('religione', 1)).toEqual(['segnalazione Religione undefined'])
  })

  test.each(listNames)('are counted for an entry of %s, or said to be uncountable', async (list) => {
    const { path: lista } = referenceLists[list]
    const [entry] = await entriesOf(lista)
    const uses: { numero?: number }[] = await usesOf(lista, entry?.id_voce ?? 0)
    for (const { numero } of uses) expect(numero ?? 0).toBeGreaterThanOrEqual(0)
    const stored = [caseFields, associationFields, personFields, organisationFields].flatMap(choiceFieldsOf)
    const chosen = stored.filter((choice) => choice.list === list)
    expect(uses.length).toBeGreaterThanOrEqual(chosen.length)
  })

  test('prevent its deletion, and so do uses that nobody can count', async () => {
    const inForce = await entryOf('tipo-responsabile', 3)
    expect((await remove('tipo-responsabile', inForce)).body.errorCode).toBe('voce_in_vigore')
    await retire('tipo-responsabile', inForce)
    expect((await remove('tipo-responsabile', await entryOf('tipo-responsabile', 3))).body.errorCode).toBe('voce_usata')
    const religion = await entryOf('religione', 1)
    await retire('religione', religion)
    expect((await remove('religione', await entryOf('religione', 1))).body.errorCode).toBe('usi_non_contabili')
  })

  test('are checked at night for retired entries, and shown with them', async () => {
    await portal.services.entries.checkRetired()
    const used = await entriesOf('tipo-responsabile', { stato: 'ritirate_usate' })
    expect(used).toMatchObject([{ id_voce: 3, usi_dopo_ritiro: 1 }])
    const { body } = await manager.raw('GET', `${path}/liste`)
    expect(body.result).toContainEqual(
      expect.objectContaining({ lista: 'tipo-responsabile', ritirate: 1, ritirate_usate: 1 }),
    )
  })
})

test('a deleted entry leaves the list, and its number is never used again', async () => {
  const entry = await add('titolo-studio', { it: 'Per errore' })
  await retire('titolo-studio', entry)
  const { status } = await remove('titolo-studio', await entryOf('titolo-studio', entry.id_voce))
  expect(status).toBe(200)
  expect((await entriesOf('titolo-studio')).some(({ id_voce }) => id_voce === entry.id_voce)).toBe(false)
  expect((await remove('titolo-studio', entry)).status).toBe(404)
  expect((await add('titolo-studio', { it: 'Per errore' })).id_voce).toBe(entry.id_voce + 1)
})

describe('the order of a list', () => {
  const orderOf = async (lista: string) => (await entriesOf(lista)).map(({ id_voce }) => id_voce)
  const move = (lista: string, id_voce: number, verso: 'su' | 'giu') => post('sposta-voce', { lista, id_voce, verso })

  test('of its own changes by one place at a time, and every reader has it, with Altro last', async () => {
    const before = await orderOf('motivo-riapertura')
    const [first = 0, second = 0, ...others] = before
    expect((await move('motivo-riapertura', first, 'giu')).status).toBe(200)
    const after = [second, first, ...others]
    expect(await orderOf('motivo-riapertura')).toEqual(after)
    const ids = (await offered('motivo-riapertura', manager)).map(({ id_motivo_riapertura: id }) => id)
    expect(ids).toEqual(after)
    await move('motivo-riapertura', second, 'su')
    expect(await orderOf('motivo-riapertura')).toEqual(after)
    const added = await add('motivo-riapertura', { it: 'Aggiunto' })
    expect(await orderOf('motivo-riapertura')).toEqual([...after.slice(0, -1), added.id_voce, 99])
    expect((await move('motivo-riapertura', 99, 'su')).body.errorCode).toBe('lista_alfabetica')
  })

  test('that the specification makes alphabetical stays', async () => {
    const [first = 0] = await orderOf('ground')
    expect((await move('ground', first, 'giu')).body.errorCode).toBe('lista_alfabetica')
  })

  test.each(['ground', 'fascia-eta', 'ente-esterno', 'nazione'])(
    '%s is the same on the page of the list',
    async (list) => {
      const all =
        list === 'nazione'
          ? [...(await orderOf(list)), ...(await entriesOf(list, {}, 101)).map(({ id_voce }) => id_voce)]
          : await orderOf(list)
      const stem = {
        ground: 'id_ground',
        'fascia-eta': 'id_fascia_eta',
        'ente-esterno': 'id_ente_esterno',
        nazione: 'id_nazione',
      }[list]
      expect((await offered(list, manager)).map((item) => item[stem ?? '']).slice(0, all.length)).toEqual(all)
    },
  )
})

test('two users who add the same name at the same time add it once', async () => {
  const answers = await Promise.all(
    ['Doppia', 'doppia'].map((it) => post('aggiungi-voce', { lista: 'tipo-lavoro', nomi: { it } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})
