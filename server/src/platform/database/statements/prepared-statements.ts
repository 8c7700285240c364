import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Send } from '../pipelined-pool.ts'
import { CodeNamesQuery, type Columns, type StatementConfig } from './code-names.ts'

const ownPlanMark = '/* own plan */'
/** Stands in a statement whose best plan depends on its values, such as that of a list with filters: each call of it is planned. */
export const ownPlan = sql.raw(ownPlanMark)

/** Statements that get a name; beyond them a server sends the rest unprepared, so that they cannot fill PostgreSQL's memory. */
const maxNames = 400
/** Statements that were seen once. Lists of any length make ever new ones. */
const maxSeen = 2000

/** Whether PostgreSQL refused a prepared statement because a migration has given its result other columns. */
export const isOutdated = (error: unknown) =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Whether PostgreSQL plans a text: one statement, which is not such as `commit`. */
const isPlanned = (text: string) => /^\s*(select|with|insert|update|delete)\b/i.test(text) && !/;\s*\S/.test(text)

/** Names of statements: the second call of a statement gives it a name, under which PostgreSQL keeps it parsed and planned. */
export function createStatementNames() {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  let generation = 0
  return {
    /** The name of a statement; undefined for one that is sent unprepared. */
    nameOf(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined) return name
      if (names.size >= maxNames || text.includes(ownPlanMark) || !isPlanned(text)) return undefined
      if (!seen.delete(text)) {
        if (seen.size >= maxSeen) seen.clear()
        seen.add(text)
        return undefined
      }
      names.set(text, `p${generation}_${names.size}`)
      return names.get(text)
    },

    /** Gives every statement a new name from now on: those that PostgreSQL has under the old ones are outdated. */
    forget(): void {
      names.clear()
      generation += 1
    },
  }
}

/** The columns of the statements of a connection by their names. */
type KnownColumns = Map<string, Columns>

const undescribed = (connection: object): object => Object.create(connection, { describe: { value: () => undefined } })

/**
 * A prepared statement whose columns are described once, not at each call: of a row with a hundred of them the description takes longer than
 * the values. PostgreSQL refuses a statement whose columns have changed (`isOutdated`), so what is known of a name stays true.
 */
class PreparedQuery extends CodeNamesQuery {
  /** Undefined where each call asks for its columns. */
  readonly #known: KnownColumns | undefined
  readonly #name: string

  constructor(config: StatementConfig & { readonly name: string }, known: KnownColumns | undefined) {
    super(config)
    this.#known = known
    this.#name = config.name
  }

  override prepare(connection: object) {
    const columns = this.#known?.get(this.#name)
    if (!columns) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    super.prepare(undescribed(connection))
  }

  override handleRowDescription(message: Parameters<CodeNamesQuery['handleRowDescription']>[0]) {
    super.handleRowDescription(message)
    this.#remember()
  }

  override handleCommandComplete(message: unknown, connection: object) {
    // A statement without rows has no description.
    if (!this.#known?.has(this.#name)) this.#remember()
    super.handleCommandComplete(message, connection)
  }

  #remember() {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#known?.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/**
 * Prepares statements on each connection (setting `PREPARED_STATEMENTS`). One that a migration has made outdated is sent again; in a
 * transaction it fails with an error after which the transaction is repeated.
 */
export function createPreparedSending(limitMs?: number, isPooled = false): (client: PoolClient) => Send {
  const names = createStatementNames()
  const sendUnprepared = sendingOn(limitMs)
  const sendOn =
    (client: PoolClient, known: KnownColumns | undefined): Send =>
    (text, values) => {
      const name = names.nameOf(text)
      if (name === undefined) return sendUnprepared(client)(text, values)
      const query = new PreparedQuery({ name, text, values, query_timeout: limitMs }, known)
      return query.executeOn(client).catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        names.forget()
        // An open transaction has failed with it: who opened it tries again.
        if (client.getTransactionStatus() !== 'I') throw error
        return sendUnprepared(client)(text, values)
      })
    }
  // Each connection knows what was described on it: a migration may stand between two of them. Behind a pooler one has several servers.
  return (client) => sendOn(client, isPooled ? undefined : new Map())
}

/** Sends statements unprepared. A connection that does not answer one within the limit is ended. */
export const sendingOn =
  (limitMs?: number) =>
  (client: PoolClient): Send =>
  (text, values) =>
    new CodeNamesQuery({ text, values, query_timeout: limitMs }).executeOn(client)
