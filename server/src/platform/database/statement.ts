import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './transaction.ts'

/** Stands for a value in a statement that is compiled before there is one. */
class Hole {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
}

/** The place of a value in a statement, by the name of the value. */
export type HoleOf<V> = <K extends keyof V & string>(key: K) => RawBuilder<V[K]>

const holeOf =
  <V>(): HoleOf<V> =>
  (key) =>
    sql`${new Hole(key)}`

/** Statements that are kept of one definition. */
const maxShapes = 500

const typeOf = (value: unknown) => (value instanceof Date ? 'timestamptz' : typeof value === 'number' ? 'int' : 'text')

/**
 * A statement with each value in a subquery, which PostgreSQL does not look into when it plans: so one plan is kept for all values. It plans
 * a prepared statement for each call as long as it expects less work for known values, which for a long one takes more than the work.
 */
const forAnyValues = <R>(compiled: CompiledQuery<R>): CompiledQuery<R> => ({
  ...compiled,
  sql: compiled.sql.replace(
    /\$(\d+)/g,
    (place, number) => `(select ${place}::${typeOf(compiled.parameters[number - 1])})`,
  ),
})

interface Options {
  /** Whether its plan is kept for all values, which are instants, whole numbers or texts: for a long statement whose best plan does not depend on them. */
  readonly hasOnePlan?: boolean
}

/**
 * A statement that is built and compiled once for each shape, and then only filled in: building a statement of a hundred columns takes
 * longer than reading its row. What differs in its text is in the shape, what differs in its values has a hole.
 */
export function defineStatement<V extends object, R, S = undefined>(
  build: (db: Db, hole: HoleOf<V>, shape: S) => Compilable<R>,
  { hasOnePlan = false }: Options = {},
) {
  const known = new Map<string, CompiledQuery<R>>()
  function compiledFor(db: Db, shape: S): CompiledQuery<R> {
    const key = JSON.stringify(shape) ?? ''
    const found = known.get(key)
    if (found) return found
    const built = build(db, holeOf<V>(), shape).compile() as CompiledQuery<R>
    const compiled = hasOnePlan ? forAnyValues(built) : built
    if (known.size >= maxShapes) known.clear()
    known.set(key, compiled)
    return compiled
  }

  type Shape = S extends undefined ? [] : [shape: S]

  /** The statement with its values, to be sent with others. */
  function filled(db: Db, values: V, ...[shape]: Shape): CompiledQuery<R> {
    const compiled = compiledFor(db, shape as S)
    const fill = (parameter: unknown) => (parameter instanceof Hole ? values[parameter.key as keyof V] : parameter)
    return { ...compiled, parameters: compiled.parameters.map(fill) }
  }

  const execute = async (db: Db, values: V, ...shape: Shape): Promise<R[]> =>
    (await db.executeQuery<R>(filled(db, values, ...shape))).rows
  return Object.assign(execute, { filled })
}
