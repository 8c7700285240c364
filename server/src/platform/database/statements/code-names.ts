import { CamelCasePlugin } from 'kysely'
import pg, { type PoolClient } from 'pg'

/** Names of columns in code are in camel case. `CodeNamesQuery` reads them, so that no row has to be copied for its names. */
class CodeNames extends CamelCasePlugin {
  readonly #names = new Map<string, string>()

  override transformResult: CamelCasePlugin['transformResult'] = async ({ result }) => result

  /** The name in code of a column. */
  nameOf(column: string): string {
    const known = this.#names.get(column)
    if (known !== undefined) return known
    const name = this.camelCase(column)
    this.#names.set(column, name)
    return name
  }
}

/** The columns of a statement's rows, as `pg` has them after PostgreSQL described them. */
export interface Columns {
  readonly fields: readonly unknown[]
  readonly _parsers: readonly unknown[] | undefined
  readonly _prebuiltEmptyResultObject: object | null
}

interface Description {
  readonly fields: readonly { readonly name: string }[]
}

export interface StatementConfig {
  /** The name under which PostgreSQL keeps the statement. */
  readonly name?: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  /** Milliseconds after which the connection ends. */
  readonly query_timeout?: number | undefined
}

/** The parts of `pg.Query` that its types leave out, in the version that package.json pins. */
interface QueryInternals {
  name: string | undefined
  values: readonly unknown[]
  readonly _result: Columns
  _accumulateRows: unknown
  callback: ((error: Error | null, result: unknown) => void) | undefined
  submit(connection: object): void
  prepare(connection: object): void
  handleRowDescription(message: Description): void
  handleCommandComplete(message: unknown, connection: object): void
}

// A cast, because the types of the class have only what its users need, not what a subclass does.
const Query = pg.Query as unknown as new (text: string) => QueryInternals

const names = new CodeNames({ maintainNestedObjectKeys: true })
export const codeNames: CamelCasePlugin = names

/** A statement whose rows have the names of code. */
export class CodeNamesQuery extends Query {
  readonly query_timeout: number | undefined

  constructor({ name, text, values, query_timeout }: StatementConfig) {
    // By members, since pg copies a configuration with all its property descriptors.
    super(text)
    this.name = name
    this.values = values
    this.query_timeout = query_timeout
  }

  override handleRowDescription({ fields, ...message }: Description) {
    super.handleRowDescription({
      ...message,
      fields: fields.map((field) => ({ ...field, name: names.nameOf(field.name) })),
    })
  }

  /** Executes the statement on a connection. */
  executeOn(client: PoolClient): Promise<unknown> {
    const answer = new Promise((resolve, reject) => {
      this.callback = (error, result) => (error ? reject(error) : resolve(result))
      client.query(this)
    })
    return answer.catch((error: Error) => {
      // Its stack ends at the socket; here it names who asked.
      Error.captureStackTrace(error)
      throw error
    })
  }
}
