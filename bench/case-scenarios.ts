import type pg from 'pg'
import { sealedReports } from '../server/src/features/reports/index.ts'
import { columnName } from '../server/src/platform/protection/sealed-table.ts'
import type { Vault } from '../server/src/platform/protection/vault.ts'
import { countSql, homePartsOf, listsOf, pageSql, type Questions, queueSql } from './case-lists.ts'
import { deskScenarios, giveReportersPins } from './desk-scenarios.ts'
import { type Headers, type Scenario, signIn, type Transact, type Written, writeScenario } from './scenario.ts'

const operatorCode = 'BNCLNE79E45L219N'
const managerCode = 'FRRGLI70A41H501U'

interface Office {
  readonly api: string
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly transact: Transact
}

/** The scenarios by their names. */
export async function scenariosOf({ api, pool, vault, transact }: Office): Promise<Record<string, Scenario>> {
  const headers = { manager: await signIn(api, managerCode), operator: await signIn(api, operatorCode) }
  const [operator = 0] = await idsOf(pool, 'select user_id as id from sessions order by created_at desc limit 1')
  const lists = await listsOf(pool, vault, operator)
  const listed = Object.entries(lists).map(
    ([name, questions]) => [name, listScenario(api, pool, questions, headers[questions[0].by])] as const,
  )
  const others = await idsOf(
    pool,
    "select user_id as id from user_roles where role = 'operatorTwo' order by id limit 2",
  )
  // Not of associations: the first save of their invented reports clears the names of people, and their tokens. Not of the two
  // operators who are assigned cases in turn.
  const inWork = await idsOf(
    pool,
    `select id from cases where status = 'inWorkTwo' and not is_out_of_remit and reporter_type_id <> 4
      and assigned_to in (select id from users join user_roles on user_id = id where is_enabled and role = 'operatorTwo')
        and assigned_to <> all($1)
      order by md5(id::text) limit 6000`,
    [others],
  )
  // The bare SQL writes other cases: otherwise the portal would find version conflicts.
  const size = Math.floor(inWork.length / 6)
  const partOf = (part: number) => inWork.slice(part * size, (part + 1) * size)
  const of = (part: number) => ({ ids: partOf(part), bareIds: partOf(part + 1) })
  const home = homePartsOf(operator)
  const ofDesk = of(4)
  await giveReportersPins(pool, vault, [...ofDesk.ids, ...ofDesk.bareIds])
  const desk = { api, pool, transact, headers: headers.manager, operators: others as [number, number] }
  return {
    ...Object.fromEntries(listed),
    'desk: home of RUP': homeScenario(desk, headers.manager, home.manager),
    'desk: home of an operator': homeScenario(desk, headers.operator, home.operator),
    ...deskScenarios({ ...desk, ...ofDesk }),
    'a case': detailScenario(api, pool, vault, headers.manager),
    'saving a case': saveScenario(api, { headers: headers.manager, ...of(0) }),
    'handing a case back, and assigning it': transitionScenario(api, { headers: headers.manager, ...of(2) }, operator),
  }
}

const idsOf = async (pool: pg.Pool, statement: string, values: readonly unknown[] = []) =>
  (await pool.query<{ id: number }>(statement, [...values])).rows.map(({ id }) => id)

function listScenario(api: string, pool: pg.Pool, lists: Questions, headers: Headers): Scenario {
  const questions = lists.map((list) => ({
    url: `${api}/v1/segnalazioni/integrazione-segnalazione-view-pag?vista=${list.view ?? 0}`,
    body: JSON.stringify(list.query),
    page: pageSql(list),
    count: countSql(list),
  }))
  const questionAt = (index: number) => questions[index % questions.length] ?? (questions[0] as (typeof questions)[0])
  const readPage = ({ page }: (typeof questions)[0]) => pool.query<{ id: number }>(page)
  return {
    async compare(call) {
      for (const question of questions) {
        const reply = await call(question.url, { method: 'POST', headers, body: question.body })
        const { result } = JSON.parse(reply.body)
        const [{ rows }, counted] = [await readPage(question), await pool.query<{ count: string }>(question.count)]
        const found = (result.listaView as { id_segnalazione: number }[]).map((row) => row.id_segnalazione)
        const isSame = found.join() === rows.map(({ id }) => id).join()
        if (!isSame || Math.min(Number(counted.rows[0]?.count), 10_000) !== result.count)
          throw new Error(`The list and its SQL find different cases: ${question.body}`)
      }
    },
    kind: lists[0].tokenMatch ? 'search' : 'list',
    send: async (call, index) => {
      const { url, body } = questionAt(index)
      const reply = await call(url, { method: 'POST', headers, body })
      return reply.status === 200 && JSON.parse(reply.body).result.listaView.length > 0 ? reply.body : undefined
    },
    page: async (index) => (await readPage(questionAt(index))).rows.length > 0,
    bare: async (index) => {
      const question = questionAt(index)
      const [{ rows }] = await Promise.all([readPage(question), pool.query(question.count)])
      return rows.length > 0
    },
  }
}

function detailScenario(api: string, pool: pg.Pool, vault: Vault, headers: Headers): Scenario {
  const idAt = (index: number) => 1 + ((index * 7919) % 9000)
  return {
    kind: 'read',
    send: async (call, index) => {
      const reply = await call(`${api}/v1/segnalazioni/dettaglio/${idAt(index)}`, { method: 'GET', headers })
      return reply.status === 200 ? reply.body : undefined
    },
    bare: async (index) => {
      const { rows } = await pool.query('select * from cases join reports on case_id = id where id = $1', [idAt(index)])
      const row = Object.fromEntries(sealedReports.sealed.map((field) => [field, rows[0][columnName(field)]]))
      return (await vault.open(sealedReports, idAt(index), row)).message !== undefined
    },
  }
}

interface CaseAnswer {
  readonly versione: number
  readonly id_stato: number
  readonly id_ambito: number
}

/** Changes a field of the office and the notes. */
function saveScenario(api: string, written: Written): Scenario {
  let last = 0
  return writeScenario<CaseAnswer>(api, written, '/v1/segnalazioni/integrazione-segnalazione', (current) => ({
    ...current,
    id_ambito: current.id_ambito === 1 ? 2 : 1,
    note: `Sentito il segnalante, telefonata ${++last}.`,
  }))
}

const transitionScenario = (api: string, written: Written, operator: number): Scenario =>
  writeScenario<CaseAnswer>(
    api,
    written,
    '/v1/segnalazioni/cambia-stato-segnalazione',
    ({ versione, id_stato }, id) => ({
      id_segnalazione: id,
      versione,
      ...(id_stato === 4
        ? { azione: 'restituisci', motivo: 'Serve altro.' }
        : { azione: 'assegna_op2', id_operatore: operator }),
    }),
  )

/** The queue of the home as a scenario of reading. */
const homeScenario = (
  { api, pool }: { readonly api: string; readonly pool: pg.Pool },
  headers: Headers,
  parts: readonly string[],
): Scenario => ({
  kind: 'list',
  send: async (call) => {
    const reply = await call(`${api}/v1/segnalazioni/home`, { method: 'GET', headers })
    return reply.status === 200 ? reply.body : undefined
  },
  bare: async () => (await pool.query(queueSql(parts))).rows.length >= 0,
})
