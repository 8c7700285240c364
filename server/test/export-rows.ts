import { type ExportKind, exportFiles, type Role } from '@portal/contract'
import type { TestApp } from './build-app.ts'

type List = keyof typeof exportFiles

const office: readonly Role[] = ['manager', 'operatorOne', 'operatorTwo', 'registerAdmin', 'registerOperator']
const register: readonly Role[] = ['manager', 'registerAdmin', 'registerOperator']

/** Who exports each list (decisions §2), the pair of calls for a whole list, and the kind that every such role may export. */
const lists: Readonly<Record<List, { pair: string; kind: ExportKind; roles: readonly Role[]; column: string }>> = {
  cases: {
    ...{ pair: 'segnalazioni-pag', kind: 'myCases', column: 'codice' },
    roles: ['manager', 'operatorOne', 'operatorTwo'],
  },
  people: { pair: 'anagrafica-pf', kind: 'people', roles: ['manager', 'operatorTwo'], column: 'cognome' },
  organisations: { pair: 'anagrafica-pg', kind: 'organisations', roles: ['manager', 'operatorTwo'], column: 'piva' },
  operators: { pair: 'operatori', kind: 'operators', roles: ['manager'], column: 'cognome' },
  newRequests: { pair: 'pg-web', kind: 'newRequests', roles: register, column: 'piva' },
  enrolled: { pair: 'pg', kind: 'enrolled', roles: register, column: 'piva' },
  notEnabled: { pair: 'pg-cancellate', kind: 'notEnabled', roles: register, column: 'piva' },
}

/** The rows of the access table for exports: somebody else's export is not found, whoever asks. */
export function exportRows(portal: () => TestApp) {
  async function exportOf(owner: Role, role: Role, kind: ExportKind, state = 'running'): Promise<number> {
    const { pool } = portal().database
    const { rows } = await pool.query(
      `insert into runs (kind, subject, state, started_by, started_at, finished_at)
       values ('export', gen_random_uuid()::text, $1, $2, now(), case when $1 = 'running' then null else now() end) returning id`,
      [state, await portal().idOf(owner)],
    )
    const id: number = rows[0].id
    await pool.query("insert into exports (id, kind, format, role) values ($1, $2, 'csv', $3)", [id, kind, role])
    return id
  }
  const another = (role: Role): Role => (role === 'manager' ? 'operatorTwo' : 'manager')

  /** A call on an export: what its owner is answered, and that others are answered 404. */
  const onExport = (
    roles: readonly Role[],
    input: (id: number) => object,
    kindOf: (role: Role) => ExportKind,
    state: string,
  ) => ({
    may: { roles },
    own: { input: async (role: Role) => input(await exportOf(role, role, kindOf(role), state)), answer: 200 },
    other: {
      input: async (role: Role) => input(await exportOf(another(role), another(role), kindOf(role), state)),
      answer: 404,
    },
  })
  const byBody = (id: number) => ({ body: { numero_univoco: id } })
  const anyKind = (): ExportKind => 'myCases'

  const ofLists = (Object.keys(lists) as List[]).map((list) => {
    const { pair, kind, roles, column } = lists[list]
    const may = { roles }
    const name = `POST ${exportFiles[list].path}`
    const view = list === 'cases' ? { vista: 2 } : {}
    return {
      [name]: { may, own: { input: () => ({ body: { idsList: [1], colonne: [column] } }), answer: 200 } },
      [`POST /v1/report/start-${pair}`]: {
        may,
        own: { input: () => ({ body: { ...view, colonne: [column] } }), answer: 200 },
      },
      [`POST /v1/report/get-${pair}`]: onExport(roles, byBody, () => kind, 'running'),
    }
  })

  return {
    ...Object.assign({}, ...ofLists),
    'GET /v1/report/stato/:numero_univoco': onExport(
      office,
      (id) => ({ params: { numero_univoco: String(id) } }),
      anyKind,
      'running',
    ),
    'POST /v1/report/annulla-esportazione': onExport(office, byBody, anyKind, 'running'),
    'POST /v1/report/riprova-esportazione': onExport(office, byBody, anyKind, 'failed'),
    'POST /v1/report/modelli': {
      may: { roles: office },
      own: { input: () => ({ body: { tipo: 'casi', nome: 'Prova', colonne: ['codice'] } }), answer: 200 },
    },
    'POST /v1/report/modelli/elimina': {
      may: { roles: office },
      own: { input: () => ({ body: { id_modello: 999_999 } }), answer: 404 },
    },
  }
}
