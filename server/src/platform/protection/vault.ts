import type { Logger } from 'pino'
import { AppError } from '../app-error.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import { openBytes, sealBytes } from './aead.ts'
import { type DataKey, type KeyRing, type KeyTimes, openKeyRing } from './key-ring.ts'
import type { RankedTerms } from './names/ranked-terms.ts'
import { fieldName, memberOf, tokenOf, tokensOf, tokensOfEach } from './row-tokens.ts'
import type { Sealed } from './sealed.ts'
import { type AnySealedTable, placeOf, type SealedTable } from './sealed-table.ts'
import { rankedTokens, searchGroups, wholeWords } from './token-search.ts'

/** A stored value that cannot be opened: changed, moved from another place, or sealed under a retired key. */
export class DamagedError extends AppError {
  constructor(place: string) {
    super('damaged_record')
    this.name = 'DamagedError'
    this.message = `The value of ${place} does not open.`
  }
}

/**
 * Returns the result of `work`, or undefined where a value is damaged, for callers that must go on. The alert is in the
 * log.
 */
export async function unlessDamaged<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DamagedError) return undefined
    throw error
  }
}

/** The columns of a row as they are stored. */
export type SealedColumns<P> = { [K in keyof P]: Sealed | null } & {
  readonly keyId: number
}

export type Vault = Awaited<ReturnType<typeof openVault>>

const sealedMark = 1
const plainMark = 0
const headBytes = 5
// Lengths are rounded up, so that the size does not distinguish Rossi from Abdelrahman.
const padTo = 32

type Id = number | string

function encode(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value))
  return Buffer.concat([text, Buffer.alloc((padTo - (text.length % padTo)) % padTo, ' ')])
}

function sealValue(key: DataKey, place: string, value: unknown): Sealed {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(sealedMark, 0)
  head.writeUInt32BE(key.id, 1)
  return Buffer.concat([head, sealBytes(key.sealing, `${place} ${key.id}`, encode(value))]) as Sealed
}

/** The key id in the head of a sealed value; undefined where there is no such head. */
const keyIdOf = (stored: Buffer) =>
  stored.length > headBytes && stored.readUInt8(0) === sealedMark ? stored.readUInt32BE(1) : undefined

function openValue(ring: KeyRing, place: string, stored: Buffer): unknown {
  const keyId = keyIdOf(stored)
  const key = keyId === undefined ? undefined : ring.find(keyId)
  if (!key) throw new DamagedError(place)
  try {
    return JSON.parse(openBytes(key.sealing, `${place} ${key.id}`, stored.subarray(headBytes)).toString())
  } catch {
    throw new DamagedError(place)
  }
}

/** Reads a value that was written without the vault and waits for the encryption batch: a mark, then JSON. */
function readPlain(place: string, stored: Buffer): unknown {
  try {
    if (stored.readUInt8(0) === plainMark) return JSON.parse(stored.subarray(1).toString())
  } catch {}
  throw new DamagedError(place)
}

function uniqueColumns(key: DataKey, table: AnySealedTable, plain: object, fields: readonly string[] = table.sealed) {
  const unique = Object.entries(table.unique ?? {}).filter(([field]) => fields.includes(field))
  const columns = unique.map(([field, column]) => {
    const value = memberOf(plain, field)
    return [column, value === undefined || value === null ? null : uniqueToken(key, table, field, String(value))]
  })
  return Object.fromEntries(columns) as Record<string, string | null>
}

const uniqueToken = (key: DataKey, table: AnySealedTable, field: string, value: string) =>
  tokenOf(key, `unique ${fieldName(table, field)}`, value)

/** Fields to seal, with what is derived from them. */
function withDerived({ derived = {} }: AnySealedTable, fields: readonly string[]): readonly string[] {
  const following = Object.entries(derived).filter(([, { from }]) => from.some((field) => fields.includes(field)))
  return following.length > 0 ? [...new Set([...fields, ...following.map(([field]) => field)])] : fields
}

function sealRow(key: DataKey, table: AnySealedTable, id: Id, plain: object, fields: readonly string[] = table.sealed) {
  const columns = withDerived(table, fields).map((field): [string, Sealed | null] => {
    const derivation = table.derived?.[field]
    const value = derivation ? derivation.valueOf(plain) : memberOf(plain, field)
    return [field, value === undefined || value === null ? null : sealValue(key, placeOf(table, id, field), value)]
  })
  return { ...Object.fromEntries(columns), ...uniqueColumns(key, table, plain, fields), keyId: key.id }
}

/** Throws for a row without a key that grants permissions, because its author is unknown. */
function refuseDecisive(table: AnySealedTable, id: Id, row: object): void {
  const field = table.decisive?.find((name) => Buffer.isBuffer(memberOf(row, name)))
  if (field) throw new DamagedError(placeOf(table, id, field))
}

type SealedValue = readonly [field: string, stored: Buffer]

function sealedValues({ sealed }: AnySealedTable, row: object): SealedValue[] {
  const values: SealedValue[] = []
  for (const field in row) {
    const stored = memberOf(row, field)
    if (Buffer.isBuffer(stored) && sealed.includes(field)) values.push([field, stored])
  }
  return values
}

type ReadValue = (place: string, stored: Buffer) => unknown

function readValues(table: AnySealedTable, id: Id, values: readonly SealedValue[], read: ReadValue): object {
  const plain: Record<string, unknown> = {}
  for (const [field, stored] of values) plain[field] = read(placeOf(table, id, field), stored)
  return plain
}

/** The values of rows in order; asks for new keys only where a value has one of which this process does not know yet. */
async function sealedValuesOf(ring: KeyRing, table: AnySealedTable, rows: readonly object[]): Promise<SealedValue[][]> {
  const values = rows.map((row) => sealedValues(table, row))
  const isKnown = (keyId: number | undefined) => keyId === undefined || ring.find(keyId) !== undefined
  if (!values.every((ofRow) => ofRow.every(([, stored]) => isKnown(keyIdOf(stored))))) await ring.reload()
  return values
}

const openValues = (ring: KeyRing, table: AnySealedTable, id: Id, values: readonly SealedValue[]): object =>
  readValues(table, id, values, (place, stored) => openValue(ring, place, stored))

async function openRow(ring: KeyRing, table: AnySealedTable, id: Id, row: object): Promise<object> {
  const [values = []] = await sealedValuesOf(ring, table, [row])
  return openValues(ring, table, id, values)
}

const digestsWith = (ring: KeyRing) => ({
  /** Keyed digest of a text, to recognise it again without storing it. */
  digest: (purpose: string, text: string) => tokenOf(ring.sealing(), purpose, text),

  /** The digest under each active key, to compare with a stored one. */
  digests: (purpose: string, text: string): string[] => ring.all().map((key) => tokenOf(key, purpose, text)),
})

/** Raises an alarm for damaged values: an error in the log. */
function alarmsIn(log: Logger) {
  const raiseAlarm = (error: DamagedError) =>
    log.error({ alert: 'damaged', err: error }, 'a stored value is not what the portal sealed')

  const withAlarm = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DamagedError) raiseAlarm(error)
      throw error
    }
  }

  const unlessAlarmed = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      raiseAlarm(error)
      return undefined
    }
  }

  return { raiseAlarm, withAlarm, unlessAlarmed }
}

/** The tokens by which names are searched. */
const nameSearchWith = (ring: KeyRing) => ({
  /** The tokens of each word of a name in any of the fields, by how well a row with one of them matches it. */
  findRanked: (table: AnySealedTable, fields: readonly string[], text: string): RankedTerms[] =>
    rankedTokens(ring, table, fields, text),

  /**
   * Returns the tokens of the words of a name in any of the fields: a row has every word whole when it has, for each word, all
   * tokens of one of its alternatives.
   */
  findWhole: <P extends object>(table: SealedTable<P>, fields: readonly (keyof P & string)[], name: string) =>
    wholeWords(ring, table, fields, name),
})

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly master: Buffer
  readonly log: Logger
  readonly keyTimes?: KeyTimes | undefined
}

/**
 * Seals and opens rows of protected tables: stores pass and receive plain objects and never see a key. A value opens only in
 * the table, column and row for which it was sealed.
 */
export async function openVault({ db, inTransaction, master, log, keyTimes }: Options) {
  const ring = await openKeyRing({ db, inTransaction, master, times: keyTimes })

  const { raiseAlarm, withAlarm, unlessAlarmed } = alarmsIn(log)

  return {
    ring,
    ...digestsWith(ring),

    /** The stored columns of a row, or of some of its fields: sealed values (null for absent ones), unique tokens, key id. */
    seal: <P extends object>(table: SealedTable<P>, id: Id, plain: Partial<P>, fields?: readonly string[]) =>
      sealRow(ring.sealing(), table, id, plain, fields) as SealedColumns<P>,

    /** Search tokens of a row, or of some of its fields. */
    tokens: (table: AnySealedTable, plain: object, isMeant?: (field: string) => boolean) =>
      tokensOf(ring.sealing(), table, plain, isMeant),

    /** Search tokens of each of some rows. */
    tokensOfEach: (table: AnySealedTable, rows: readonly object[]) => tokensOfEach(ring.sealing(), table, rows),

    /** The plain values of the sealed columns in the row, without null columns. */
    open: <P extends object>(table: SealedTable<P>, id: Id, row: object): Promise<Partial<P>> =>
      withAlarm(() => openRow(ring, table, id, row)),

    /** The same of many rows, by their ids; undefined for those that are damaged. */
    async openEach<P extends object>(
      table: SealedTable<P>,
      rows: readonly (readonly [id: Id, row: object])[],
    ): Promise<(Partial<P> | undefined)[]> {
      const values = await sealedValuesOf(
        ring,
        table,
        rows.map(([, row]) => row),
      )
      return rows.map(([id], place) => unlessAlarmed(() => openValues(ring, table, id, values[place] ?? [])))
    },

    /** Logs that a plain column does not match its sealed value; returns the error, for callers that must stop. */
    alarm(table: AnySealedTable, id: Id, column: string): DamagedError {
      const error = new DamagedError(placeOf(table, id, column))
      raiseAlarm(error)
      return error
    },

    /**
     * Returns a stored row sealed under the newest key: the columns to store, and their plain values. Only this function accepts
     * plain values, and only in a row without a key.
     */
    async reseal(table: AnySealedTable, id: Id, row: object): Promise<{ columns: object; plain: object }> {
      const isPlain = memberOf(row, 'keyId') === null
      const plain = await withAlarm(async () => {
        if (!isPlain) return openRow(ring, table, id, row)
        refuseDecisive(table, id, row)
        return readValues(table, id, sealedValues(table, row), readPlain)
      })
      return { columns: sealRow(ring.sealing(), table, id, plain), plain }
    },

    /** The possible values of a unique column, one for each active key. */
    uniqueTokens: <P extends object>(table: SealedTable<P>, field: keyof P & string, value: string): string[] =>
      ring.all().map((key) => uniqueToken(key, table, field, value)),

    /**
     * Returns the tokens of a search in any of the fields, in groups: a row matches when it has a token of every group. Without
     * groups the text is too short to search.
     */
    find: <P extends object>(table: SealedTable<P>, fields: readonly (keyof P & string)[], text: string): string[][] =>
      searchGroups(ring, table, fields, text),

    ...nameSearchWith(ring),
  }
}
