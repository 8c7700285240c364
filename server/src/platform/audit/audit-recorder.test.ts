import { getCase } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { AppError } from '../app-error.ts'
import { OutcomeUnknownError } from '../database/database-errors.ts'
import { createInTransaction, type Db, unaudited } from '../database/transaction.ts'
import { type AuditRecorder, jointly } from './audit-recorder.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

/** The entries written during some work. */
async function entriesOf(work: () => Promise<unknown>) {
  const { rows } = await portal.database.pool.query('select coalesce(max(id), 0) as last from audit_entries')
  await work()
  const found = await portal.database.pool.query('select * from audit_entries where id > $1 order by id', [
    rows[0].last,
  ])
  return found.rows
}

const request = {
  id: '00000000-0000-4000-8000-000000000001',
  ip: '198.51.100.7',
  params: { id: '7' },
  user: { id: 3, selectedRole: 'manager' },
} as unknown as FastifyRequest
type Work = (audit: AuditRecorder) => Promise<unknown>
const call = (work: Work, endpoint: Parameters<TestApp['services']['audit']['call']>[0] = getCase) =>
  portal.services.audit.call(endpoint, request, work)
const inTransaction: TestApp['services']['inTransaction'] = (audit, work) => portal.services.inTransaction(audit, work)

describe('a call', () => {
  test('writes one entry for each kind of record, with all records of the kind', async () => {
    const entries = await entriesOf(() =>
      call(async (audit) => {
        audit.record('case', [1, 2], ['groundId'])
        audit.record('file', [9])
        audit.record('case', [2, 3], ['groundId', 'fieldId'])
      }),
    )
    expect(entries).toMatchObject([
      { record_kind: 'case', record_ids: ['1', '2', '3'], changed_fields: ['groundId', 'fieldId'] },
      { record_kind: 'file', record_ids: ['9'], changed_fields: [], network: '198.51.100.0/24' },
    ])
  })

  test('fails without a record of its kind', async () => {
    const silent = () => call(async (audit) => audit.record('file', [9]))
    await expect(silent()).rejects.toThrow('The handler of /v1/segnalazioni/dettaglio/:id does not record which case')
  })

  test('writes the records of a transaction with it, and those of later reads after it', async () => {
    const entries = await entriesOf(() =>
      call(async (audit) => {
        await inTransaction(audit, async () => audit.record('case', [1], ['fieldId']))
        audit.record('case', [2])
      }),
    )
    expect(entries.map((row) => row.record_ids)).toEqual([['1'], ['2']])
  })

  test('writes the records of a keyed transaction once, also where its first commit was cut off after it was carried out', async () => {
    const { db } = portal.database
    let attempts = 0
    const cutOnce = {
      transaction: () => ({
        execute: async <T>(work: (tx: Db) => Promise<T>) => {
          const result = await db.transaction().execute(work)
          attempts += 1
          if (attempts > 1) return result
          throw new OutcomeUnknownError(new Error('Connection terminated unexpectedly'))
        },
      }),
    }
    // The transactions of a database whose first commit nobody hears of.
    const inCutTransaction = createInTransaction(cutOnce as unknown as typeof db)
    const entries = await entriesOf(() =>
      portal.services.audit.call(getCase, { ...request, id: '00000000-0000-4000-8000-000000000002' }, (audit) =>
        inCutTransaction(audit, async () => audit.record('case', [1]), { isKeyed: true }),
      ),
    )
    expect({ attempts, ids: entries.map((row) => row.record_ids) }).toEqual({ attempts: 2, ids: [['1']] })
  })

  test('drops the records of a rolled back transaction, and writes those of its repetition once', async () => {
    let attempts = 0
    const entries = await entriesOf(() =>
      call((audit) =>
        inTransaction(audit, async (tx) => {
          attempts += 1
          audit.record('case', [attempts])
          if (attempts < 3) await sql`do $$ begin raise 'again' using errcode = '40001'; end $$`.execute(tx)
        }),
      ),
    )
    expect(entries.map((row) => row.record_ids)).toEqual([['3']])
  })

  test('that is refused after a read writes the read; refused for lack of rights, the refusal', async () => {
    const refuse = (code: 'conflict' | 'not_allowed') => async () => {
      await call(async (audit) => {
        audit.record('case', [5])
        throw new AppError(code)
      }).catch(() => {})
    }
    expect(await entriesOf(refuse('conflict'))).toMatchObject([{ outcome: 'done', record_ids: ['5'] }])
    expect(await entriesOf(refuse('not_allowed'))).toMatchObject([{ outcome: 'refused', record_ids: ['7'] }])
  })
})

test('a transaction that does the work of several actions writes the entries of each', async () => {
  const { audit } = portal.services
  const together = (work: () => Promise<void>) =>
    audit.job('first', (first) =>
      audit.job('second', (second) =>
        inTransaction(jointly([first, second]), async () => {
          first.record('case', [1])
          second.record('case', [2])
          await work()
        }),
      ),
    )
  const entries = await entriesOf(() => together(async () => undefined))
  expect(entries).toMatchObject([
    { action: 'first', record_ids: ['1'] },
    { action: 'second', record_ids: ['2'] },
  ])
  const failed = await entriesOf(() => together(() => Promise.reject(new Error('stopped'))).catch(() => {}))
  expect(failed).toEqual([])
})

describe('a job', () => {
  const job = (work: Work) => portal.services.audit.job('retention.nightly', work)

  test('writes entries without a user, under its own name, with its transaction', async () => {
    const entries = await entriesOf(() =>
      job((audit) => inTransaction(audit, async () => audit.record('case', [4], ['message']))),
    )
    const nobody = { user_id: null, role: null, request_id: null, network: null }
    expect(entries).toMatchObject([{ ...nobody, action: 'retention.nightly', record_ids: ['4'] }])
  })

  test('without records writes no entry; a failed one writes what it committed', async () => {
    expect(await entriesOf(() => job(async () => undefined))).toEqual([])
    const half = () =>
      job(async (audit) => {
        await inTransaction(audit, async () => audit.record('case', [1]))
        await inTransaction(audit, async () => {
          audit.record('case', [2])
          throw new Error('stopped')
        })
      }).catch(() => {})
    expect((await entriesOf(half)).map((row) => row.record_ids)).toEqual([['1']])
  })

  test('that is refused after it recorded an intended change writes no entry', async () => {
    const retire = async (audit: AuditRecorder) => {
      audit.record('key', [1])
      throw new AppError('conflict')
    }
    expect(await entriesOf(() => job(retire).catch(() => {}))).toEqual([])
  })
})

describe('a recorder', () => {
  test('throws after its call has ended', async () => {
    const recorders: AuditRecorder[] = []
    await call(async (audit) => {
      recorders.push(audit)
      audit.record('case', [1])
    })
    expect(() => recorders[0]?.record('case', [2])).toThrow('is used outside of this action')
  })

  test('throws in the transaction of another action, and in one without an action', async () => {
    const entries = await entriesOf(async () => {
      const nested = portal.services.audit.job('outer', (outer) =>
        portal.services.audit.job('inner', (inner) => inTransaction(inner, async () => outer.record('case', [1]))),
      )
      await expect(nested).rejects.toThrow('The audit recorder of outer is used outside of this action.')
      const unwatched = portal.services.audit.job('alone', (audit) =>
        inTransaction(unaudited, async () => audit.record('case', [1])),
      )
      await expect(unwatched).rejects.toThrow('The audit recorder of alone is used outside of this action.')
    })
    expect(entries).toEqual([])
  })

  test('throws in a call without an audit word', async () => {
    const silent = { ...getCase, audit: 'none' } as const
    const recorded = call(async (audit) => audit.record('case', [1]), silent)
    await expect(recorded).rejects.toThrow('is used outside of this action')
  })
})
