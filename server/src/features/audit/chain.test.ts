import type { AuditVerification } from '@portal/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertEntries } from '#platform/audit/audit.store.ts'
import { digestOf, genesis } from '#platform/audit/digest.ts'
import { isGenuine, newKeyPair, privateKeyOf, publicKeyOf, signSeal } from '#platform/audit/seal.ts'
import { loadLinks, readSeals } from '#platform/audit/verify.store.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import type { Db } from '#platform/database/transaction.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  for (const count of [5, 1, 7, 3, 4]) await grow(count)
})
afterAll(() => portal.close())

/** Adds entries, chains them in one batch and seals it. */
async function grow(count: number) {
  const entries = Array.from({ length: count }, (_none, index) => ({
    at: portal.clock.now(),
    userId: 1 + (index % 3),
    role: 'manager' as const,
    action: 'case_read',
    outcome: 'done' as const,
    recordKind: 'case' as const,
    recordIds: [index + 1, index + 2],
    requestId: '00000000-0000-4000-8000-000000000000',
    network: '203.0.113.0/24',
    changedFields: ['groundId'],
  }))
  await insertEntries(portal.services.db, entries)
  await portal.services.chainer.run()
  portal.clock.advance(10)
}

class Undone extends Error {}

/** Runs `change` with triggers off, verifies, and rolls back. */
async function verifyAfter(
  tamper: (tx: Db) => Promise<unknown>,
  options?: Parameters<typeof verifyAudit>[1],
): Promise<AuditVerification> {
  let found: AuditVerification | undefined
  const work = portal.services.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tamper(tx)
    found = await verifyAudit(tx, options)
    throw new Undone()
  })
  await expect(work).rejects.toBeInstanceOf(Undone)
  if (!found) throw new Error('Nothing was verified.')
  return found
}
const run = (statement: string) => (tx: Db) => sql.raw(statement).execute(tx)
const breakAfter = async (statement: string) => (await verifyAfter(run(statement))).found

const linkAt = async (position: number) => {
  const [link] = await loadLinks(portal.services.db, position - 1)
  if (!link) throw new Error(`There is no link ${position}.`)
  return link
}
const entryAt = async (position: number) => (await linkAt(position)).entryId
const entryOf = (position: number) => `(select entry_id from audit_links where position = ${position})`
const end = async () => (await portal.services.db.selectFrom('auditLinks').select('position').execute()).length
const lastSeal = async () => {
  const [seal] = await portal.services.db.selectFrom('auditSeals').selectAll().orderBy('number', 'desc').execute()
  if (!seal) throw new Error('There is no seal.')
  return seal
}

describe('the audit log', () => {
  test('is intact without tampering', async () => {
    const whole = await verifyAudit(portal.services.db)
    expect(whole).toMatchObject({ isWhole: true, links: 20, seals: 5, waiting: 0 })
    const { upTo, digest } = await lastSeal()
    expect(whole.head).toMatchObject({ position: upTo, digest: digest.toString('hex') })
  })

  test.each(['audit_entries', 'audit_links', 'audit_seals'])(
    'refuses change, deletion and emptying of %s',
    async (table) => {
      const { rows } = await portal.database.pool.query(`select column_name as c from information_schema.columns
      where table_name = '${table}' and is_identity = 'NO' limit 1`)
      for (const statement of [
        `update ${table} set ${rows[0].c} = ${rows[0].c}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ])
        await expect(portal.database.pool.query(statement)).rejects.toThrow(/append-only/)
    },
  )

  test('refuses them in each month as well', async () => {
    const { rows } = await portal.database.pool.query(
      `select inhrelid::regclass::text as month from pg_inherits where inhparent = 'audit_entries'::regclass`,
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { month } of rows)
      await expect(portal.database.pool.query(`truncate ${month}`)).rejects.toThrow(/append-only/)
    const { month } = (await portal.database.pool.query('select tableoid::regclass::text as month from audit_entries'))
      .rows[0]
    await expect(portal.database.pool.query(`delete from ${month}`)).rejects.toThrow(/append-only/)
  })
})

describe('tampering by the superuser', () => {
  // biome-ignore format: a table
  test.each([
    ['user_id', '99'], ['user_id', 'null'], ['role', `'operatorOne'`], ['action', `'nothing'`], ['outcome', `'refused'`],
    ['record_kind', `'user'`], ['record_ids', `'{7}'`], ['request_id', 'null'], ['network', `'unknown'`],
    ['changed_fields', `'{}'`], ['at', `at + interval '1 millisecond'`], ['at', `at + interval '2 months'`],
  ])('an entry whose %s becomes %s is named', async (column, value) => {
    const position = 9
    const kind = await breakAfter(`update audit_entries set ${column} = ${value} where id = ${entryOf(position)}`)
    expect(kind).toEqual({ kind: 'entryChanged', position, entryId: await entryAt(position) })
  })

  // Each row with the first position that differs; the chain has seals on 5, 6, 13, 16 and 20.
  // biome-ignore format: a table
  test.each([
    ['an entry deleted',                    8, 'entryMissing',   `delete from audit_entries where id = ${entryOf(8)}`],
    ['the last entry deleted',             20, 'entryMissing',   `delete from audit_entries where id = ${entryOf(20)}`],
    ['two entries swapped',                 7, 'entryChanged',   `update audit_entries e set record_ids = o.record_ids from audit_entries o
                                                                  where (e.id, o.id) in ((${entryOf(7)}, ${entryOf(12)}), (${entryOf(12)}, ${entryOf(7)}))`],
    ['a link deleted',                     10, 'linkMissing',    'delete from audit_links where position = 10'],
    ['the first link deleted',              1, 'linkMissing',    'delete from audit_links where position = 1'],
    ['the last links deleted',             19, 'linkMissing',    'delete from audit_links where position > 18'],
    ['a link and its entry deleted',       10, 'linkMissing',    `delete from audit_entries where id = ${entryOf(10)}; delete from audit_links where position = 10`],
    ['a link deleted, the rest renumbered', 10, 'linkMissing',   'delete from audit_links where position = 10; update audit_links set position = -position where position > 10; update audit_links set position = -position - 1 where position < 0'],
    ['two links swapped',                   7, 'linksReordered', 'update audit_links set position = 1000 where position = 7; update audit_links set position = 7 where position = 12; update audit_links set position = 12 where position = 1000'],
    ['neighbours swapped',                 12, 'linksReordered', 'update audit_links set position = 1000 where position = 12; update audit_links set position = 12 where position = 13; update audit_links set position = 13 where position = 1000'],
    ['a link moved to the end',             3, 'linkMissing',    'update audit_links set position = 21 where position = 3'],
    ['a link moved before the beginning', -3, 'linksReordered', 'update audit_links set position = -3 where position = 3'],
    ['a digest changed',                   11, 'digestWrong',    `update audit_links set digest = sha256('x') where position = 11`],
    ['the last digest changed',            20, 'digestWrong',    `update audit_links set digest = sha256('x') where position = 20`],
    ['a seal deleted',                      7, 'sealMissing',    'delete from audit_seals where number = 3'],
    ['the last seal deleted',              17, 'sealMissing',    'delete from audit_seals where number = 5'],
    ['the digest of a seal changed',       13, 'sealForged',     `update audit_seals set digest = sha256('x') where number = 3`],
    ['the time of a seal changed',         13, 'sealForged',     `update audit_seals set signed_at = signed_at - interval '1 day' where number = 3`],
    ['a seal on another position',         12, 'sealForged',     'update audit_seals set up_to = 12 where number = 3'],
    ['a seal with another’s signature',    13, 'sealForged',     'update audit_seals set signature = (select signature from audit_seals where number = 2) where number = 3'],
  ] as const)('%s: position %i is %s', async (_what, position, kind, statements) => {
    // The superuser drops the constraints that forbid another key and another check.
    const free = 'alter table audit_links drop constraint audit_links_position_check'
    expect(await breakAfter(`${free}; ${statements}`)).toMatchObject({ kind, position })
  })

  test('a deleted link is reported with its entry', async () => {
    const kind = await breakAfter('delete from audit_links where position = 10')
    expect(kind).toEqual({ kind: 'linkMissing', position: 10, entryId: await entryAt(10) })
  })

  test('an inserted entry without a link is reported', async () => {
    const kind = await breakAfter(`insert into audit_entries (at, action, outcome) values (now(), 'case_read', 'done')`)
    expect(kind).toEqual({ kind: 'entryUnchained', entryId: expect.any(Number) })
  })

  test('an inserted entry with a link lacks the seal', async () => {
    const last = await linkAt(20)
    const slipIn = async (tx: Db) => {
      const at = portal.clock.now()
      await insertEntries(tx, [{ ...entryLike(), at }])
      const [row] = await tx.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(1).execute()
      if (!row) throw new Error('There is no entry.')
      const digest = digestOf(last.digest, row)
      await tx.insertInto('auditLinks').values({ position: 21, entryAt: at, entryId: row.id, digest }).execute()
    }
    expect((await verifyAfter(slipIn)).found).toMatchObject({ kind: 'sealMissing', position: 21 })
  })

  test('a truncated tail is found only against an anchor outside the database', async () => {
    const { upTo: position, digest } = await lastSeal()
    const cut = run(
      'delete from audit_entries where id > 13; delete from audit_links where position > 13; delete from audit_seals where up_to > 13',
    )
    const anchors = [{ position, digest: digest.toString('hex') }]
    expect((await verifyAfter(cut, { anchors })).found).toEqual({ kind: 'chainCut', position: 14 })
    expect((await verifyAfter(cut)).isWhole).toBe(true)
    const elsewhere = [{ position: 13, digest: digest.toString('hex') }]
    expect((await verifyAfter(run('select 1'), { anchors: elsewhere })).found).toEqual({
      kind: 'chainCut',
      position: 13,
    })
  })

  test('a rebuilt chain fails at the first seal, whatever key signs it', async () => {
    const before = (await portal.services.db.selectFrom('auditKeys').select('publicKey').execute()).map(
      (row) => row.publicKey,
    )
    const trusted = before.map((key) => key.toString('base64'))
    const rewrite = async (tx: Db) => {
      await run(`update audit_entries set action = 'nothing' where id = ${entryOf(9)}`)(tx)
      let digest: Buffer = genesis
      for (const { position, entry } of await loadLinks(tx, undefined)) {
        if (entry) digest = digestOf(digest, entry)
        await tx.updateTable('auditLinks').set({ digest }).where('position', '=', position).execute()
      }
    }
    expect((await verifyAfter(rewrite)).found).toMatchObject({ kind: 'digestWrong', position: 13, seal: 3 })
    const own = newKeyPair()
    const resign = async (tx: Db) => {
      await rewrite(tx)
      await tx.updateTable('auditKeys').set({ publicKey: own.publicKey }).execute()
      const links = await loadLinks(tx, undefined)
      const seals = readSeals(tx, 0)
      let last: { signature: Buffer } | undefined
      for (let seal = await seals.take(); seal; seal = await seals.take()) {
        const { number, upTo } = seal
        const digest = links.find(({ position }) => position === upTo)?.digest ?? genesis
        const signature = signSeal(privateKeyOf(own.privateKey), { ...seal, digest }, last)
        await tx.updateTable('auditSeals').set({ digest, signature }).where('number', '=', number).execute()
        last = { signature }
      }
    }
    expect((await verifyAfter(resign)).isWhole).toBe(true)
    expect((await verifyAfter(resign, { publicKeys: trusted })).found).toMatchObject({
      kind: 'sealForged',
      position: 5,
    })
    const { rows } = await portal.database.pool.query('select digest from audit_links where position = 13')
    const anchors = [{ position: 13, digest: rows[0].digest.toString('hex') }]
    expect((await verifyAfter(resign, { anchors })).found).toEqual({ kind: 'chainCut', position: 13 })
  })

  test('an entry that the chain skipped is reported, and one deleted before it was chained', async () => {
    const wait = `insert into audit_entries (at, action, outcome) values ('2026-11-20T09:58:00Z', 'case_read', 'done');
      insert into audit_pending (entry_id, at) select id, at from audit_entries order by id desc limit 1`
    expect(await breakAfter(wait)).toEqual({ kind: 'entryUnchained', entryId: expect.any(Number) })
    const deletion = `insert into audit_pending (entry_id, at) values (5000, '2026-11-20T09:58:00Z')`
    expect(await breakAfter(deletion)).toEqual({ kind: 'entryMissing', entryId: 5000 })
  })

  describe('on one of three days', () => {
    const days = ['2026-11-21', '2026-11-22', '2026-11-23'] as const
    /** Positions of the first and the last link of each day, each day under three seals. */
    const spans: { first: number; last: number; middle: number }[] = []
    beforeAll(async () => {
      for (const day of days) {
        portal.clock.set(new Date(`${day}T10:00:00Z`))
        const first = (await end()) + 1
        await grow(2)
        await grow(3)
        const middle = await end()
        await grow(4)
        spans.push({ first, last: await end(), middle })
      }
    })
    const between = (from: number, to: number) => `between ${from} and ${to}`
    const goneWithLinks = (range: string) =>
      `delete from audit_entries where id in (select entry_id from audit_links where position ${range});
       delete from audit_links where position ${range}`
    const onDay = async (statements: string) => (await verifyAfter(run(statements), { day: '2026-11-22' })).found
    const span = () => spans[1] ?? { first: 0, last: 0, middle: 0 }

    test('reports nothing without tampering, and counts only the day’s links', async () => {
      for (const day of days)
        expect(await verifyAudit(portal.services.db, { day })).toMatchObject({ isWhole: true, links: 9 })
      for (const day of ['2026-11-19', '2026-11-24'] as const)
        expect(await verifyAudit(portal.services.db, { day })).toMatchObject({ isWhole: true, links: 0 })
    })

    test('reports a day whose entries and links were deleted, with or without its seals', async () => {
      const { first, last } = span()
      const deletion = goneWithLinks(between(first, last))
      expect(await onDay(deletion)).toMatchObject({ kind: 'linkMissing', position: first })
      const withSeals = `${deletion}; delete from audit_seals where up_to ${between(first, last)}`
      expect(await onDay(withSeals)).toMatchObject({ kind: 'sealMissing', position: first })
    })

    test('reports deleted last links of a day up to a seal, with or without the seal', async () => {
      const { middle, last } = span()
      const deletion = goneWithLinks(between(middle + 1, last))
      expect(await onDay(deletion)).toMatchObject({ kind: 'linkMissing', position: middle + 1 })
      const withSeal = `${deletion}; delete from audit_seals where up_to = ${last}`
      expect(await onDay(withSeal)).toMatchObject({ kind: 'sealMissing', position: middle + 1 })
    })

    test('reports deleted first links of a day', async () => {
      const { first, middle } = span()
      const deletion = goneWithLinks(between(first, middle))
      expect(await onDay(deletion)).toMatchObject({ kind: 'linkMissing', position: first })
    })

    test('reports the day even if a seal’s time was changed', async () => {
      const { last } = span()
      const moved = (time: string) => `update audit_seals set signed_at = '${time}' where up_to = ${last}`
      expect(await onDay(moved('2026-11-21T12:00:00Z'))).toMatchObject({ kind: 'sealForged', position: last })
      expect(await onDay(moved('2026-11-25T12:00:00Z'))).toMatchObject({ kind: 'sealForged', position: last })
    })
  })

  test('one change anywhere in any history is found at its position', async () => {
    // biome-ignore format: a table
    const changes = fc.constantFrom(
      (at: number) => `update audit_entries set record_ids = record_ids || 1::bigint where id = ${entryOf(at)}`,
      (at: number) => `update audit_entries set user_id = coalesce(user_id, 0) + 1 where id = ${entryOf(at)}`,
      (at: number) => `delete from audit_entries where id = ${entryOf(at)}`,
      (at: number) => `delete from audit_links where position = ${at}`,
      (at: number) => `update audit_links set digest = sha256(digest) where position = ${at}`,
      (at: number) => `update audit_links set entry_id = -entry_id where position = ${at}`,
      (at: number) => `update audit_links set position = position + 1000000 where position >= ${at}`,
    )
    const turns = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        turns,
        changes,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (counts, change, share) => {
          for (const count of counts) await grow(count)
          const position = 1 + Math.floor(share * (await end()))
          expect(await breakAfter(change(position))).toMatchObject({ position })
          expect((await verifyAudit(portal.services.db)).isWhole).toBe(true)
        },
      ),
      { numRuns: 25 },
    )
  })
})

const entryLike = () => ({
  at: portal.clock.now(),
  userId: 1,
  role: null,
  action: 'case_read',
  outcome: 'done' as const,
  recordKind: null,
  recordIds: [],
  requestId: null,
  network: null,
  changedFields: [],
})

describe('the chain', () => {
  test('has every entry once, however many servers write and chain', async () => {
    const others = [await startTestApp({ beside: portal }), await startTestApp({ beside: portal })]
    const servers = [portal, ...others]
    let isWriting = true
    const chainers = servers.map(async ({ services }) => {
      while (isWriting) await services.chainer.run()
    })
    const submit = (index: number) =>
      servers[index % 3]?.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire()).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 50 }, (_none, index) => submit(index)))
    isWriting = false
    await Promise.all(chainers)
    await portal.services.chainer.run()
    expect(statuses).toEqual(Array(50).fill(200))
    const { rows } = await portal.database.pool.query(`
      select (select count(*)::int from audit_entries) as entries, count(*)::int as links, max(position)::int as last,
        count(distinct entry_id)::int as linked, (select count(*)::int from audit_pending) as pending from audit_links`)
    const [{ entries, links, last, linked, pending }] = rows
    expect({ links, last, linked, pending }).toEqual({ links: entries, last: entries, linked: entries, pending: 0 })
    expect((await verifyAudit(portal.services.db)).isWhole).toBe(true)
    for (const other of others) await other.close()
  })

  test('chains more entries than one batch holds', async () => {
    await insertEntries(portal.services.db, Array.from({ length: 2500 }, entryLike))
    const before = await lastSeal()
    await portal.services.chainer.run()
    const after = await lastSeal()
    expect({ seals: after.number - before.number, links: after.upTo - before.upTo }).toEqual({ seals: 3, links: 2500 })
    expect(await verifyAudit(portal.services.db)).toMatchObject({ isWhole: true, waiting: 0 })
  })

  test('is sealed every hour even without entries, and not earlier', async () => {
    await portal.services.chainer.run()
    const before = await lastSeal()
    await portal.services.chainer.run()
    portal.clock.advance(3599)
    await portal.services.chainer.run()
    expect((await lastSeal()).number).toBe(before.number)
    portal.clock.advance(60)
    await portal.services.chainer.run()
    const after = await lastSeal()
    expect(after).toMatchObject({ number: before.number + 1, upTo: before.upTo, signedAt: portal.clock.now() })
    expect(isGenuine((await keys()).map(publicKeyOf), after, before)).toBe(true)
    expect((await verifyAudit(portal.services.db)).isWhole).toBe(true)
  })

  test('is signed by a key whose private half no copy of the database has', async () => {
    const { rows } = await portal.database.pool.query('select * from audit_keys')
    expect(rows).toHaveLength(1)
    const key = publicKeyOf(rows[0].public_key)
    expect(key.asymmetricKeyType).toBe('ed25519')
    expect(() => privateKeyOf(rows[0].private_key.toString('base64'))).toThrow()
  })
})

const keys = async () =>
  (await portal.services.db.selectFrom('auditKeys').select('publicKey').execute()).map((row) => row.publicKey)
