import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/engines.ts'
import type { Database } from '../database/database.ts'
import { together } from '../database/together.ts'
import { createInTransaction, type InTransaction } from '../database/transaction.ts'
import { insertSealed, openSealed, sealedUpdates } from './sealed-rows.ts'
import { sealedTable } from './sealed-table.ts'
import { openVault, type Vault } from './vault.ts'

interface Note {
  readonly title: string | null
  readonly author: string | null
  readonly text: string | null
}
/** A row; `language` and `pages` are plain columns. */
interface Row extends Note {
  readonly language: string | null
  readonly pages: number | null
}

const notes = sealedTable<Note>()({
  table: 'notes' as 'users',
  key: 'id',
  sealed: ['title', 'author', 'text'],
  ends: { stay: 'for the test' },
  tokens: {
    table: 'noteTokens' as 'userTokens',
    of: { author: 'name', text: 'words' },
    languageOf: ({ language }: { language?: string | null }) => language ?? undefined,
  },
})

let database: Database
let inTransaction: InTransaction
let vault: Vault

beforeAll(async () => {
  database = await testDatabase()
  inTransaction = createInTransaction(database.db)
  vault = await openVault({
    db: database.db,
    inTransaction,
    master: randomBytes(32),
    log: pino({ level: 'silent' }),
    keyTimes: { settle: 0, retire: 0 },
  })
  await sql`create table notes (id integer primary key, title bytea, author bytea, text bytea, language text, pages integer,
    key_id integer)`.execute(database.db)
  await sql`create table note_tokens (id integer primary key, tokens bigint[] not null)`.execute(database.db)
})
afterAll(() => database.close())

const readRow = async (id: number) =>
  (await sql<Row & { keyId: number }>`select * from notes where id = ${id}`.execute(database.db)).rows[0]
const readTokens = async (id: number) =>
  (await sql<{ tokens: string[] }>`select tokens::text[] from note_tokens where id = ${id}`.execute(database.db))
    .rows[0]?.tokens ?? []

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const words = fc
  .array(fc.constantFrom('condominio', 'ospedale', 'scuola', 'the', 'hospital', 'Tovaglia'), { maxLength: 4 })
  .map((some) => some.join(' '))
const rows: fc.Arbitrary<Row> = fc.record({
  title: maybe(words),
  author: maybe(fc.constantFrom('Rossi', 'Bianchi', 'Rossi Bianchi')),
  text: maybe(words),
  language: maybe(fc.constantFrom('it', 'en')),
  pages: maybe(fc.nat(9)),
})
const steps = fc.array(fc.record({ row: rows, isNewKey: fc.nat(9).map((one) => one === 0) }), {
  minLength: 1,
  maxLength: 6,
})

let nextId = 1

test('a row changed field by field is found and opened like one that is written whole', async () => {
  await fc.assert(
    fc.asyncProperty(rows, steps, async (first, changes) => {
      const id = nextId++
      await insertSealed(database.db, vault, notes, { ...first, id } as never)
      let before = first
      for (const { row: after, isNewKey } of changes) {
        if (isNewKey) await vault.ring.add()
        const changed = (Object.keys(after) as (keyof Row)[]).filter((key) => after[key] !== before[key])
        const keyId = (await readRow(id))?.keyId ?? null
        await together(database.db, ...sealedUpdates(database.db, vault, notes, id, { keyId, before, after, changed }))
        const stored = await readRow(id)
        expect(await openSealed(vault, notes, id, stored as never)).toEqual({
          ...after,
          id,
          keyId: vault.ring.newest().id,
        })
        expect((await readTokens(id)).toSorted()).toEqual(vault.tokens(notes, after))
        before = after
      }
    }),
    { numRuns: 40 },
  )
})

test('a change writes no sealed column besides its own, and no token of another field', async () => {
  const id = nextId++
  const before: Row = { title: 'Primo', author: 'Rossi', text: 'scuola', language: 'it', pages: 1 }
  await insertSealed(database.db, vault, notes, { ...before, id } as never)
  const [old, tokens] = [await readRow(id), await readTokens(id)]
  const keyId = old?.keyId ?? null
  const change = {
    keyId,
    before,
    after: { ...before, title: 'Secondo' },
    changed: ['title'],
  }
  await together(database.db, ...sealedUpdates(database.db, vault, notes, id, change))
  const now = await readRow(id)
  expect(now?.title).not.toEqual(old?.title)
  expect({ ...now, title: undefined }).toEqual({ ...old, title: undefined })
  expect(await readTokens(id)).toEqual(tokens)
})
