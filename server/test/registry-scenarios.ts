import type { Caller, TestApp } from './build-app.ts'
import type { Scenario } from './scenario.ts'

const prepared = (_result: unknown, id: number) => [id]
const path = '/v1/anagrafica'

/** Scenarios of the lists of the registry, of possible duplicates and of merges. */
export function duplicateScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const person = { nome: 'Grazia', cognome: 'Doppini', data_nascita: '1980-01-01T00:00:00.000Z' }
  const body = { ragione_sociale: 'Mani Unite', anagrafica: { email: 'mani@unite.example' } }
  const manager = (): Promise<Caller> => portal().as('manager')
  const add = async (kind: string, values: object) =>
    Object.values((await (await manager()).raw('POST', `${path}/add-persona-${kind}`, values)).body.result)[0] as number
  /** Starts without similar records. */
  const clear = () => portal().database.pool.query('delete from natural_persons; delete from legal_persons')
  let second = 0
  const pair = async () => {
    await clear()
    const first = await add('fisica', person)
    second = await add('fisica', person)
    return first
  }
  const one = (kind: string, values: object) => async () => {
    await clear()
    return add(kind, values)
  }
  const kept = (id: number) => ({ tipo: 'fisica', id_scheda: id })
  const merge = (caller: Caller, id: number) =>
    caller.raw('POST', `${path}/unisci`, { ...kept(id), versione: 1, id_scheda_unita: second, versione_unita: 1 })
  let mergeId = 0
  const list = (kind: string, values: object): Scenario => ({
    prepare: one(kind, values),
    call: (caller) => caller.raw('POST', `${path}/persone-${kind === 'fisica' ? 'fisiche' : 'giuridiche'}`, {}),
    ids: prepared,
  })
  const compare = (kind: string, values: object): Scenario => ({
    prepare: one(kind, values),
    call: (caller) => caller.raw('POST', `${path}/doppioni-persona-${kind}`, values),
    ids: prepared,
  })
  return {
    [`POST ${path}/persone-fisiche`]: list('fisica', person),
    [`POST ${path}/persone-giuridiche`]: list('giuridica', body),
    [`POST ${path}/doppioni-persona-fisica`]: compare('fisica', person),
    [`POST ${path}/doppioni-persona-giuridica`]: compare('giuridica', { ...body, piva: '12345678903' }),
    [`GET ${path}/doppioni`]: {
      ...{ prepare: pair, besides: 'organisation' },
      call: (caller) => caller.raw('GET', `${path}/doppioni`),
      ids: (_result, id) => [id, second],
    },
    [`GET ${path}/doppioni/:id`]: {
      prepare: pair,
      call: async (caller) => {
        const { rows } = await portal().database.pool.query('select max(id) as id from registry_pairs')
        return caller.raw('GET', `${path}/doppioni/${rows[0].id}`)
      },
      ids: (_result, id) => [id, second],
    },
    [`POST ${path}/doppioni-diversi`]: {
      ...{ prepare: pair, changedFields: ['pairs'] },
      call: (caller, id) => caller.raw('POST', `${path}/doppioni-diversi`, { ...kept(id), altre: [second] }),
      ids: (_result, id) => [id, second],
    },
    [`POST ${path}/unisci`]: { prepare: pair, call: merge, ids: (_result, id) => [id, second] },
    [`POST ${path}/annulla-unione`]: {
      prepare: async () => {
        const id = await pair()
        mergeId = (await merge(await manager(), id)).body.result.id_unione
        return id
      },
      call: (caller) => caller.raw('POST', `${path}/annulla-unione`, { id_unione: mergeId }),
      ids: (_result, id) => [id, second],
    },
  }
}
