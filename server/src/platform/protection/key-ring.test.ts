import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/engines.ts'
import type { Database } from '../database/database.ts'
import { createInTransaction, type InTransaction, unaudited } from '../database/transaction.ts'
import { createLogger } from '../logger.ts'
import { changeMaster, openKeyRing } from './key-ring.ts'
import { sealedTable } from './sealed-table.ts'
import { openVault } from './vault.ts'

const people = sealedTable<{ lastName: string }>()({
  table: 'users',
  key: 'id',
  sealed: ['lastName'],
  unique: { lastName: 'taxCodeToken' },
  tokens: { table: 'reportTokens', of: { lastName: 'name' } },
  ends: { stay: 'a test' },
})
const master = randomBytes(32)
const keyTimes = { settle: 200, retire: 400 }
let database: Database
let inTransaction: InTransaction
const open = (key = master) =>
  openVault({ db: database.db, inTransaction, master: key, log: createLogger('silent'), keyTimes })

beforeAll(async () => {
  database = await testDatabase()
  inTransaction = createInTransaction(database.db)
})
afterAll(() => database.close())

describe('two servers on one ring', () => {
  test('a new key seals only when both know it, so that neither misses a row of the other', async () => {
    const [one, other] = [await open(), await open()]
    const old = one.ring.sealing().id
    const made = await one.ring.add()
    expect(one.ring.sealing().id).toBe(old)
    expect(other.ring.all().map(({ id }) => id)).not.toContain(made)
    await other.ring.reload()
    await one.ring.settled()
    expect(one.ring.sealing().id).toBe(made)
    const tokens = new Set(one.tokens(people, { lastName: 'Rossi' }))
    const [group] = other.find(people, ['lastName'], 'ros')
    expect(group?.some((token) => tokens.has(token))).toBe(true)
    const { taxCodeToken } = one.seal(people, 1, { lastName: 'Rossi' }) as { taxCodeToken?: string }
    expect(other.uniqueTokens(people, 'lastName', 'Rossi')).toContain(taxCodeToken)
  })

  test('a new key seals exactly from its settling time, not a fraction of a millisecond later', async () => {
    const one = await open()
    for (let round = 0; round < 10; round += 1) {
      const made = await one.ring.add()
      await one.ring.settled()
      expect(one.ring.sealing().id).toBe(made)
    }
  })

  test('an unknown key is loaded in the middle of a transaction too', async () => {
    const [one, other] = [await open(), await open()]
    await one.ring.add()
    await one.ring.settled()
    const row = one.seal(people, 1, { lastName: 'Rossi' })
    expect(await inTransaction(unaudited, () => other.open(people, 1, row))).toEqual({ lastName: 'Rossi' })
  })

  test('an old key is retired only after the new one has sealed for a while', async () => {
    const one = await open()
    const old = one.ring.newest().id
    await one.ring.add()
    const ids = () => one.ring.all().map(({ id }) => id)
    const retiring = one.ring.retire(old)
    await one.ring.settled()
    expect(one.ring.sealing().id).not.toBe(old)
    expect(ids()).toContain(old)
    await retiring
    expect(ids()).not.toContain(old)
  })
})

describe('the master key', () => {
  test('that was changed by another process seals no new key, and the ring remains consistent', async () => {
    const stale = await open()
    const next = randomBytes(32)
    await changeMaster(inTransaction, master, next)
    await expect(stale.ring.add()).rejects.toThrow(/was sealed under another one/)
    await expect(changeMaster(inTransaction, master, randomBytes(32))).rejects.toThrow(/was sealed under another one/)
    const ring = await openKeyRing({ db: database.db, inTransaction, master: next })
    expect(ring.all().length).toBeGreaterThan(0)
    await changeMaster(inTransaction, next, master)
  })

  test('does not open a data key whose row was changed, and says which one', async () => {
    const { ring } = await open()
    const { id } = ring.newest()
    const flip = 'update data_keys set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where id = $1'
    await database.pool.query(flip, [id])
    await expect(open()).rejects.toThrow(`Data key ${id} does not open although the master key is the right one`)
    await database.pool.query(flip, [id])
    await open()
  })
})

test('the order of search tokens discloses nothing of the text', async () => {
  const vault = await open()
  const names = sealedTable<{ firstName: string; lastName: string }>()({
    ...people,
    unique: {},
    decisive: [],
    sealed: ['firstName', 'lastName'],
    tokens: { table: 'reportTokens', of: { firstName: 'words', lastName: 'words' } },
  })
  const tokens = vault.tokens(names, { firstName: 'pistola coltello', lastName: 'bastone sasso' })
  expect(tokens.length).toBeGreaterThan(3)
  expect(vault.tokens(names, { firstName: 'coltello pistola', lastName: 'sasso bastone' })).toEqual(tokens)
  expect(tokens).toEqual(tokens.toSorted())
})
