import { type RawBuilder, sql } from 'kysely'
import { ownPlan } from '#platform/database/statements/prepared-statements.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type AnySealedTable, columnName } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { KindOfRecord } from '../registry.kinds.ts'
import { idsWith, openRecord, rowsOf, type StoredRecord } from '../registry.store.ts'

type Values = Readonly<Record<string, unknown>>
type TokenGroups = readonly (readonly string[])[]

/** The most candidates of one sort that are compared. */
const mostCandidates = 200

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The fields of a table by which people or bodies are recognised. Each has search tokens. */
export interface IdentityFields {
  readonly names: readonly string[]
  readonly mails: readonly string[]
  readonly phones: readonly string[]
  readonly birthDates: readonly string[]
  readonly codes: readonly string[]
}
export interface SearchedTable extends IdentityFields {
  readonly sealed: AnySealedTable
}

/** The values by which a person or body is recognised. */
interface Identity {
  readonly name: string
  readonly mails: readonly string[]
  readonly phones: readonly string[]
  readonly birthDate: string | undefined
  readonly code: string | undefined
}

/** The identity that the values of a record describe. */
function identityOf({ names, mails, phones, birthDate, code }: KindOfRecord, values: Values): Identity {
  const textsOf = (fields: readonly string[]) => fields.flatMap((field) => textOf(values[field]) ?? [])
  return {
    name: textsOf(names.slice(0, birthDate === undefined ? 1 : 2)).join(' '),
    mails: textsOf(mails),
    phones: textsOf(phones),
    birthDate: birthDate && textOf(values[birthDate]),
    code: textOf(values[code]),
  }
}

/**
 * The groups of tokens of the rows that may be of the same person: those that share a mail address, a telephone number or a code,
 * those with a similar name, and those of the same birth date with one similar name.
 */
function blocksOf(vault: Vault, { sealed, ...fields }: SearchedTable, person: Identity): TokenGroups[] {
  const find = (searched: readonly string[], text: string | undefined): TokenGroups =>
    // The fields are of the table that the same declaration names.
    text === undefined || searched.length === 0 ? [] : vault.find(sealed as never, searched as never[], text)
  const words = fields.names.length === 0 ? [] : vault.findRanked(sealed, fields.names, person.name)
  const near = words.map((word) => word.near)
  const day = find(fields.birthDates, person.birthDate)
  const blocks = [
    ...person.mails.map((mail) => find(fields.mails, mail)),
    ...person.phones.map((phone) => find(fields.phones, phone)),
    find(fields.codes, person.code),
    near,
    ...(day.length === 0 ? [] : near.map((word) => [word, ...day])),
  ]
  return blocks.filter((groups) => groups.length > 0 && groups.every(({ length }) => length > 0))
}

/** Selects the ids of the rows with the tokens of one of the blocks, at most 200 of each; undefined without a block. */
function selectIds({ sealed }: SearchedTable, blocks: readonly TokenGroups[]): RawBuilder<number> | undefined {
  const tokens = sealed.tokens && columnName(sealed.tokens.table)
  if (!tokens || blocks.length === 0) return undefined
  return sql<number>`${sql.join(
    blocks.map((groups) => sql`select ${idsWith({ tokens }, groups, mostCandidates)} as id`),
    sql` union `,
  )}`
}

/** The table of the records of a kind. */
const tableOf = ({ sealed, names, mails, phones, birthDate, code }: KindOfRecord, byCode: boolean): SearchedTable => ({
  sealed,
  names,
  mails,
  phones,
  birthDates: birthDate === undefined ? [] : [birthDate],
  codes: byCode ? [code] : [],
})

export interface Comparison {
  /** Of a record; it is not compared with itself. */
  readonly id?: number | undefined
  readonly values: Values
  /** Whether a record may have the same code; a record is refused a known one. */
  readonly byCode?: boolean
}

/** The records that may be of the same person as these values, with their values opened; at most 200 of each sort. */
export async function listComparable(
  db: Db,
  vault: Vault,
  kind: KindOfRecord,
  { id = 0, values, byCode = false }: Comparison,
): Promise<StoredRecord[]> {
  const table = tableOf(kind, byCode)
  const ids = selectIds(table, blocksOf(vault, table, identityOf(kind, values)))
  if (!ids) return []
  const rows = await rowsOf(db, kind)
    .selectAll()
    .where('id', 'in', sql<number>`(${ids})`)
    .where('id', '<>', id)
    .execute()
  const opened = await Promise.all(rows.map((row) => unlessDamaged(openRecord(vault, kind, row))))
  return opened.flatMap((record) => record ?? [])
}

/** The ids of the rows of another table that may be of the person or body of a record. */
export async function listIdsLike(
  db: Db,
  vault: Vault,
  table: SearchedTable,
  kind: KindOfRecord,
  values: Values,
): Promise<number[]> {
  const ids = selectIds(table, blocksOf(vault, table, identityOf(kind, values)))
  if (!ids) return []
  const { rows } = await sql<{ id: number }>`${ownPlan} ${ids}`.execute(db)
  return rows.map(({ id }) => id)
}
