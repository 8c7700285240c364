import pg from 'pg'

/** The columns of a statement's rows, as `pg` has them after PostgreSQL described them. */
interface Columns {
  readonly fields: readonly unknown[]
  readonly _parsers: readonly unknown[] | undefined
  readonly _prebuiltEmptyResultObject: object | null
}

/** The columns of prepared statements by the names of these. */
export type KnownColumns = Map<string, Columns>

interface Config {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** The parts of `pg.Query` that its types leave out, in the version that package.json pins. */
interface QueryInternals {
  readonly name: string
  readonly _result: Columns
  _accumulateRows: unknown
  callback: ((error: Error | null, result: unknown) => void) | undefined
  submit(connection: object): void
  hasBeenParsed(connection: object): boolean
  prepare(connection: object): void
  handleRowDescription(message: unknown): void
  handleCommandComplete(message: unknown, connection: object): void
}

// The types of the class have only what its users need, not what a subclass does.
const Query = pg.Query as unknown as new (config: Config) => QueryInternals

const undescribed = (connection: object): object => Object.create(connection, { describe: { value: () => undefined } })

/**
 * A prepared statement whose columns are described once, not at each call: of a row with a hundred of them the description takes longer than
 * the values. PostgreSQL refuses a statement whose columns have changed (`isOutdated`), so what is known of a name stays true.
 */
export class PreparedQuery extends Query {
  readonly #known: KnownColumns
  /** Milliseconds after which the connection ends. */
  readonly query_timeout: number | undefined

  constructor(config: Config, known: KnownColumns, limitMs: number | undefined) {
    super(config)
    this.#known = known
    this.query_timeout = limitMs
  }

  override prepare(connection: object) {
    const columns = this.hasBeenParsed(connection) ? this.#known.get(this.name) : undefined
    if (!columns) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    super.prepare(undescribed(connection))
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message)
    this.#remember()
  }

  override handleCommandComplete(message: unknown, connection: object) {
    // A statement without rows has no description.
    if (!this.#known.has(this.name)) this.#remember()
    super.handleCommandComplete(message, connection)
  }

  #remember() {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/** Executes a prepared statement on a connection. */
export const queryPrepared = (client: pg.PoolClient, query: PreparedQuery): Promise<unknown> =>
  new Promise((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query)
  })
