import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { indexRows } from '#platform/protection/reseal.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { makeCase } from '../../../../test/make-case.ts'
import { kindsOfRecord } from '../registry.kinds.ts'
import { sealedPeople } from '../sealed-persons.ts'

let portal: TestApp
let manager: Caller
let one: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  one = await portal.as('operatorOne')
})
afterAll(() => portal.close())

const day = (text: string) => `${text}T00:00:00.000Z`
const add = async (body: object, kind = 'fisica'): Promise<number> => {
  const { status, body: reply } = await manager.raw('POST', `/v1/anagrafica/add-persona-${kind}`, body)
  expect([status, reply.result.errori]).toEqual([200, undefined])
  return Object.values(reply.result)[0] as number
}
const read = async (id: number) =>
  (await manager.raw('GET', `/v1/anagrafica/dettaglio-persona-fisica/${id}`)).body.result
const history = async (id: number) =>
  (await manager.raw('GET', `/v1/anagrafica/storia-persona-fisica/${id}`)).body.result.listaView
const post = (path: string, body: object, caller = manager) => caller.raw('POST', `/v1/anagrafica/${path}`, body)
interface Pair {
  readonly id_coppia: number
  readonly scheda_uno: { readonly id_scheda: number }
  readonly scheda_due: { readonly id_scheda: number }
}
const pairs = async (filtri: object = {}) =>
  (await manager.raw('GET', `/v1/anagrafica/doppioni?a=50&filtri=${encodeURIComponent(JSON.stringify(filtri))}`)).body
    .result.listaView as Pair[]
const pairOf = async (first: number, second: number) =>
  (await pairs()).find(
    ({ scheda_uno, scheda_due }) => scheda_uno.id_scheda === first && scheda_due.id_scheda === second,
  )
const merge = async (keptId: number, mergedId: number, campi: readonly string[] = [], more: object = {}) => {
  const [kept, merged] = [await read(keptId), await read(mergedId)]
  const body = { tipo: 'fisica', id_scheda: keptId, versione: kept.versione, campi }
  return post('unisci', { ...body, id_scheda_unita: mergedId, versione_unita: merged.versione, ...more })
}

describe('possible duplicates', () => {
  test('of a person who is about to be saved are found, the likeliest first, with what speaks for it', async () => {
    const same = await add({ nome: 'Amal', cognome: 'Benhadj', data_nascita: day('1990-05-06') })
    await add({ nome: 'Amal', cognome: 'Benhadj', data_nascita: day('1961-11-30') })
    const wanted = { nome: 'Amal', cognome: 'Benhaj', data_nascita: day('1990-05-06') }
    const { body } = await post('doppioni-persona-fisica', wanted, one)
    expect(body.result.listaDoppioni).toEqual([
      {
        id_scheda: same,
        denominazione: 'Benhadj Amal',
        data_nascita: day('1990-05-06'),
        peso: 14,
        confronti: [
          { dato: 'nome', esito: 'simile', peso: 6 },
          { dato: 'data_nascita', esito: 'uguale', peso: 8 },
        ],
      },
    ])
    const own = await post('doppioni-persona-fisica', { ...wanted, id_scheda: same })
    expect(own.body.result.listaDoppioni).toEqual([])
  })

  test('that somebody decided about are not asked again of the record that a merge keeps, until the undo', async () => {
    const person = { cognome: 'Ricordati', nome: 'Ida', anagrafica: { email: 'ida.ricordati@example.it' } }
    const [kept, merged, third] = [await add(person), await add(person), await add(person)]
    await post('doppioni-diversi', { tipo: 'fisica', id_scheda: merged, altre: [third] })
    expect(await pairOf(kept, third)).toBeDefined()
    const { id_unione } = (await merge(kept, merged)).body.result
    expect(await pairOf(kept, third)).toBeUndefined()
    expect((await post('annulla-unione', { id_unione })).status).toBe(200)
    expect(await pairOf(kept, third)).toBeDefined()
    expect(await pairOf(merged, third)).toBeUndefined()
  })

  test.each([
    [
      'swapped names',
      { nome: 'Farouk', cognome: 'Yilmaz' },
      { nome: 'Yilmaz', cognome: 'Farouk' },
      { data_nascita: day('1977-01-02') },
    ],
    [
      'another alphabet',
      { nome: 'Тарас', cognome: 'Гончар' },
      { nome: 'Taras', cognome: 'Honchar' },
      { data_nascita: day('1988-03-04') },
    ],
    [
      'a shared telephone number',
      { nome: 'Lucía', cognome: 'Ortega' },
      { nome: 'Lucia', cognome: 'Ortega Ruiz' },
      { anagrafica: { recapito_pri: '3335550001' } },
    ],
    [
      'a shared mail address',
      { nome: 'Bogdan', cognome: 'Ionescu' },
      { nome: 'Bogdan', cognome: 'Jonescu' },
      { anagrafica: { email: 'b.i@example.it' } },
    ],
  ])('are listed as work once they are saved: %s', async (_what, first, second, both) => {
    const [older, newer] = [await add({ ...first, ...both }), await add({ ...second, ...both })]
    expect(await pairOf(older, newer)).toMatchObject({ tipo: 'fisica', scheda_uno: { id_scheda: older } })
  })

  test('of bodies are found by name and contacts, read and decided', async () => {
    const first = await add(
      { ragione_sociale: 'Mani Tese Onlus', anagrafica: { email: 'mani@example.it' } },
      'giuridica',
    )
    const second = await add(
      { ragione_sociale: 'Associazione Mani Tese', anagrafica: { email: 'mani@example.it' } },
      'giuridica',
    )
    const found = await pairs({ tipo: 'giuridica' })
    expect(found).toMatchObject([
      { scheda_uno: { id_scheda: first, denominazione: 'Mani Tese Onlus' }, scheda_due: { id_scheda: second } },
    ])
    expect((await one.raw('GET', `/v1/anagrafica/doppioni/${found[0]?.id_coppia}`)).body.result).toMatchObject({
      tipo: 'giuridica',
      scheda_uno: { id_scheda: first },
    })
    const apart = { tipo: 'giuridica', id_scheda: first, altre: [second] }
    expect((await post('doppioni-diversi', apart, one)).body.result).toEqual({ numero: 1 })
  })

  test('end when a record changes so that it is like no other', async () => {
    const both = { cognome: 'Zanfrini', nome: 'Piero', data_nascita: day('1970-02-03') }
    const [first, second] = [await add(both), await add(both)]
    expect(await pairOf(first, second)).toBeDefined()
    await post('mod-persona-fisica', {
      ...both,
      cognome: 'Altrocognome',
      nome: 'Dario',
      data_nascita: day('1999-09-09'),
      id_persona_fisica: second,
      versione: 1,
    })
    expect(await pairOf(first, second)).toBeUndefined()
  })

  test('are shown side by side, and not asked again once somebody said that they are two people', async () => {
    const both = { cognome: 'Gemelli', nome: 'Ugo', data_nascita: day('1970-02-03') }
    const [first, second] = [await add(both), await add(both)]
    const pair = await pairOf(first, second)
    const detail = (await one.raw('GET', `/v1/anagrafica/doppioni/${pair?.id_coppia}`)).body.result
    expect(detail).toMatchObject({
      peso: 17,
      confronti: [
        { dato: 'nome', peso: 9 },
        { dato: 'data_nascita', peso: 8 },
      ],
      scheda_uno: { id_scheda: first, versione: 1, numero_casi: 0, valori: { cognome: 'Gemelli' } },
      scheda_due: { id_scheda: second },
    })
    const apart = { tipo: 'fisica', id_scheda: first, altre: [second] }
    expect((await post('doppioni-diversi', apart, one)).body.result).toEqual({ numero: 1 })
    expect(await pairOf(first, second)).toBeUndefined()
    expect((await one.raw('GET', `/v1/anagrafica/doppioni/${pair?.id_coppia}`)).status).toBe(404)
    await post('mod-persona-fisica', { ...both, anagrafica: { cap: '00100' }, id_persona_fisica: first, versione: 1 })
    expect(await pairOf(first, second)).toBeUndefined()
    const again = await post('doppioni-persona-fisica', { ...both, id_scheda: first })
    expect(again.body.result.listaDoppioni).toEqual([])
  })

  test('of records that no save compared, as of an import, are found by the job', async () => {
    const both = { cognome: 'Importati', nome: 'Ivo', data_nascita: day('1970-02-03') }
    const [first, second] = [await add(both), await add(both)]
    await portal.database.pool.query('delete from registry_pairs')
    await portal.database.pool.query('update natural_persons set compared_at = null where id = any($1)', [
      [first, second],
    ])
    const compareAll = () =>
      portal.services.audit.job('registry.compare', (audit) => portal.services.registry.compareAll(audit))
    expect(await compareAll()).toMatchObject({ compared: 2 })
    expect(await pairOf(first, second)).toBeDefined()
    expect(await compareAll()).toEqual({ compared: 0, queued: 0 })
  })

  test.each([
    [{ tipo: 'fisica', id_scheda: 1_999_999_999, altre: [1] }, 'id_scheda'],
    [{ tipo: 'fisica', id_scheda: 0, altre: [1] }, 'id_scheda'],
    [{ tipo: 'fisica', id_scheda: 1, altre: [] }, 'altre'],
    [{ tipo: 'altra', id_scheda: 1, altre: [2] }, 'tipo'],
  ])('%j is refused', async (body, field) => {
    const answer = await post('doppioni-diversi', body)
    expect([answer.status, answer.body.result.errori[0].campo]).toEqual([400, field])
  })
})

describe('a merge', () => {
  const maria = { cognome: 'Unita', nome: 'Maria' }
  const withEmail = (email: string) => ({ ...maria, anagrafica: { email } })

  test('takes the chosen fields, relinks the cases, and leaves one record in every list', async () => {
    const kept = await add({ ...withEmail('vecchia@example.it'), data_nascita: day('1980-01-01') })
    const other = await add({ ...withEmail('nuova@example.it'), codice_fiscale: 'RSSMRA80A41H501Y' })
    const caseId = await makeCase(portal)
    await portal.database.pool.query('update cases set reporter_person_id = $1 where id = $2', [other, caseId])
    const answer = await merge(kept, other, ['anagrafica.email', 'codice_fiscale'])
    expect([answer.status, answer.body.result]).toEqual([200, { id_unione: expect.any(Number) }])
    expect(await read(kept)).toMatchObject({
      codice_fiscale: 'RSSMRA80A41H501Y',
      data_nascita: day('1980-01-01'),
      versione: 2,
      anagrafica: { email: 'nuova@example.it' },
    })
    expect((await manager.raw('GET', `/v1/anagrafica/dettaglio-persona-fisica/${other}`)).status).toBe(404)
    const found = (await post('persone-fisiche', { filtri: { parole: 'unita maria' } })).body.result.listaView
    expect(found.map((row: { id_persona_fisica: number }) => row.id_persona_fisica)).toEqual([kept])
    const { rows } = await portal.database.pool.query('select reporter_person_id from cases where id = $1', [caseId])
    expect(rows).toEqual([{ reporter_person_id: kept }])
    expect((await history(kept)).map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'unione',
      'inserimento',
      'inserimento',
    ])
    expect((await history(kept))[0]).toMatchObject({
      id_unione: expect.any(Number),
      annullabile_fino_al: expect.any(String),
    })
  })

  test('is undone: both records, their codes, cases and histories are as before', async () => {
    const born = { data_nascita: day('1980-01-01') }
    const kept = await add({ cognome: 'Annullo', nome: 'Ada', ...born })
    const other = await add({ cognome: 'Annullo', nome: 'Ada', codice_fiscale: 'HDDMLA80A41H501J', ...born })
    const { body } = await merge(kept, other, ['codice_fiscale'])
    // As the start of a server and the encryption batch do.
    const { inTransaction, vault } = portal.services
    expect(await indexRows(inTransaction, vault, sealedPeople)).toBeGreaterThan(0)
    expect((await post('annulla-unione', { id_unione: body.result.id_unione })).body.result).toEqual({
      flag_annullata: 1,
      campi_modificati: [],
    })
    expect((await read(kept)).codice_fiscale).toBeUndefined()
    expect(await read(other)).toMatchObject({ codice_fiscale: 'HDDMLA80A41H501J' })
    expect((await history(other)).map(({ tipo }: { tipo: string }) => tipo)).toEqual(['inserimento'])
    expect((await history(kept))[0].tipo).toBe('unione_annullata')
    expect((await post('annulla-unione', { id_unione: body.result.id_unione })).status).toBe(404)
    expect(await pairOf(kept, other)).toBeDefined()
  })

  test('keeps what was edited since: other fields silently, its own fields only after a question', async () => {
    const kept = await add({ ...maria, anagrafica: { email: 'prima@example.it', cap: '00100' } })
    const other = await add(withEmail('seconda@example.it'))
    const { id_unione } = (await merge(kept, other, ['anagrafica.email'])).body.result
    const edited = { ...maria, anagrafica: { email: 'terza@example.it', cap: '00199' } }
    await post('mod-persona-fisica', { ...edited, id_persona_fisica: kept, versione: 2 })
    const asked = await post('annulla-unione', { id_unione })
    expect(asked.body.result).toEqual({ flag_annullata: 0, campi_modificati: ['anagrafica.email'] })
    expect((await read(kept)).anagrafica).toMatchObject({ email: 'terza@example.it' })
    const done = await post('annulla-unione', { id_unione, flag_deciso: 1 })
    expect(done.body.result.flag_annullata).toBe(1)
    expect((await read(kept)).anagrafica).toEqual({ email: 'terza@example.it', cap: '00199' })
    expect((await read(other)).anagrafica).toEqual({ email: 'seconda@example.it' })
  })

  test('is refused where somebody holds or changed one of the records, and for a field that is none', async () => {
    const [kept, other] = [await add(maria), await add(maria)]
    expect((await merge(kept, other, ['scarpe'])).body.result.errori).toMatchObject([{ campo: 'campi' }])
    expect((await merge(kept, other, [], { versione_unita: 7 })).status).toBe(409)
    await one.raw('GET', `/v1/anagrafica/lock-pf/${other}`)
    const kindOf = await post('unisci', {
      tipo: 'fisica',
      id_scheda: kept,
      versione: 1,
      campi: [],
      id_scheda_unita: other,
      versione_unita: 1,
    })
    expect([kindOf.status, kindOf.body.errorCode]).toEqual([409, 'scheda_bloccata'])
    await one.raw('GET', `/v1/anagrafica/lock-pf/${other}?azione=rilascia`)
    const itself = { tipo: 'fisica', id_scheda: kept, versione: 1, campi: [], id_scheda_unita: kept, versione_unita: 1 }
    expect((await post('unisci', itself)).body.result.errori).toMatchObject([{ campo: 'id_scheda_unita' }])
  })

  test('ends for good after thirty days; the history of both stays', async () => {
    const [kept, other] = [await add(maria), await add(maria)]
    const { id_unione } = (await merge(kept, other)).body.result
    // The age of the record itself does not matter.
    await portal.database.pool.query("update natural_persons set changed_at = '2000-01-01' where id = $1", [other])
    await portal.services.retention.run()
    const before = await portal.database.pool.query('select id from natural_persons where id = $1', [other])
    expect(before.rows).toHaveLength(1)
    await portal.database.pool.query('update natural_persons set merged_at = $2 where id = $1', [
      other,
      new Date(portal.clock.now().getTime() - 31 * 86_400_000),
    ])
    await portal.services.retention.run()
    expect((await post('annulla-unione', { id_unione })).status).toBe(404)
    expect((await history(kept)).map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'unione',
      'inserimento',
      'inserimento',
    ])
    const { rows } = await portal.database.pool.query('select id from natural_persons where id = $1', [other])
    expect(rows).toEqual([])
  })

  test('of a record that was itself merged keeps the history of all', async () => {
    const [first, second, third] = [await add(maria), await add(maria), await add(maria)]
    await merge(second, third)
    const { id_unione } = (await merge(first, second)).body.result
    const kinds = async (id: number) => (await history(id)).map(({ tipo }: { tipo: string }) => tipo)
    expect((await kinds(first)).sort()).toEqual([...Array(3).fill('inserimento'), 'unione', 'unione'])
    await post('annulla-unione', { id_unione })
    expect(await kinds(first)).toEqual(['unione_annullata', 'unione', 'inserimento'])
    expect((await kinds(second)).sort()).toEqual(['inserimento', 'inserimento', 'unione'])
    await merge(first, second)
    await portal.database.pool.query('update natural_persons set merged_at = $2 where id = any($1)', [
      [second, third],
      new Date(portal.clock.now().getTime() - 31 * 86_400_000),
    ])
    await portal.services.retention.run()
    expect((await kinds(first)).filter((kind: string) => kind === 'inserimento')).toHaveLength(3)
  })

  test('is over when the kept record is deleted, with the merged one', async () => {
    const [kept, other] = [await add(maria), await add(maria)]
    const { id_unione } = (await merge(kept, other)).body.result
    await portal.database.pool.query('delete from natural_persons where id = $1', [kept])
    const { rows } = await portal.database.pool.query('select id from natural_persons where id = $1', [other])
    expect(rows).toEqual([])
    expect((await post('annulla-unione', { id_unione })).status).toBe(404)
  })
})

/** The embedded engine lets nobody in while another is at work. */
const hasOneSession = inject('testEngine') === 'embedded'

test.skipIf(hasOneSession)(
  'a save waits for a merge, or it would list pairs of the record that is merged',
  async () => {
    const person = { cognome: 'Accanto', nome: 'Zeno', anagrafica: { email: 'accanto@example.it' } }
    const [kept, other, third] = [await add(person), await add(person), await add({ ...person, nome: 'Zenone' })]
    const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows
    const client = await portal.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [`registry ${kindsOfRecord.person.table}`])
      const merging = merge(kept, other)
      const saving = post('mod-persona-fisica', { ...person, id_persona_fisica: third, versione: 1 }, one)
      await vi.waitFor(
        async () =>
          expect(
            await query(`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`),
          ).toEqual([{ waiting: 2 }]),
        { timeout: 10_000 },
      )
      await client.query('commit')
      expect((await Promise.all([merging, saving])).map(({ status }) => status)).toEqual([200, 200])
    } finally {
      client.release(true)
    }
    expect(
      await query(
        `select id from registry_pairs where kind = 'person' and status = 'open' and $1 in (first_id, second_id)`,
        [other],
      ),
    ).toEqual([])
  },
)

type Step = readonly [kept: number, other: number, takesEmail: boolean]

/** Merges two of the records, unless one of them is merged already; returns the id of the merge. */
async function mergeTwo(ids: readonly number[], [kept, other, takesEmail]: Step): Promise<number[]> {
  const [a, b] = [ids[kept] ?? 0, ids[other] ?? 0]
  const isThere = async (id: number) => (await read(id)).id_persona_fisica !== undefined
  if (a === b || !(await isThere(a)) || !(await isThere(b))) return []
  const answer = await merge(a, b, takesEmail ? ['anagrafica.email'] : [])
  expect(answer.status).toBe(200)
  return [answer.body.result.id_unione]
}

const withoutVersion = (record: Record<string, unknown>) => ({ ...record, versione: 0, data_modifica: '' })

test('random merges and undos leave every record and every case as it was', async () => {
  const step = fc.tuple(fc.nat(3), fc.nat(3), fc.boolean())
  const cases = await Promise.all(Array.from({ length: 4 }, () => makeCase(portal)))
  /** The record that reporter and victim of each case are linked to. */
  const links = async () =>
    (
      await portal.database.pool.query(
        'select id, reporter_person_id, victim_person_id from cases where id = any($1) order by id',
        [cases],
      )
    ).rows
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
    const ids: number[] = []
    for (let index = 0; index < 4; index++)
      ids.push(await add({ cognome: 'Prova', nome: 'Pia', anagrafica: { email: `p${index}@example.it` } }))
    for (const [index, id] of cases.entries())
      await portal.database.pool.query(
        'update cases set reporter_person_id = $2, victim_person_id = $3 where id = $1',
        [id, ids[index], ids[(index + 1) % ids.length]],
      )
    const before = await Promise.all(ids.map(read))
    const linked = await links()
    const merges: number[] = []
    for (const one of steps) merges.push(...(await mergeTwo(ids, one)))
    for (const id of merges.reverse())
      expect((await post('annulla-unione', { id_unione: id })).body.result).toMatchObject({ flag_annullata: 1 })
    expect((await Promise.all(ids.map(read))).map(withoutVersion)).toEqual(before.map(withoutVersion))
    expect(await links()).toEqual(linked)
    const { rows } = await portal.database.pool.query(
      `select id from natural_persons p where id = any($1) and (merged_into is not null
        or not exists (select from natural_person_tokens t where t.id = p.id))`,
      [ids],
    )
    expect(rows).toEqual([])
  })
  await fc.assert(property, { numRuns: 12 })
})
