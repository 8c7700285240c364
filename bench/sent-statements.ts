import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Portal } from './portal.ts'

/** A statement as a server sent it. */
export interface SentStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
}

export const isRead = ({ text }: SentStatement): boolean =>
  /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)

const folder = 'statements'

/** What PostgreSQL needs to write the statements that it gets into its log, once `sentDuring` asks for them. */
export const statementLog = [
  'logging_collector=on',
  'log_destination=jsonlog',
  `log_directory=${folder}`,
  'log_filename=statements.log',
  'log_parameter_max_length=-1',
]

interface LogLine {
  readonly user?: string
  readonly message: string
  readonly detail?: string
}

/** The values of the line that PostgreSQL writes beside a statement: `parameters: $1 = '7', $2 = NULL`. */
const valuesOf = (detail = '') =>
  Array.from(detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g), ([, value]) => value?.replaceAll("''", "'") ?? null)

function statementOf({ message, detail }: LogLine): SentStatement[] {
  const [, text] = /^(?:execute [^:]+|statement): (.*)$/s.exec(message) ?? []
  return text ? [{ text, values: valuesOf(detail) }] : []
}

/** The statements that reach PostgreSQL while `work` runs, but for those of `pool`; the portal was started with `statementLog`. */
async function sentDuring(pool: pg.Pool, portal: Portal, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const read = async () => {
    const path = join(portal.connection.host ?? '', 'data', folder)
    const name = (await readdir(path)).find((one) => one.endsWith('.json'))
    return name ? readFile(join(path, name), 'utf8') : ''
  }
  const switchTo = async (which: 'all' | 'none') => {
    await pool.query(`alter system set log_statement = '${which}'`)
    await pool.query('select pg_reload_conf()')
    // Sessions read the setting before their next statement, once the server has signalled them.
    await delay(200)
  }
  await switchTo('all')
  const before = (await read()).length
  await work()
  await delay(200)
  const lines = (await read()).slice(before).trim().split('\n')
  await switchTo('none')
  const statements = lines.filter(Boolean).flatMap((line) => statementOf(JSON.parse(line)))
  return statements.filter(({ text }) => !/log_statement|pg_reload_conf/.test(text))
}

/**
 * The statements of each call that the others send as well; not those that the portal sends while there is no call, since jobs read
 * and write too.
 */
export async function sentByCalls(
  pool: pg.Pool,
  portal: Portal,
  calls: readonly (() => Promise<unknown>)[],
): Promise<SentStatement[][]> {
  const sent: SentStatement[][] = []
  for (const call of calls) sent.push(await sentDuring(pool, portal, call))
  const idle = new Set((await sentDuring(pool, portal, () => delay(3000))).map(({ text }) => text))
  const texts = sent.map((statements) => new Set(statements.map(({ text }) => text)))
  const isOfCalls = ({ text }: SentStatement) => !idle.has(text) && texts.every((ofCall) => ofCall.has(text))
  return sent.map((statements) => statements.filter(isOfCalls))
}
