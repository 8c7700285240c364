import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Client, cookieOf } from './client.ts'
import type { Act, History } from './history.ts'
import { managerCode } from './load.ts'

/** What the database has of the acts of a history. */
export interface Findings {
  readonly acknowledged: number
  readonly found: number
  /** Acts that were acknowledged and are not there. */
  readonly lost: readonly string[]
  /** Acts that are there more than once. */
  readonly doubled: readonly string[]
  /** Acts that were refused for certain and are there. */
  readonly undead: readonly string[]
  /** What else is not as it must be: halves of an act, a code given twice, a broken chain of the audit log. */
  readonly broken: readonly string[]
}

/** How often each act is there. */
type Times = (act: Act) => Promise<number>

/** Compares the history of the clients with the database and with what the API returns. */
export async function checkHistory(history: History, client: Client, db: pg.Client): Promise<Findings> {
  const read = await createReader(client)
  const times: Readonly<Record<string, Times>> = {
    report: (act) => timesOfReport(act, db, read),
    answer: async ({ mark, record }) =>
      (await read.messages(Number(record.id))).filter(({ testo }) => testo.includes(mark)).length,
    save: async ({ mark, record }) =>
      (await read.entries(Number(record.id))).filter((entry) => setsTo(entry, mark)).length,
  }
  const judged: { readonly act: Act; readonly count: number }[] = []
  for (const act of history.acts) judged.push({ act, count: (await times[act.kind]?.(act)) ?? 0 })
  const named = (isSo: (judgment: (typeof judged)[number]) => boolean) =>
    judged.filter(isSo).map(({ act }) => `${act.kind} ${act.mark}`)
  return {
    acknowledged: judged.filter(({ act }) => act.outcome === 'done').length,
    found: judged.filter(({ count }) => count > 0).length,
    lost: named(({ act, count }) => act.outcome === 'done' && count === 0),
    doubled: named(({ count }) => count > 1),
    undead: named(({ act, count }) => act.outcome === 'denied' && count > 0),
    broken: [...codesGivenTwice(history), ...(await halves(db)), ...(await read.chainErrors())],
  }
}

interface Entry {
  readonly campi_modificati: readonly { readonly dopo?: unknown }[]
}
const setsTo = (entry: Entry, mark: string) =>
  JSON.stringify(entry.campi_modificati.map(({ dopo }) => dopo)).includes(mark)

type Reader = Awaited<ReturnType<typeof createReader>>

/** Reads as a manager does, each record once. */
async function createReader(client: Client) {
  const signedIn = await client.call('POST', '/v1/mock', { body: { cf: managerCode } })
  const headers = { cookie: cookieOf(signedIn) }
  async function read(path: string) {
    const reply = await client.call('GET', path, { headers })
    if (reply.status !== 200) throw new Error(`The checker cannot read ${path}: ${reply.status}.`)
    return reply.body.result
  }
  async function allMessages(id: number) {
    const messages: { id_messaggio: number; testo: string }[] = []
    for (let before = ''; ; before = `?prima_di=${messages[0]?.id_messaggio}`) {
      const page = await read(`/v1/segnalazioni/messaggi/${id}${before}`)
      messages.unshift(...page.messaggi)
      if (!page.flag_precedenti) return messages
    }
  }
  async function allEntries(id: number) {
    const entries: Entry[] = []
    for (let from = 1; ; from += 100) {
      const { count, listaView } = await read(`/v1/segnalazioni/iter/${id}?da=${from}&a=${from + 99}`)
      entries.push(...listaView)
      if (entries.length >= count) return entries
    }
  }
  return {
    codeOf: async (id: number): Promise<string> => (await read(`/v1/segnalazioni/dettaglio/${id}`)).codice,
    messages: once(allMessages),
    entries: once(allEntries),
    async chainErrors(): Promise<string[]> {
      const { integro, primo_guasto } = await read('/v1/audit/verifica')
      return integro ? [] : [`audit chain: ${JSON.stringify(primo_guasto)}`]
    },
  }
}

function once<T>(read: (id: number) => Promise<T>) {
  const known = new Map<number, Promise<T>>()
  return (id: number): Promise<T> => {
    const reading = known.get(id) ?? read(id)
    known.set(id, reading)
    return reading
  }
}

/** How often the report of a key is there, by the answer that its transaction stored, and that it is the one of its receipt. */
async function timesOfReport({ mark, record }: Act, db: pg.Client, read: Reader): Promise<number> {
  const hash = createHash('sha256').update(`key:${mark}`).digest('base64url')
  const { rowCount } = await db.query('select from idempotent_answers where key_hash = $1 and answer is not null', [
    hash,
  ])
  const { id_segnalazione: id, codice } = record
  if (id === undefined) return rowCount ?? 0
  return rowCount === 1 && (await read.codeOf(Number(id))) === codice ? 1 : 0
}

function codesGivenTwice(history: History): string[] {
  const codes = history.actsOf('report').flatMap(({ record }) => (record.codice ? [String(record.codice)] : []))
  return codes.filter((code, index) => codes.indexOf(code) !== index).map((code) => `the code ${code} was given twice`)
}

/** Parts of an act without the others: each of these statements counts what must not be. */
// biome-ignore format: a table
const impossible = {
  'cases without a report':          'select from cases where not exists (select from reports where case_id = cases.id)',
  'reports without a case':          'select from reports where not exists (select from cases where id = case_id)',
  'cases without a history':         'select from cases where not exists (select from case_events where case_id = cases.id)',
  'cases without an audit entry':    "select from cases where not exists (select from audit_entries where record_kind = 'case' and outcome = 'done' and record_ids @> array[cases.id::bigint])",
  'cases whose report was answered twice or never': 'select from (select (select count(*) from cases) - (select count(*) from idempotent_answers where answer is not null) as more) as difference where more <> 0',
  'saves without an audit entry, or audit entries without a save': `
    select from (
      select case_id, count(*) as events,
        (select count(*) from audit_entries where action = 'case_changed' and outcome = 'done' and record_ids @> array[case_id::bigint]) as entries
      from case_events where kind = 'changed' group by case_id) as counted
    where events <> entries`,
} as const

async function halves(db: pg.Client): Promise<string[]> {
  const broken: string[] = []
  for (const [what, statement] of Object.entries(impossible)) {
    const { rowCount } = await db.query(statement)
    if (rowCount) broken.push(`${rowCount} ${what}`)
  }
  return broken
}
