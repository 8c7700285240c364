import type { Caller, TestApp } from './build-app.ts'
import { caseOnWire } from './make.ts'
import type { Scenario } from './scenario.ts'

const prepared = (_result: unknown, id: number) => [id]
const path = '/v1/anagrafica'

const person = { nome: 'Grazia', cognome: 'Doppini', data_nascita: '1980-01-01T00:00:00.000Z' }
const body = { ragione_sociale: 'Mani Unite', anagrafica: { email: 'mani@unite.example' } }

function toolsOf(portal: () => TestApp) {
  const manager = (): Promise<Caller> => portal().as('manager')
  const add = async (kind: string, values: object) =>
    Object.values((await (await manager()).raw('POST', `${path}/add-persona-${kind}`, values)).body.result)[0] as number
  /** Adds a record to an empty registry. */
  const addOnly = async (kind: string, values: object) => {
    await portal().database.pool.query('delete from natural_persons; delete from legal_persons')
    return add(kind, values)
  }
  return { manager, add, addOnly }
}

/** Scenarios of the lists of the registry and of the search before a record is saved. */
function listScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const { addOnly } = toolsOf(portal)
  const list = (kind: string, values: object): Scenario => ({
    prepare: () => addOnly(kind, values),
    call: (caller) => caller.raw('POST', `${path}/persone-${kind === 'fisica' ? 'fisiche' : 'giuridiche'}`, {}),
    ids: prepared,
  })
  const compare = (kind: string, values: object): Scenario => ({
    prepare: () => addOnly(kind, values),
    call: (caller) => caller.raw('POST', `${path}/doppioni-persona-${kind}`, values),
    ids: prepared,
  })
  return {
    [`POST ${path}/persone-fisiche`]: list('fisica', person),
    [`POST ${path}/persone-giuridiche`]: list('giuridica', body),
    [`POST ${path}/doppioni-persona-fisica`]: compare('fisica', person),
    [`POST ${path}/doppioni-persona-giuridica`]: compare('giuridica', { ...body, piva: '12345678903' }),
  }
}

/** Scenarios of pairs of records, of their merge and of its undo. */
function pairScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const { manager, add, addOnly } = toolsOf(portal)
  let second = 0
  let mergeId = 0
  const prepare = async () => {
    const first = await addOnly('fisica', person)
    second = await add('fisica', person)
    return first
  }
  const ids = (_result: unknown, id: number) => [id, second]
  const kept = (id: number) => ({ tipo: 'fisica', id_scheda: id })
  const merge = (caller: Caller, id: number) =>
    caller.raw('POST', `${path}/unisci`, { ...kept(id), versione: 1, id_scheda_unita: second, versione_unita: 1 })
  return {
    [`GET ${path}/doppioni`]: {
      prepare,
      ids,
      besides: 'organisation',
      call: (caller) => caller.raw('GET', `${path}/doppioni`),
    },
    [`GET ${path}/doppioni/:id`]: {
      prepare,
      ids,
      call: async (caller) => {
        const { rows } = await portal().database.pool.query('select max(id) as id from registry_pairs')
        return caller.raw('GET', `${path}/doppioni/${rows[0].id}`)
      },
    },
    [`POST ${path}/doppioni-diversi`]: {
      prepare,
      ids,
      changedFields: ['pairs'],
      call: (caller, id) => caller.raw('POST', `${path}/doppioni-diversi`, { ...kept(id), altre: [second] }),
    },
    [`POST ${path}/unisci`]: { prepare, ids, call: merge },
    [`POST ${path}/annulla-unione`]: {
      ids,
      prepare: async () => {
        const id = await prepare()
        mergeId = (await merge(await manager(), id)).body.result.id_unione
        return id
      },
      call: (caller) => caller.raw('POST', `${path}/annulla-unione`, { id_unione: mergeId }),
    },
  }
}

/** Scenarios of records that may be those of the people of cases. */
function suggestionScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const { manager, addOnly } = toolsOf(portal)
  const prepare = async () => {
    await portal().database.pool.query('delete from registry_comparisons')
    const id = await addOnly('fisica', person)
    await (await manager()).raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire({ personaFisica: person }))
    await portal().services.audit.job('registry.compare', (audit) => portal().services.registry.compareAll(audit))
    return id
  }
  return {
    [`GET ${path}/proposte`]: {
      prepare,
      ids: prepared,
      besides: 'case',
      call: (caller) => caller.raw('GET', `${path}/proposte`),
    },
    [`POST ${path}/proposta-diversa`]: {
      prepare,
      ids: prepared,
      changedFields: ['suggestions'],
      besides: 'case',
      call: async (caller) => {
        const { rows } = await portal().database.pool.query('select max(id) as id from registry_suggestions')
        return caller.raw('POST', `${path}/proposta-diversa`, { id_proposta: rows[0].id })
      },
    },
  }
}

/** Scenarios of the lists of the registry, of possible duplicates and of merges. */
export const duplicateScenarios = (portal: () => TestApp): Readonly<Record<string, Scenario>> => ({
  ...listScenarios(portal),
  ...pairScenarios(portal),
  ...suggestionScenarios(portal),
})
