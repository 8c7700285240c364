import type { Connection, StoredTable } from './stored-tables.ts'

/** Rows of a batch; few enough that a batch of long texts takes some megabytes. */
const rowsAtOnce = 500

/** The place of rows without a primary key in a database that nobody writes to. */
const byPlace = { names: ['ctid'], types: ['tid'] }

function keyOf({ key, columns }: StoredTable): {
  readonly names: readonly string[]
  readonly types: readonly string[]
} {
  if (key.length === 0) return byPlace
  return { names: key, types: key.map((name) => columns.find((column) => column.name === name)?.type ?? 'text') }
}

const texts = (names: readonly string[]) => `array[${names.map((name) => `${name}::text`).join()}]`
const typed = (types: readonly string[], first: number) =>
  types.map((type, index) => `$${index + first}::${type}`).join()

/** A row as text. */
interface TextRow {
  readonly key: readonly string[]
  readonly values: readonly (string | null)[]
}

/** The next rows of a table in the order of its key; `value` is an SQL array of what is read of each row. */
async function readRows(
  source: Connection,
  table: StoredTable,
  value: string,
  after: readonly string[] | undefined,
): Promise<TextRow[]> {
  const { names, types } = keyOf(table)
  const order = names.join()
  const where = after ? `where (${order}) > (${typed(types, 1)})` : ''
  const { rows } = await source.query<TextRow>(
    `select ${texts(names)} as key, ${value} as values from ${table.name} ${where} order by ${order} limit ${rowsAtOnce}`,
    [...(after ?? [])],
  )
  return rows
}

/** Calls `use` with batches of a table, in the order of its key, after a row. */
async function eachBatch(
  source: Connection,
  table: StoredTable,
  value: string,
  start: readonly string[] | undefined,
  use: (rows: readonly TextRow[]) => Promise<void>,
): Promise<void> {
  let after = start
  for (;;) {
    const rows = await readRows(source, table, value, after)
    if (rows.length > 0) await use(rows)
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)?.key
  }
}

/** Copies the rows of a table after one of them; `note` is called in the transaction of each batch with the key of its last row. */
export async function copyRows(
  source: Connection,
  target: Connection,
  table: StoredTable,
  after: readonly string[] | undefined,
  note: (last: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const columns = table.columns.filter(({ isGenerated }) => !isGenerated)
  const names = columns.map(({ name }) => name)
  const casts = columns.map(({ type }, index) => `v${index}::${type}`).join()
  const lists = columns.map((_column, index) => `$${index + 1}::text[]`).join()
  const insertion = `insert into ${table.name} (${names.join()}) overriding system value
    select ${casts} from unnest(${lists}) as rows (${columns.map((_column, index) => `v${index}`).join()})`
  await eachBatch(source, table, texts(names), after, async (rows) => {
    await target.query('begin')
    await target.query(
      insertion,
      columns.map((_column, index) => rows.map(({ values }) => values[index])),
    )
    await note(rows.at(-1)?.key ?? [])
    await target.query('commit')
  })
}

const digestOf = ({ columns }: StoredTable) =>
  `encode(sha256(convert_to(row(${columns.map(({ name }) => name).join()})::text, 'UTF8')), 'hex')`

/** Sentences for the rows of a table that the target has not as the source, at most `limit`. */
export async function compareRows(
  source: Connection,
  target: Connection,
  table: StoredTable,
  limit: number,
): Promise<string[]> {
  const counts = await Promise.all([source, target].map((side) => totalsOf(side, table)))
  const failures = counts[0] === counts[1] ? [] : [`${table.name}: ${counts[1]} instead of ${counts[0]}.`]
  if (table.key.length === 0) return failures
  const { names, types } = keyOf(table)
  const lists = types.map((_type, index) => `$${index + 1}::text[]`).join()
  const parts = types.map((type, index) => `k${index}::${type}`).join()
  const asked = `select ${parts} from unnest(${lists}) as keys (${types.map((_type, index) => `k${index}`).join()})`
  const value = `array[${digestOf(table)}]`
  const sql = `select ${texts(names)} as key, ${value} as values from ${table.name} where (${names.join()}) in (${asked})`
  await eachBatch(source, table, value, undefined, async (rows) => {
    const keys = types.map((_type, index) => rows.map(({ key }) => key[index]))
    const found = new Map(
      (await target.query<TextRow>(sql, keys)).rows.map((row) => [row.key.join('\n'), row.values[0]]),
    )
    for (const { key, values } of rows)
      if (found.get(key.join('\n')) !== values[0] && failures.length < limit)
        failures.push(
          `${table.name} ${key.join(', ')}: the row ${found.has(key.join('\n')) ? 'differs' : 'is missing'}.`,
        )
  })
  return failures
}

/** The number of rows; for a table without a primary key also the sum of their digests. */
async function totalsOf(side: Connection, table: StoredTable): Promise<string> {
  const sum = table.key.length === 0 ? `sum(('x' || left(${digestOf(table)}, 15))::bit(60)::bigint)` : 'null'
  const { rows } = await side.query(`select count(*)::text as count, ${sum} as digests from ${table.name}`)
  const [{ count, digests }] = rows
  return `${count} rows${digests === null ? '' : ` with digests of ${digests}`}`
}
