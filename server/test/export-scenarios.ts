import { documentKinds, exportFiles, exportKinds } from '@portal/contract'
import type { TestApp } from './build-app.ts'
import { exportedLists, exportedNames, pairOf } from './export-lists.ts'
import { prepared, type Scenario } from './scenario.ts'

const report = '/v1/report'

function toolsOf(portal: () => TestApp) {
  const post = async (path: string, body: object) => (await (await portal().as('manager')).raw('POST', path, body)).body
  /** Ends the exports of earlier scenarios, because one user may have few in progress. */
  const endAll = async (): Promise<number> => {
    await portal().database.pool.query(
      "update runs set state = 'cancelled', finished_at = now() where kind = 'export' and finished_at is null",
    )
    return 0
  }
  const begin = async (pair = 'operatori', body: object = {}): Promise<number> => {
    await endAll()
    return (await post(`${report}/start-${pair}`, body)).result.numero_univoco
  }
  return { endAll, begin }
}

/** Scenarios of the calls of each list. */
function listScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const { endAll, begin } = toolsOf(portal)
  const ofList = (list: (typeof exportedNames)[number]): Readonly<Record<string, Scenario>> => {
    const { column, record } = exportedLists[list]
    const pair = pairOf(list)
    const { path } = exportFiles[list]
    const written = async () => {
      const id = await begin(pair)
      await portal().services.runs.work({ runId: id })
      return id
    }
    return {
      [`POST ${path}`]: {
        prepare: () => record(portal()),
        ids: prepared,
        changedFields: [column],
        call: (caller, id) => caller.raw('POST', path, { idsList: [id], colonne: [column] }),
      },
      [`POST ${report}/start-${pair}`]: {
        prepare: endAll,
        changedFields: [exportKinds[list], column],
        call: (caller) => caller.raw('POST', `${report}/start-${pair}`, { colonne: [column] }),
        ids: ({ numero_univoco }) => [numero_univoco],
      },
      [`POST ${report}/get-${pair}`]: {
        prepare: written,
        ids: prepared,
        call: (caller, id) => caller.raw('POST', `${report}/get-${pair}`, { numero_univoco: id }),
      },
    }
  }
  return Object.assign({}, ...exportedNames.map(ofList))
}

/** What the audit log records of exports. */
export function exportScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const { begin, endAll } = toolsOf(portal)
  const failed = async () => {
    const id = await begin()
    const fail = "update runs set state = 'failed', finished_at = now() where id = $1"
    await portal().database.pool.query(fail, [id])
    return id
  }
  const onExport = (path: string, prepare: () => Promise<number>): Scenario => ({
    prepare,
    ids: prepared,
    call: (caller, id) => caller.raw('POST', path, { numero_univoco: id }),
  })
  return {
    ...listScenarios(portal),
    [`POST ${report}/start-relazione-annuale`]: {
      prepare: endAll,
      changedFields: [documentKinds.annualReport, 'anno'],
      call: (caller) => caller.raw('POST', `${report}/start-relazione-annuale`, { anno: 2025 }),
      ids: ({ numero_univoco }) => [numero_univoco],
    },
    [`POST ${report}/get-relazione-annuale`]: onExport(`${report}/get-relazione-annuale`, async () => {
      const id = await begin('relazione-annuale', { anno: 2025 })
      await portal().services.runs.work({ runId: id })
      return id
    }),
    [`POST ${report}/annulla-esportazione`]: onExport(`${report}/annulla-esportazione`, () => begin()),
    [`POST ${report}/riprova-esportazione`]: onExport(`${report}/riprova-esportazione`, failed),
  }
}
