import type pg from 'pg'
import type { Client } from '../client.ts'
import type { Act, History } from '../history.ts'
import { findImpossible } from './impossible.ts'
import { compareMails } from './mails.ts'
import { createReader } from './reader.ts'
import { timesOf } from './times.ts'

/** What the database has of the acts of a history. */
export interface Findings {
  readonly acknowledged: number
  readonly found: number
  /** Acts that were acknowledged and are not there, or without their audit entry. */
  readonly lost: readonly string[]
  /** Acts that are there more than once. */
  readonly doubled: readonly string[]
  /** Acts that were refused for certain and are there. */
  readonly undead: readonly string[]
  /** What else is not as it must be: halves of an act, a number given twice, a broken chain of the audit log. */
  readonly broken: readonly string[]
  /** Mails that were delivered again. */
  readonly secondMails: number
}

interface Compared {
  readonly history: History
  readonly client: Client
  readonly db: pg.Client
  /** The Message-IDs of all deliveries, and how many of them there were before the history began. */
  readonly deliveries: readonly string[]
  readonly deliveredBefore: number
}

/** Compares the history of the clients with the database and with what the API returns. */
export async function checkHistory({ history, client, db, deliveries, deliveredBefore }: Compared): Promise<Findings> {
  const read = await createReader(client)
  const judged: { readonly act: Act; readonly count: number }[] = []
  for (const act of history.acts) judged.push({ act, count: (await timesOf[act.kind]?.(act, { db, read })) ?? 0 })
  const named = (isSo: (judgment: (typeof judged)[number]) => boolean) =>
    judged.filter(isSo).map(({ act }) => nameOf(act))
  const audit = await compareWithAudit(
    judged.flatMap(({ act, count }) => (count > 0 ? [act] : [])),
    db,
  )
  const mails = await compareMails(db, deliveries, deliveredBefore)
  return {
    acknowledged: judged.filter(({ act }) => act.outcome === 'done').length,
    found: judged.filter(({ count }) => count > 0).length,
    lost: [...named(({ act, count }) => act.outcome === 'done' && count === 0), ...audit.missing, ...mails.lost],
    doubled: [...named(({ count }) => count > 1), ...audit.doubled],
    undead: named(({ act, count }) => act.outcome === 'denied' && count > 0),
    broken: [
      ...numbersGivenTwice(history),
      ...(await findImpossible(db)),
      ...mails.broken,
      ...(await read.chainErrors()),
    ],
    secondMails: mails.second,
  }
}

const nameOf = ({ kind, mark, record }: Act) => [kind, mark, ...(record.name ? [record.name] : [])].join(' ')

/** The audit entries of the answers that acknowledged acts which are there: one of each kind of record. */
async function compareWithAudit(acts: readonly Act[], db: pg.Client) {
  const byRequest = new Map(acts.flatMap((act) => (act.requestId ? [[act.requestId, act] as const] : [])))
  const { rows } = await db.query<{ id: string; count: number }>(
    `select request_id as id, max(times)::int as count from (
       select request_id, count(*) as times from audit_entries where request_id = any($1::uuid[]) group by request_id, action, record_kind
     ) as counted group by request_id`,
    [[...byRequest.keys()]],
  )
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  const named = (isSo: (count: number) => boolean) =>
    [...byRequest].filter(([id]) => isSo(counts.get(id) ?? 0)).map(([, act]) => `audit entry of ${nameOf(act)}`)
  return { missing: named((count) => count === 0), doubled: named((count) => count > 1) }
}

/** The numbers of receipts, by the kind of act that they acknowledge. */
const numbers = { report: 'codice', application: 'numero_richiesta' } as const

function numbersGivenTwice(history: History): string[] {
  return Object.entries(numbers).flatMap(([kind, field]) => {
    const given = history.actsOf(kind).flatMap(({ record }) => (record[field] ? [String(record[field])] : []))
    return given.filter((one, index) => given.indexOf(one) !== index).map((one) => `the number ${one} was given twice`)
  })
}
