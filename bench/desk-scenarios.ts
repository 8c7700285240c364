import type pg from 'pg'
import { sealedReports } from '../server/src/features/reports/index.ts'
import type { Vault } from '../server/src/platform/protection/vault.ts'
import { pageSql, tabCountsSql } from './case-lists.ts'
import { type Call, type Headers, repeated, type Scenario, type Transact, writeScenario } from './scenario.ts'

const casesAtOnce = 12

interface Desk {
  readonly api: string
  readonly pool: pg.Pool
  readonly transact: Transact
  readonly headers: Headers
  /** Cases in work; those of the bare SQL are others. */
  readonly ids: readonly number[]
  readonly bareIds: readonly number[]
  /** Two operators of level II. */
  readonly operators: readonly [number, number]
}

type Answer = Readonly<Record<string, unknown>>

/** Lets the reporters of cases read messages: nobody is written to who has no PIN. */
export async function giveReportersPins(pool: pg.Pool, vault: Vault, ids: readonly number[]): Promise<void> {
  const pins = ids.map((id) => vault.seal(sealedReports, id, { pinHash: 'none' }).pinHash)
  await pool.query(
    'update reports set pin_hash = pins.hash from unnest($1::int[], $2::bytea[]) as pins (id, hash) where case_id = pins.id',
    [ids, pins],
  )
}

/** The calls that operators make all day beside those on lists and single cases, and the same by SQL alone. */
export function deskScenarios(desk: Desk): Record<string, Scenario> {
  return {
    'desk: counts of tabs': countsScenario(desk),
    'desk: a case by its number': numberScenario(desk),
    'desk: places by typing': placesScenario(desk),
    'desk: correspondence': correspondenceScenario(desk),
    'desk: classifying': classifyScenario(desk),
    'desk: assigning, and undoing it': undoScenario(desk),
    'desk: assigning twelve': bulkScenario(desk),
    'desk: a comment': commentScenario(desk),
    'desk: a reminder': reminderScenario(desk),
    'desk: a reply with a file': replyScenario(desk),
  }
}

const cycle = (ids: readonly number[]) => (index: number) => ids[index % ids.length] ?? 0

const get =
  ({ api, headers }: Desk, pathOf: (index: number) => string): Scenario['send'] =>
  async (call, index) => {
    const reply = await call(`${api}${pathOf(index)}`, { method: 'GET', headers })
    return reply.status === 200 ? reply.body : undefined
  }

/** Sends a body; returns the result, or undefined where the call was refused. */
async function post({ api, headers }: Desk, call: Call, path: string, body: object): Promise<Answer | undefined> {
  const reply = await call(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return reply.status === 200 ? JSON.parse(reply.body).result : undefined
}
const textOf = (answer: Answer | undefined) => answer && JSON.stringify(answer)

const countsScenario = (desk: Desk): Scenario => ({
  kind: 'list',
  send: get(desk, () => '/v1/segnalazioni/viste/conteggi?vista=0'),
  bare: async () => (await desk.pool.query(tabCountsSql)).rows.length > 0,
})

/** What the palette asks for '140'. */
const numberScenario = (desk: Desk): Scenario => ({
  kind: 'search',
  send: async (call, index) => {
    const filtri = { listaNumeroProtocollo: [String(desk.ids[index % desk.ids.length])] }
    const path = '/v1/segnalazioni/integrazione-segnalazione-view-pag?vista=tutti'
    return textOf(await post(desk, call, path, { da: 1, a: 6, filtri }))
  },
  bare: async (index) => {
    const where = `cases.id = ${desk.ids[index % desk.ids.length]}`
    return (await desk.pool.query(pageSql({ where }))).rows.length > 0
  },
})

const beginnings = ['Mila', 'Ro', 'San', 'Tor', 'Pal', 'Reggio']

const placesScenario = (desk: Desk): Scenario => ({
  kind: 'read',
  send: get(desk, (index) => `/v1/tipologiche/luoghi?testo=${beginnings[index % beginnings.length]}`),
  bare: async (index) => {
    const text = `${beginnings[index % beginnings.length]}%`
    await desk.pool.query('select * from municipalities where name ilike $1 order by name limit 10', [text])
    return true
  },
})

const correspondenceScenario = (desk: Desk): Scenario => ({
  kind: 'read',
  send: get(desk, (index) => `/v1/segnalazioni/corrispondenza/${cycle(desk.ids)(index)}`),
  bare: async (index) => {
    const id = cycle(desk.ids)(index)
    const tables = ['case_messages', 'case_comments', 'case_reminders', 'attachments']
    await Promise.all([
      desk.pool.query('select cases.*, reports.* from cases join reports on case_id = cases.id where cases.id = $1', [
        id,
      ]),
      desk.pool.query("select * from case_events where case_id = $1 and kind = 'performed'", [id]),
      ...tables.map((table) => desk.pool.query(`select * from ${table} where case_id = $1`, [id])),
    ])
    return true
  },
})

/** Reads the version of each case once, and remembers those of the answers. */
function createVersions(desk: Desk) {
  const known = new Map<number, number>()
  return {
    of: async (call: Call, id: number): Promise<number> => {
      const version = known.get(id)
      if (version !== undefined) return version
      const { api, headers } = desk
      const reply = await call(`${api}/v1/segnalazioni/dettaglio/${id}`, { method: 'GET', headers })
      return JSON.parse(reply.body).result.versione
    },
    note: (id: number, version: unknown) => {
      if (typeof version === 'number') known.set(id, version)
      else known.delete(id)
    },
  }
}

const classifyScenario = (desk: Desk): Scenario =>
  writeScenario<{ readonly versione: number }>(
    desk.api,
    desk,
    '/v1/segnalazioni/classifica',
    ({ versione }, id_segnalazione) => ({
      id_segnalazione,
      versione,
      campo: 'id_ambito',
      id_scelta: 1 + (versione % 2),
    }),
  )

/** Two calls: the second takes back the first. */
function undoScenario(desk: Desk): Scenario {
  const versions = createVersions(desk)
  const turns = createTurns()
  return repeated({
    ...desk,
    write: async (call, id) => {
      const one = { id_segnalazione: id, versione: await versions.of(call, id) }
      const path = '/v1/segnalazioni/cambia-stato-segnalazione'
      const id_operatore = desk.operators[turns.next(id) % 2]
      const acted = await post(desk, call, path, { ...one, azione: 'assegna_op2', id_operatore })
      if (!acted) return undefined
      const body = { id_segnalazione: id, versione: acted.versione }
      const undone = await post(desk, call, '/v1/segnalazioni/annulla-azione', body)
      if (undone) versions.note(id, undone.versione)
      return textOf(undone)
    },
  })
}

/** Counts how often something has been changed. */
function createTurns() {
  const turns = new Map<number, number>()
  return {
    next: (id: number): number => {
      const turn = 1 + (turns.get(id) ?? 0)
      turns.set(id, turn)
      return turn
    },
  }
}

interface Outcome {
  readonly id_segnalazione: number
  /** Absent where the case stayed as it was. */
  readonly versione?: number
}

/** Twelve cases to the other operator, in turn. */
function bulkScenario(desk: Desk): Scenario {
  const versions = createVersions(desk)
  const twelve = (ids: readonly number[], index: number) =>
    Array.from({ length: casesAtOnce }, (_, place) => ids[(index * casesAtOnce + place) % ids.length] ?? 0)
  const turns = createTurns()
  return {
    kind: 'write',
    send: async (call, index) => {
      const ids = twelve(desk.ids, index)
      const turn = turns.next(ids[0] ?? 0)
      const casi = []
      for (const id of ids) casi.push({ id_segnalazione: id, versione: await versions.of(call, id) })
      const body = { azione: 'assegna_op2', id_operatore: desk.operators[turn % 2], casi }
      const answer = await post(desk, call, '/v1/segnalazioni/assegna-casi', body)
      if (!answer) return undefined
      const outcomes = answer.esiti as Outcome[]
      for (const { id_segnalazione: id, versione } of outcomes) versions.note(id, versione)
      return outcomes.every(({ versione }) => versione) ? textOf(answer) : undefined
    },
    bare: (index) => {
      const ids = twelve(desk.bareIds, index)
      return desk.transact([
        { text: 'select from cases where id = any($1) order by id for update', values: [arrayOf(ids)] },
        {
          text: 'update cases set assigned_to = $2, version = version + 1 where id = any($1)',
          values: [arrayOf(ids), String(desk.operators[index % 2])],
        },
        {
          text: "insert into case_events (case_id, kind, at) select unnest($1::int[]), 'assignTwo', now()",
          values: [arrayOf(ids)],
        },
      ])
    },
  }
}

const arrayOf = (ids: readonly number[]) => `{${ids.join()}}`

const commentScenario = (desk: Desk): Scenario =>
  repeated({
    ...desk,
    write: async (call, id) =>
      textOf(
        await post(desk, call, `/v1/segnalazioni/commenti/${id}`, { testo: `Sentita la scuola, ${Math.random()}.` }),
      ),
  })

const reminderScenario = (desk: Desk): Scenario =>
  repeated({
    ...desk,
    write: async (call, id) => {
      const body = { data_richiamo: '2096-11-02', testo: `Richiamare, ${Math.random()}.` }
      return textOf(await post(desk, call, `/v1/segnalazioni/richiami/${id}`, body))
    },
  })

const boundary = '----portale-bench'

/** Uploads a small file and sends it with a message. */
function replyScenario(desk: Desk): Scenario {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="risposta.txt"\r\ncontent-type: text/plain\r\n\r\n`
  return repeated({
    ...desk,
    write: async (call, id) => {
      const body = `${head}Risposta ${Math.random()}\r\n--${boundary}--\r\n`
      const headers = { ...desk.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
      const uploaded = await call(`${desk.api}/v1/noauth/scansione/ext`, { method: 'POST', headers, body })
      if (uploaded.status !== 200) return undefined
      const { cmis_id } = JSON.parse(uploaded.body).result.allegato
      const message = { testo: 'Gentile, in allegato la risposta.', allegati: [{ cmis_id }] }
      return textOf(await post(desk, call, `/v1/segnalazioni/messaggi/${id}`, message))
    },
  })
}
