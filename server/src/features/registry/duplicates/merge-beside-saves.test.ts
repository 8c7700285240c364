import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { caseOnWire } from '../../../../test/make.ts'

let portal: TestApp
let manager: Caller
let one: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  one = await portal.as('operatorOne')
})
afterAll(() => portal.close())

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows
const add = async (cognome: string): Promise<number> =>
  (await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', { nome: 'Ida', cognome })).body.result
    .id_persona_fisica

/** A case of a reporter and a victim who have these records. */
const linkedTo = (reporter?: number, victim?: number) =>
  caseOnWire({
    personaFisica: { nome: 'Ugo', cognome: 'Legato', ...(reporter && { id_persona_fisica: reporter }) },
    vittima: victim ? { id_persona_fisica: victim } : {},
  })
const enter = (wire: object) => manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', wire)
const enterCase = async (wire: object): Promise<number> => (await enter(wire)).body.result.id_segnalazione
const save = (id: number, wire: object) =>
  manager.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', { ...wire, id_segnalazione: id, versione: 1 })
const saveRecord = (id: number) =>
  one.raw('POST', '/v1/anagrafica/mod-persona-fisica', {
    nome: 'Ida',
    cognome: 'Corretta',
    id_persona_fisica: id,
    versione: 1,
  })
const merge = (kept: number, merged: number) =>
  manager.raw('POST', '/v1/anagrafica/unisci', {
    tipo: 'fisica',
    id_scheda: kept,
    versione: 1,
    campi: [],
    id_scheda_unita: merged,
    versione_unita: 1,
  })
const linksOf = async (id: number) =>
  (await query('select reporter_person_id as reporter, victim_person_id as victim from cases where id = $1', [id]))[0]
const storyOf = async (id: number) =>
  (await manager.raw('GET', `/v1/segnalazioni/iter/${id}`)).body.result.listaView as { campi_modificati: object[] }[]

describe('a merge', () => {
  test('is in the history of each case whose link it moves, and so is its undo', async () => {
    const [kept, merged] = [await add('Storica'), await add('Unita')]
    const id = await enterCase(linkedTo(merged, merged))
    const { id_unione } = (await merge(kept, merged)).body.result
    const changes = ['personaFisica', 'vittima'].map((part) => ({
      campo: `${part}.id_persona_fisica`,
      prima: merged,
      dopo: kept,
    }))
    expect((await storyOf(id))[0]).toMatchObject({ campi_modificati: changes })
    await manager.raw('POST', '/v1/anagrafica/annulla-unione', { id_unione })
    const back = changes.map(({ campo }) => ({ campo, prima: kept, dopo: merged }))
    expect((await storyOf(id))[0]).toMatchObject({ campi_modificati: back })
  })

  test('answers a later user of the merged record with the number of the kept one', async () => {
    const [kept, merged] = [await add('Rimasta'), await add('Sparita')]
    await merge(kept, merged)
    for (const { status, body } of [
      await saveRecord(merged),
      await manager.raw('GET', `/v1/anagrafica/dettaglio-persona-fisica/${merged}`),
      await one.raw('GET', `/v1/anagrafica/lock-pf/${merged}`),
    ]) {
      expect([status, body.errorCode]).toEqual([404, 'scheda_unita'])
      expect(body.result).toEqual({ descrizione: expect.stringContaining(`scheda n. ${kept}`), id_scheda: kept })
    }
    const { status, body } = await enter(linkedTo(merged))
    expect([status, body.result.errori]).toMatchObject([
      400,
      [{ campo: 'personaFisica.id_persona_fisica', codice: 'scheda_mancante' }],
    ])
  })
})

/** How many sessions wait for another. */
const isWaiting = (count: number) =>
  vi.waitFor(
    async () =>
      expect(
        await query(`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`),
      ).toEqual([{ waiting: count }]),
    { timeout: 10_000 },
  )

/** Merges one of two new records into the other beside six calls that use them; returns the status of each call. */
async function race(round: number): Promise<Record<string, number>> {
  const ids = [await add('Tenuta'), await add('Unita')]
  const [kept = 0, merged = 0] = round % 2 ? ids : ids.toReversed()
  const reporter = await enterCase(linkedTo(merged))
  const victim = await enterCase(linkedTo(undefined, merged))
  const both = await enterCase(linkedTo(merged, merged))
  const neither = await enterCase(linkedTo())
  const calls: readonly (readonly [name: string, call: () => Promise<{ status: number }>])[] = [
    ['merge', () => merge(kept, merged)],
    ['relinked', () => save(reporter, linkedTo(kept))],
    ['crossed', () => save(victim, linkedTo(merged, kept))],
    ['unrelated', () => save(both, { ...linkedTo(merged, merged), note: 'Altro.' })],
    ['linked', () => save(neither, linkedTo(kept, merged))],
    ['entered', () => enter(linkedTo(merged, kept))],
    ['record', () => saveRecord(merged)],
  ]
  const first = round % calls.length
  const order = [...calls.slice(first), ...calls.slice(0, first)]
  return Object.fromEntries(await Promise.all(order.map(async ([name, call]) => [name, (await call()).status])))
}

/** What each call of a race answers: its success first. */
const possible: Readonly<Record<string, readonly number[]>> = {
  merge: [200, 409],
  relinked: [200, 409],
  crossed: [200, 400, 409],
  unrelated: [200, 409],
  linked: [200, 400],
  entered: [200, 400],
  record: [200, 404],
}

// The embedded engine has one session: nothing runs beside a merge.
describe.skipIf(inject('testEngine') === 'embedded')('beside a save', () => {
  test('a merge locks the cases before the records, as a save does, so that neither waits for the other', async () => {
    const [first, kept, merged] = [await add('Prima'), await add('Tenuta'), await add('Unita')]
    const id = await enterCase(linkedTo(undefined, merged))
    const client = await portal.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from natural_persons where id = $1 for update', [first])
      const saving = save(id, linkedTo(first, kept))
      await isWaiting(1)
      const merging = merge(kept, merged)
      await isWaiting(2)
      // The merge waits for the case without a lock that the save needs.
      await client.query('select from natural_persons where id = any($1) for update nowait', [[kept, merged]])
      await client.query('commit')
      expect((await Promise.all([saving, merging])).map(({ status }) => status)).toEqual([200, 200])
      expect(await linksOf(id)).toEqual({ reporter: first, victim: kept })
    } finally {
      client.release(true)
    }
  })

  test('a merge loses no link, in whatever order the two come', async () => {
    const races: Record<string, number>[] = []
    for (let round = 0; round < 12; round++) races.push(await race(round))
    const answers = races.flatMap((statuses) => Object.entries(statuses))
    expect(answers.filter(([name, status]) => !possible[name]?.includes(status))).toEqual([])
    expect(
      await query(`select cases.id from cases join natural_persons as record
        on record.id in (reporter_person_id, victim_person_id) where merged_into is not null`),
    ).toEqual([])
  })
})
