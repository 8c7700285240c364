import type { EncryptionRun, EncryptionState } from '@portal/contract'
import pg from 'pg'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Jobs } from '#platform/jobs.ts'
import { Problem } from '#platform/problem.ts'
import { countWaiting } from '#platform/protection/reseal.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { countRowsByKey, findNewestRun, findRun, finishRun, forgetDamaged, insertRun } from './batch.store.ts'
import { type Place, sealSlice } from './seal-slice.ts'

export const encryptionJob = 'batch.encrypt'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'send'>
  readonly tables: readonly AnySealedTable[]
  /** Whether uploads are looked through by an antivirus. */
  readonly hasAntivirus: boolean
}

type StoredRun = NonNullable<Awaited<ReturnType<typeof findRun>>>

const present = ({ id, startedAt, finishedAt, total, done, damaged }: StoredRun): EncryptionRun => ({
  id,
  startedAt,
  finishedAt: finishedAt ?? undefined,
  total: Math.max(total, done + damaged),
  done,
  damaged,
})

function presentTouched(run: StoredRun): EncryptionRun {
  touched('batch', [run.id])
  return present(run)
}

async function newestRun(db: Db): Promise<EncryptionRun | undefined> {
  const run = await findNewestRun(db)
  return run && present(run)
}

const foreignKeyViolation = '23503'
const isStillUsed = (error: unknown) => error instanceof pg.DatabaseError && error.code === foreignKeyViolation

async function retire({ ring }: Vault, id: number) {
  await ring.reload()
  if (!ring.all().some((key) => key.id === id)) throw new Problem('not_found')
  if (id === ring.newest().id) throw new Problem('key_in_use')
  try {
    await ring.retire(id, (retired) => touched('key', [retired]))
  } catch (error) {
    throw isStillUsed(error) ? new Problem('key_in_use') : error
  }
}

/** The encryption batch and the key ring, as the office handles them (decisions §9, §10). */
export function createBatch({ db, inTransaction, vault, clock, jobs, tables, hasAntivirus }: Options) {
  async function state(): Promise<EncryptionState> {
    await vault.ring.reload()
    const counts = (await Promise.all(tables.map((table) => countRowsByKey(db, table)))).flat()
    const rowsUnder = (id: number | null) =>
      counts.filter(({ keyId }) => keyId === id).reduce((sum, { count }) => sum + count, 0)
    const newest = vault.ring.newest().id
    return {
      keys: vault.ring
        .all()
        .map(({ id, createdAt }) => ({ id, createdAt, rows: rowsUnder(id), isInUse: id === newest })),
      plainRows: rowsUnder(null),
      run: await newestRun(db),
      hasAntivirus,
    }
  }

  return {
    state,
    newestRun: () => newestRun(db),

    /** Starts a run, under a new key if asked; while one is under way that one is answered. */
    async start(withNewKey: boolean, user: SessionUser): Promise<EncryptionRun> {
      const open = await findNewestRun(db)
      if (open && !open.finishedAt) return presentTouched(open)
      if (withNewKey) await vault.ring.add((id) => touched('key', [id]))
      else await vault.ring.reload()
      const waiting = await Promise.all(tables.map((table) => countWaiting(db, vault, table, 'older')))
      const total = waiting.reduce((sum, count) => sum + count, 0)
      const run = await inTransaction(async (tx) => {
        const begun = await insertRun(tx, { startedBy: user.id, startedAt: clock.now(), total })
        if (begun) await jobs.send(tx, encryptionJob, { runId: begun.id })
        if (begun) touched('batch', [begun.id])
        return begun
      })
      // Somebody else began at the same moment: theirs is the run.
      const begun = run ?? (await findNewestRun(db))
      if (!begun) throw new Problem('conflict')
      return run ? present(run) : presentTouched(begun)
    },

    /** The job: one slice, then it sends itself on. Killed at any moment it is done again, and finds less to do. */
    async encrypt(place: Place): Promise<void> {
      const run = await findRun(db, place.runId)
      if (!run || run.finishedAt) return
      // Begun anew: rows that do not open are met again, and counted again.
      if (place.table === undefined) await forgetDamaged(db, place.runId)
      await vault.ring.reload()
      await vault.ring.settled()
      const next = await sealSlice({ inTransaction, vault, tables }, place)
      await inTransaction(async (tx) => {
        if (next) await jobs.send(tx, encryptionJob, next)
        else await finishRun(tx, place.runId, clock.now())
      })
    },

    /** Takes up a run that a server left when it ended. Two servers on one run do it together. */
    async resume(): Promise<void> {
      const run = await findNewestRun(db)
      if (run && !run.finishedAt) await inTransaction((tx) => jobs.send(tx, encryptionJob, { runId: run.id }))
    },

    /** Takes an older key out of the ring; refused while a row needs it. */
    async retireKey(id: number): Promise<EncryptionState> {
      await retire(vault, id)
      return state()
    },
  }
}

export type Batch = ReturnType<typeof createBatch>
