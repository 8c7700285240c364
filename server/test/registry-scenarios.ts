import type { Caller, TestApp } from './build-app.ts'
import { caseOnWire } from './make.ts'
import { prepared, type Scenario } from './scenario.ts'

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

/** Scenarios of the registry. */
export function registryScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const person = { nome: 'Ada', cognome: 'Lovelace' }
  const organisation = { ragione_sociale: 'Porte Aperte' }
  const add = (caller: Caller, kind: string, body: object) => caller.raw('POST', `/v1/anagrafica/add-${kind}`, body)
  const same: Scenario = {
    prepare: async () =>
      (await add(await portal().as('manager'), 'persona-fisica', person)).body.result.id_persona_fisica,
    call: (caller) => caller.raw('POST', '/v1/anagrafica/stessa-persona', { parole: 'Lovelace Ada' }),
    ids: (result) => result.listaView.map((row: { id_persona_fisica: number }) => row.id_persona_fisica),
  }
  const of = (kind: string, body: object, idName: string, words: string): Readonly<Record<string, Scenario>> => {
    const prepare = async () =>
      (await add(await portal().as('manager'), `persona-${kind}`, body)).body.result[idName] as number
    const list = kind === 'fisica' ? 'persone-fisiche-light' : 'persone-giuridiche-light'
    return {
      [`POST /v1/anagrafica/${list}`]: {
        prepare,
        call: (caller) => caller.raw('POST', `/v1/anagrafica/${list}`, { filtri: { parole: words } }),
        ids: (result) => result.listaView.map((row: Record<string, number>) => row[idName]),
      },
      [`GET /v1/anagrafica/dettaglio-persona-${kind}/:id`]: {
        prepare,
        call: (caller, id) => caller.raw('GET', `/v1/anagrafica/dettaglio-persona-${kind}/${id}`),
        ids: prepared,
      },
      [`GET /v1/anagrafica/storia-persona-${kind}/:id`]: {
        prepare,
        call: (caller, id) => caller.raw('GET', `/v1/anagrafica/storia-persona-${kind}/${id}`),
        ids: prepared,
      },
      [`GET /v1/anagrafica/lock-${kind === 'fisica' ? 'pf' : 'pg'}/:id`]: {
        prepare,
        call: (caller, id) => caller.raw('GET', `/v1/anagrafica/lock-${kind === 'fisica' ? 'pf' : 'pg'}/${id}`),
        ids: prepared,
      },
      [`POST /v1/anagrafica/mod-persona-${kind}`]: {
        prepare,
        call: (caller, id) =>
          caller.raw('POST', `/v1/anagrafica/mod-persona-${kind}`, {
            ...body,
            [idName]: id,
            versione: 1,
            anagrafica: { email: 'nuova@example.it' },
          }),
        ids: prepared,
        changedFields: [kind === 'fisica' ? 'email' : 'organisationEmail'],
      },
    }
  }
  return {
    'POST /v1/anagrafica/stessa-persona': same,
    ...of('fisica', person, 'id_persona_fisica', 'lovelace'),
    ...of('giuridica', organisation, 'id_persona_giuridica', 'porte aperte'),
    'POST /v1/anagrafica/add-persona-fisica': {
      as: 'operatorTwo',
      call: (caller) => add(caller, 'persona-fisica', person),
      ids: (result) => [result.id_persona_fisica],
      changedFields: ['firstName', 'lastName'],
    },
    'POST /v1/anagrafica/add-persona-giuridica': {
      call: (caller) => add(caller, 'persona-giuridica', organisation),
      ids: (result) => [result.id_persona_giuridica],
      changedFields: ['organisationName'],
    },
  }
}
