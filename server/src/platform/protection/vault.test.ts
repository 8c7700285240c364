import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/engines.ts'
import type { Database } from '../database/database.ts'
import { createInTransaction, type InTransaction } from '../database/transaction.ts'
import { openBytes } from './aead.ts'
import { changeMaster, openKeyRing } from './key-ring.ts'
import { sealedTable } from './sealed-table.ts'
import { DamagedError, openVault, type Vault } from './vault.ts'

const people = sealedTable<{ taxCode: string; firstName: string; lastName: string; mail: unknown }>()({
  table: 'users',
  key: 'id',
  sealed: ['taxCode', 'firstName', 'lastName', 'mail'],
  ends: { stay: 'for the test' },
  unique: { taxCode: 'taxCodeToken' },
  tokens: { table: 'reportTokens', of: { firstName: 'name', lastName: 'name', mail: 'email' } },
})
const mails = sealedTable<{ lastName: string }>()({
  table: 'mails',
  key: 'id',
  sealed: ['lastName'],
  ends: { stay: 'for the test' },
})

const master = randomBytes(32)
const lines: string[] = []
const log: Logger = pino({ base: null }, { write: (line) => lines.push(line) })
let database: Database
let inTransaction: InTransaction
let vault: Vault
const open = (key = master) =>
  openVault({ db: database.db, inTransaction, master: key, log, keyTimes: { settle: 0, retire: 0 } })

beforeAll(async () => {
  database = await testDatabase()
  inTransaction = createInTransaction(database.db)
  vault = await open()
})
afterAll(() => database.close())

const sealName = (id: number, lastName: string) => vault.seal(people, id, { lastName }).lastName as Buffer

describe('a sealed value', () => {
  test('opens to the value that was sealed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1 }), async (mail, id) => {
        fc.pre(mail !== null)
        const row = vault.seal(people, id, { mail })
        expect(await vault.open(people, id, row)).toEqual({ mail: JSON.parse(JSON.stringify(mail)) })
      }),
    )
  })

  test('differs each time, and discloses its length only roughly', () => {
    const [first, second] = [sealName(1, 'Li'), sealName(1, 'Li')]
    expect(first.equals(second)).toBe(false)
    expect(sealName(1, 'Abdelrahman El-Masri').length).toBe(first.length)
    expect(sealName(1, 'x'.repeat(31)).length).toBeGreaterThan(first.length)
  })

  test('that is absent stays absent', async () => {
    const row = vault.seal(people, 1, { lastName: 'Rossi' })
    expect(row.mail).toBeNull()
    expect(await vault.open(people, 1, row)).toEqual({ lastName: 'Rossi' })
  })

  test('does not open after any bit was flipped, and the log raises an alarm', async () => {
    const sealed = sealName(5, 'Rossi')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(vault.open(people, 5, { lastName: changed }), `bit ${bit}`).rejects.toThrow(DamagedError)
    }
    expect(lines.at(-1)).toContain('"alert":"damaged"')
    expect(lines.at(-1)).toContain('users.last_name:5')
    expect(lines.join('')).not.toContain('Rossi')
  })

  test('does not open shortened, lengthened or empty', async () => {
    const sealed = sealName(5, 'Rossi')
    for (let length = 0; length < sealed.length; length++)
      await expect(vault.open(people, 5, { lastName: sealed.subarray(0, length) })).rejects.toThrow(DamagedError)
    await expect(vault.open(people, 5, { lastName: Buffer.concat([sealed, Buffer.of(0)]) })).rejects.toThrow(
      DamagedError,
    )
  })

  test('does not open in another row, column or table', async () => {
    const sealed = sealName(5, 'Rossi')
    await expect(vault.open(people, 6, { lastName: sealed })).rejects.toThrow(DamagedError)
    await expect(vault.open(people, 5, { taxCode: sealed })).rejects.toThrow(DamagedError)
    await expect(vault.open(mails, 5, { lastName: sealed })).rejects.toThrow(DamagedError)
  })

  test('written plain is refused, except by the encryption batch in a row without a key', async () => {
    const plain = Buffer.concat([Buffer.of(0), Buffer.from('"Rossi"')])
    await expect(vault.open(people, 5, { lastName: plain })).rejects.toThrow(DamagedError)
    await expect(vault.reseal(people, 5, { lastName: plain, keyId: 1 })).rejects.toThrow(DamagedError)
    expect((await vault.reseal(people, 5, { lastName: plain, keyId: null })).plain).toEqual({ lastName: 'Rossi' })
    const broken = Buffer.concat([Buffer.of(0), Buffer.from('"Ross')])
    await expect(vault.reseal(people, 5, { lastName: broken, keyId: null })).rejects.toThrow(DamagedError)
  })
})

describe('search tokens', () => {
  const found = (text: string, lastName: string) => {
    const tokens = new Set(vault.tokens(people, { lastName }))
    const groups = vault.find(people, ['lastName'], text)
    return groups.length > 0 && groups.every((group) => group.some((token) => tokens.has(token)))
  }

  test('find a name by its first letters, with one wrong letter, and in another spelling', () => {
    expect(found('ros', 'Rossi')).toBe(true)
    expect(found('Rosso', 'Rossi')).toBe(true)
    expect(found('Muhammad', 'Mohamed')).toBe(true)
    expect(found('Verdi', 'Rossi')).toBe(false)
  })

  test('of two fields have nothing in common, even for the same value', () => {
    const one = vault.tokens(people, { lastName: 'Rossi' })
    const other = vault.tokens(people, { firstName: 'Rossi' })
    expect(other.length).toBeGreaterThan(0)
    expect(other).toHaveLength(one.length)
    expect(one.filter((token) => other.includes(token))).toEqual([])
  })

  test('of a unique value are one for each key, and differ from those of the search', () => {
    const { taxCodeToken } = vault.seal(people, 1, { taxCode: 'X' }) as { taxCodeToken?: string }
    expect(vault.uniqueTokens(people, 'taxCode', 'X')).toEqual([taxCodeToken])
    expect(() => vault.find(people, ['taxCode'], 'X')).toThrow('cannot be searched')
  })
})

describe('the key ring', () => {
  test('has several keys: the newest seals, all of them open and are searched', async () => {
    const old = vault.seal(people, 1, { lastName: 'Rossi', taxCode: 'X' })
    const oldKey = vault.ring.newest().id
    const id = await vault.ring.add()
    expect(vault.ring.newest().id).toBe(id)
    expect(vault.seal(people, 1, { lastName: 'Rossi' }).keyId).toBe(id)
    expect(await vault.open(people, 1, old)).toMatchObject({ lastName: 'Rossi' })
    expect(vault.uniqueTokens(people, 'taxCode', 'X')).toHaveLength(2)
    await vault.ring.retire(oldKey)
    await expect(vault.open(people, 1, old)).rejects.toThrow(DamagedError)
  })

  test('of another process opens what was sealed under a key that it has not loaded yet', async () => {
    const other = await open()
    await vault.ring.add()
    const row = vault.seal(people, 1, { lastName: 'Rossi' })
    expect(await other.open(people, 1, row)).toEqual({ lastName: 'Rossi' })
  })

  test('created by several processes at once has one first key', async () => {
    await database.pool.query('delete from users')
    await database.pool.query('delete from data_keys')
    const vaults = await Promise.all([open(), open(), open()])
    expect(new Set(vaults.map(({ ring }) => ring.newest().id)).size).toBe(1)
    vault = vaults[0] as Vault
  })

  test('does not open under another master key, and says so', async () => {
    await expect(open(randomBytes(32))).rejects.toThrow(/master key does not open the key ring/)
  })

  test('changes to another master key, and opens everything as before', async () => {
    const row = vault.seal(people, 1, { lastName: 'Rossi' })
    const next = randomBytes(32)
    await changeMaster(inTransaction, master, next)
    await expect(openKeyRing({ db: database.db, inTransaction, master })).rejects.toThrow(/master key/)
    expect(await (await open(next)).open(people, 1, row)).toEqual({ lastName: 'Rossi' })
    await changeMaster(inTransaction, next, master)
  })

  test('stores no key in clear', async () => {
    const { rows } = await database.pool.query('select id, sealed from data_keys')
    const secrets = rows.map(({ id, sealed }) => openBytes(master, `data_keys.sealed:${id}`, sealed))
    const derived = vault.ring.all().map(({ sealing }) => sealing)
    const text = await wholeDatabase()
    const spelled = (bytes: Buffer) => [bytes.toString('hex'), bytes.toString('base64').slice(0, -2)]
    expect(secrets[0]).toHaveLength(32)
    expect(text).toContain(rows[0].sealed.toString('hex'))
    for (const secret of [master, ...secrets, ...derived].flatMap(spelled)) expect(text).not.toContain(secret)
  })
})

/** Every column of every row of every table. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await database.pool.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.pool.query(`select to_jsonb(t)::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}
