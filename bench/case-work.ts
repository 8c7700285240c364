import type pg from 'pg'
import { sealedReports } from '../server/src/features/reports/index.ts'
import { columnName } from '../server/src/platform/protection/sealed-table.ts'
import type { Vault } from '../server/src/platform/protection/vault.ts'
import { type AskedList, countSql, listsOf, pageSql } from './case-lists.ts'
import { sealedReportsCount, startFilled, withVault } from './filled-cases.ts'
import { atRate, byTurns, createCaller, flatOut, type Measured, type Work } from './load.ts'
import type { Engine } from './portal.ts'

/** One thing of a working day over HTTP, and its like by SQL alone in the same run. */
export interface CaseWorkFigures {
  readonly kind: 'list' | 'search' | 'write' | 'read'
  /** One at a time, by turns with its like. */
  readonly alone: Measured
  readonly bareAlone: Measured
  readonly steady: Measured
  readonly full: Measured
  readonly bareSteady: Measured
  readonly bareFull: Measured
  /** Of the largest answer. */
  readonly bytes: number
}

const connections = 16
const offeredPerSecond = 40
const operatorCode = 'BNCLNE79E45L219Q'
const managerCode = 'FRRGLI70A41H501X'

interface Thing {
  readonly kind: CaseWorkFigures['kind']
  readonly send: (call: Call, index: number) => Promise<string | undefined>
  readonly bare: Work
  /** Throws where the two do not find the same. */
  readonly compare?: (call: Call) => Promise<void>
}
type Call = ReturnType<typeof createCaller>['call']

const unmeasured: Measured = { perSecond: Number.NaN, p50: Number.NaN, p95: Number.NaN, p99: Number.NaN, errors: 0 }

/** Lists, searches, detail, save and transition with so many cases. */
export async function measureCaseWork(
  engine: Engine,
  rows: number,
  { seconds, only }: { seconds: number; only: string | undefined },
  tell: (name: string, figures: CaseWorkFigures) => void,
): Promise<void> {
  const portal = await startFilled(engine, rows)
  if (!portal) return
  const pool = portal.connect(connections)
  const caller = createCaller(connections)
  const crowd = createCaller(256)
  try {
    await withVault(portal, async (vault) => {
      const things = await thingsOf(portal.api, pool, vault)
      for (const [name, thing] of Object.entries(things)) {
        if (only && !name.includes(only)) continue
        let bytes = 0
        const workBy =
          ({ call }: typeof caller): Work =>
          async (index) => {
            const body = await thing.send(call, index)
            bytes = Math.max(bytes, Buffer.byteLength(body ?? ''))
            return body !== undefined
          }
        await thing.compare?.(caller.call)
        await byTurns(1, [workBy(caller), thing.bare])
        const [alone, bareAlone] = await byTurns(seconds, [workBy(caller), thing.bare])
        // What SQL cannot keep up with would only queue, for minutes.
        const keepsUp = bareAlone.p50 * offeredPerSecond < 2000
        const bareSteady = keepsUp ? await atRate(offeredPerSecond, seconds, thing.bare) : unmeasured
        const steady = await atRate(offeredPerSecond, seconds, workBy(crowd))
        const bareFull = await flatOut(connections, seconds / 2, thing.bare)
        const full = await flatOut(connections, seconds / 2, workBy(caller))
        tell(name, { kind: thing.kind, alone, bareAlone, steady, full, bareSteady, bareFull, bytes })
      }
    })
  } finally {
    caller.close()
    crowd.close()
    await pool.end()
    await portal.close()
  }
}

async function signIn(api: string, cf: string) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${api}/v1/mock`, { method: 'POST', headers, body: JSON.stringify({ cf }) })
  const [cookie = ''] = reply.headers.getSetCookie()
  return { ...headers, cookie: cookie.split(';', 1)[0] ?? '' }
}
type Headers = Awaited<ReturnType<typeof signIn>>

async function thingsOf(api: string, pool: pg.Pool, vault: Vault): Promise<Record<string, Thing>> {
  const headers = { manager: await signIn(api, managerCode), operator: await signIn(api, operatorCode) }
  const [operator = 0] = await idsOf(pool, 'select user_id as id from sessions order by created_at desc limit 1')
  const lists = await listsOf(pool, vault, operator)
  const listed = Object.entries(lists).map(
    ([name, list]) => [name, listThing(api, pool, list, headers[list.by])] as const,
  )
  const inWork = await idsOf(
    pool,
    `select id from cases where status = 'inWorkTwo' and not is_out_of_remit and id <= ${sealedReportsCount} order by md5(id::text) limit 800`,
  )
  // What SQL writes by itself has other cases: the portal would find that they changed under it.
  const quarter = Math.floor(inWork.length / 4)
  const partOf = (part: number) => inWork.slice(part * quarter, (part + 1) * quarter)
  const of = (part: number) => ({ ids: partOf(part), bareIds: partOf(part + 1) })
  return {
    ...Object.fromEntries(listed),
    'a case': detailThing(api, pool, vault, headers.manager),
    'saving a case': savingThing(api, pool, vault, { headers: headers.manager, ...of(0) }),
    'handing a case back, and assigning it': actingThing(api, pool, {
      headers: headers.manager,
      ...of(2),
      operator,
    }),
  }
}

const idsOf = async (pool: pg.Pool, statement: string) =>
  (await pool.query<{ id: number }>(statement)).rows.map(({ id }) => id)

function listThing(api: string, pool: pg.Pool, list: AskedList, headers: Headers): Thing {
  const url = `${api}/v1/segnalazioni/integrazione-segnalazione-view-pag?vista=${list.view ?? 0}`
  const body = JSON.stringify(list.asked)
  const [page, count] = [pageSql(list), countSql(list)]
  const bare = () => Promise.all([pool.query<{ id: number }>(page), pool.query<{ count: string }>(count)])
  return {
    compare: async (call) => {
      const { result } = JSON.parse((await call(url, { method: 'POST', headers, body })).body)
      const [{ rows }, counted] = await bare()
      const found = (result.listaView as { id_segnalazione: number }[]).map((row) => row.id_segnalazione)
      const isSame = found.join() === rows.map(({ id }) => id).join()
      if (!isSame || Math.min(Number(counted.rows[0]?.count), 10_000) !== result.count)
        throw new Error(`The list and its SQL find different cases: ${body}`)
    },
    kind: list.found ? 'search' : 'list',
    send: async (call) => {
      const reply = await call(url, { method: 'POST', headers, body })
      return reply.status === 200 && JSON.parse(reply.body).result.listaView.length > 0 ? reply.body : undefined
    },
    bare: async () => {
      const [{ rows }] = await bare()
      return rows.length > 0
    },
  }
}

function detailThing(api: string, pool: pg.Pool, vault: Vault, headers: Headers): Thing {
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

interface Writing {
  readonly headers: Headers
  readonly ids: readonly number[]
  readonly bareIds: readonly number[]
}

const inTurn = (ids: readonly number[]) => (index: number) => ids[index % ids.length] ?? 0

/** A field of the office and a note change, by turns, in one case after the other. */
function savingThing(api: string, pool: pg.Pool, vault: Vault, { headers, ids, bareIds }: Writing): Thing {
  const cases = new Map<number, Record<string, unknown>>()
  const [idAt, bareIdAt] = [inTurn(ids), inTurn(bareIds)]
  return {
    kind: 'write',
    send: async (call, index) => {
      const id = idAt(index)
      const known = cases.get(id) ?? (await readCase(call, api, headers, id))
      const changed = { id_ambito: known.id_ambito === 1 ? 2 : 1, note: `Sentito il segnalante, telefonata ${index}.` }
      const body = JSON.stringify({ ...known, ...changed })
      const reply = await call(`${api}/v1/segnalazioni/integrazione-segnalazione`, { method: 'POST', headers, body })
      if (reply.status !== 200) return undefined
      cases.set(id, JSON.parse(reply.body).result)
      return reply.body
    },
    bare: async (index) => {
      const id = bareIdAt(index)
      const { rows } = await pool.query('select reports.* from reports where case_id = $1', [id])
      const notes = vault.seal(sealedReports, id, { notes: `Sentito il segnalante, telefonata ${index}.` }).notes
      await inTransaction(pool, [
        ['select from cases where id = $1 for update', [id]],
        ['update cases set field_id = 3 - coalesce(field_id, 1) % 2, version = version + 1 where id = $1', [id]],
        ['update reports set notes = $2, message = $3 where case_id = $1', [id, notes, rows[0].message]],
        ['update report_tokens set tokens = tokens where id = $1', [id]],
        [
          "insert into case_events (case_id, kind, at, changes, key_id) values ($1, 'changed', now(), $2, $3)",
          [id, notes, rows[0].key_id],
        ],
      ])
      return true
    },
  }
}

async function readCase(call: Call, api: string, headers: Headers, id: number): Promise<Record<string, unknown>> {
  return JSON.parse((await call(`${api}/v1/segnalazioni/dettaglio/${id}`, { method: 'GET', headers })).body).result
}

function actingThing(
  api: string,
  pool: pg.Pool,
  { headers, ids, bareIds, operator }: Writing & { operator: number },
): Thing {
  const cases = new Map<number, { versione: number; id_stato: number }>()
  const [idAt, bareIdAt] = [inTurn(ids), inTurn(bareIds)]
  return {
    kind: 'write',
    send: async (call, index) => {
      const id = idAt(index)
      const known =
        cases.get(id) ?? ((await readCase(call, api, headers, id)) as { versione: number; id_stato: number })
      const { versione, id_stato } = known
      const action =
        id_stato === 4
          ? { azione: 'restituisci', motivo: 'Serve altro.' }
          : { azione: 'assegna_op2', id_operatore: operator }
      const body = JSON.stringify({ id_segnalazione: id, versione, ...action })
      const reply = await call(`${api}/v1/segnalazioni/cambia-stato-segnalazione`, { method: 'POST', headers, body })
      if (reply.status !== 200) return undefined
      cases.set(id, JSON.parse(reply.body).result)
      return reply.body
    },
    bare: async (index) => {
      const id = bareIdAt(index)
      await inTransaction(pool, [
        ['select from cases where id = $1 for update', [id]],
        [
          "update cases set status = case status when 'toAssign' then 'inWorkTwo' else 'toAssign' end, status_since = now(), version = version + 1 where id = $1",
          [id],
        ],
        ["insert into case_events (case_id, kind, at) values ($1, 'assignTwo', now())", [id]],
        ["insert into notices (user_id, case_id, kind, made_at) values ($1, $2, 'assigned', now())", [operator, id]],
      ])
      return true
    },
  }
}

async function inTransaction(pool: pg.Pool, statements: readonly (readonly [string, unknown[]])[]) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const [text, values] of statements) await client.query(text, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}
