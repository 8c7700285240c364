import { exportFiles, type FileKind, type Role } from '@portal/contract'
import { insertExport } from '#features/exports/exports.store.ts'
import type { TestApp } from './build-app.ts'
import { exportedLists, exportedNames, pairOf } from './export-lists.ts'

const office: readonly Role[] = ['manager', 'operatorOne', 'operatorTwo', 'registerAdmin', 'registerOperator']
const statistics: readonly Role[] = ['manager', 'operatorTwo', 'registerAdmin']

/** Inserts an export of a user. */
async function exportOf(portal: TestApp, owner: Role, kind: FileKind, state: string): Promise<number> {
  const { db, pool } = portal.database
  const ownerId = await portal.idOf(owner)
  const { rows } = await pool.query(
    `insert into runs (kind, subject, state, started_by, started_at, finished_at)
     values ('export', gen_random_uuid()::text, $1, $2, now(), case when $1 = 'running' then null else now() end) returning id`,
    [state, ownerId],
  )
  const id: number = rows[0].id
  const stored = { id, kind, format: 'csv', role: owner, ownerId, fileId: null, query: '{}' } as const
  await insertExport(db, portal.services.vault, stored)
  return id
}

const another = (role: Role): Role => (role === 'manager' ? 'operatorTwo' : 'manager')
const byBody = (id: number) => ({ body: { numero_univoco: id } })

/** A call on an export: what its owner is answered, and that others are answered 404. */
type OnExport = (roles: readonly Role[], input: (id: number) => object, kind: FileKind, state?: string) => object

/** The calls of each list. */
const listRows = (onExport: OnExport) =>
  exportedNames.map((list) => {
    const { roles, column } = exportedLists[list]
    const pair = pairOf(list)
    // The kind that every such role may export.
    const kind = list === 'cases' ? 'myCases' : list
    const may = { roles }
    const view = list === 'cases' ? { vista: 2 } : {}
    const once = { input: () => ({ body: { idsList: [1], colonne: [column] } }), answer: 200 }
    const start = { input: () => ({ body: { ...view, colonne: [column] } }), answer: 200 }
    return {
      [`POST ${exportFiles[list].path}`]: { may, own: once },
      [`POST /v1/report/start-${pair}`]: { may, own: start },
      [`POST /v1/report/get-${pair}`]: onExport(roles, byBody, kind),
    }
  })

/** The rows of the access table for exports: an export of another user is not found. */
export function exportRows(portal: () => TestApp) {
  const onExport: OnExport = (roles, input, kind, state = 'running') => ({
    may: { roles },
    own: { input: async (role: Role) => input(await exportOf(portal(), role, kind, state)), answer: 200 },
    other: { input: async (role: Role) => input(await exportOf(portal(), another(role), kind, state)), answer: 404 },
  })
  const byParams = (id: number) => ({ params: { numero_univoco: String(id) } })
  const template = { tipo: 'casi', nome: 'Prova', colonne: ['codice'] }
  const may = { roles: office }
  return {
    ...Object.assign({}, ...listRows(onExport)),
    'POST /v1/report/start-relazione-annuale': {
      may: { roles: statistics },
      own: { input: () => ({ body: { anno: 2025 } }), answer: 200 },
    },
    'POST /v1/report/get-relazione-annuale': onExport(statistics, byBody, 'annualReport'),
    'GET /v1/report/stato/:numero_univoco': onExport(office, byParams, 'myCases'),
    'POST /v1/report/annulla-esportazione': onExport(office, byBody, 'myCases'),
    'POST /v1/report/riprova-esportazione': onExport(office, byBody, 'myCases', 'failed'),
    'POST /v1/report/modelli': { may, own: { input: () => ({ body: template }), answer: 200 } },
    'POST /v1/report/modelli/elimina': { may, own: { input: () => ({ body: { id_modello: 999_999 } }), answer: 404 } },
  }
}
