import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Act } from '../history.ts'
import type { Entry, Reader } from './reader.ts'

interface Sources {
  readonly db: pg.Client
  readonly read: Reader
}

/** How often an act is there, wholly: 0 also for a part of it. */
type Times = (act: Act, sources: Sources) => Promise<number>

const countOf = async (db: pg.Client, statement: string, ...values: readonly unknown[]) =>
  (await db.query(statement, [...values])).rowCount ?? 0

/** The answers that the transaction of a submission stored under its key. */
const answersOf = (db: pg.Client, key: unknown) =>
  countOf(
    db,
    'select from idempotent_answers where key_hash = $1 and answer is not null',
    createHash('sha256').update(`key:${key}`).digest('base64url'),
  )

async function timesOfReport({ mark, record }: Act, { db, read }: Sources): Promise<number> {
  const answers = await answersOf(db, mark)
  const { id_segnalazione: id, codice, files } = record
  if (id === undefined) return answers
  const isOfReceipt = (await read.codeOf(Number(id))) === codice
  const hasFiles = (await countOf(db, 'select from attachments where case_id = $1', id)) === files
  return answers === 1 && isOfReceipt && hasFiles ? 1 : 0
}

async function timesOfFile({ mark, record: { digest, caseId } }: Act, { db, read }: Sources): Promise<number> {
  const rows = await countOf(
    db,
    'select from attachments where id = $1 and (case_id = $2 or $2 is null)',
    mark,
    caseId ?? null,
  )
  // What no record has claimed, nobody reads.
  if (rows === 0 || caseId === undefined) return rows
  return (await read.digestOf(mark)) === digest ? rows : 0
}

async function timesOfApplication({ mark, record }: Act, { db, read }: Sources): Promise<number> {
  const answers = await answersOf(db, record.key)
  const association = await read.association(mark)
  if (answers !== 1 || !association) return answers === 0 && !association ? 0 : answers
  const documents = await countOf(
    db,
    'select from attachments where association_id = $1',
    association.id_persona_giuridica,
  )
  return documents === 7 ? 1 : 0
}

const setsTo = (entry: Entry, mark: string) =>
  JSON.stringify(entry.campi_modificati.map(({ dopo }) => dopo)).includes(mark)

async function entriesWith({ record }: Act, { read }: Sources, isSo: (entry: Entry) => boolean) {
  return (await read.entries(Number(record.id))).filter(isSo).length
}

const timesOfMessage: Times = async ({ mark, record }, { read }) =>
  (await read.messages(Number(record.id))).filter(({ testo }) => testo.includes(mark)).length

// biome-ignore format: a table
export const timesOf: Readonly<Record<string, Times>> = {
  report:      timesOfReport,
  file:        timesOfFile,
  application: timesOfApplication,
  document:    ({ mark }, { db }) => countOf(db, 'select from attachments where id = $1', mark),
  answer:      timesOfMessage,
  message:     timesOfMessage,
  save:        (act, sources) => entriesWith(act, sources, (entry) => setsTo(entry, act.mark)),
  transition:  (act, sources) => entriesWith(act, sources, ({ motivo }) => motivo?.includes(act.mark) ?? false),
  person:      ({ mark }, { read }) => read.peopleNamed(mark),
  export:      ({ record: { id } }, { db }) => countOf(db, "select from runs where id = $1 and state = 'done' and file_id is not null", id ?? null),
  job:         ({ mark }, { db }) => countOf(db, `select from (select id, state from pgboss.job union all select id, state from pgboss.archive) as jobs where id = $1 and state = 'completed'`, mark),
}
