import type { EncryptionRun, EncryptionState } from '@portal/contract'
import pg from 'pg'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { countWaiting } from '#platform/protection/reseal.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { RunStatus } from '#platform/runs/run-status.ts'
import type { Runs } from '#platform/runs/runs.ts'
import type { Caller } from '#platform/session/caller.ts'
import { countRowsByKey } from './batch.store.ts'
import { encryptionRun } from './encryption-run.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly runs: Runs
  readonly tables: readonly AnySealedTable[]
  /** Whether an antivirus scans uploads. */
  readonly hasAntivirus: boolean
}

const present = ({ id, startedAt, finishedAt, total = 0, done, skipped }: RunStatus<never>): EncryptionRun => ({
  ...{ id, startedAt, finishedAt, done },
  total: Math.max(total, done + skipped),
  damaged: skipped,
})

const foreignKeyViolation = '23503'
const isStillUsed = (error: unknown) => error instanceof pg.DatabaseError && error.code === foreignKeyViolation

async function retire({ ring }: Vault, id: number, audit: AuditRecorder) {
  await ring.reload()
  if (!ring.all().some((key) => key.id === id)) throw new Problem('not_found')
  if (id === ring.newest().id) throw new Problem('key_in_use')
  try {
    await ring.retire(id, (retired) => audit.record('key', [retired]))
  } catch (error) {
    throw isStillUsed(error) ? new Problem('key_in_use') : error
  }
}

/** The encryption batch and the key ring (decisions §9, §10). */
export function createBatch({ db, inTransaction, vault, runs, tables, hasAntivirus }: Options) {
  const encryption = runs.defineRun(encryptionRun({ vault, tables }))

  async function newestRun(): Promise<EncryptionRun | undefined> {
    const run = await encryption.findNewest()
    return run && present(run)
  }

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
      run: await newestRun(),
      hasAntivirus,
    }
  }

  return {
    state,
    newestRun,

    /** Starts a run, with a new key on request; returns the run under way where there is one. */
    async start(withNewKey: boolean, { user, audit }: Caller): Promise<EncryptionRun> {
      const open = await encryption.findNewest()
      if (open && !open.finishedAt) {
        audit.record('batch', [open.id])
        return present(open)
      }
      if (withNewKey) await vault.ring.add((id) => audit.record('key', [id]))
      else await vault.ring.reload()
      const waiting = await Promise.all(tables.map((table) => countWaiting(db, vault, table, 'older')))
      const total = waiting.reduce((sum, count) => sum + count, 0)
      return inTransaction(async (tx) => {
        const { run } = await encryption.start(tx, { startedBy: user.id, total })
        audit.record('batch', [run.id])
        return present(run)
      })
    },

    /** Removes an older key from the ring; throws while a row needs it. */
    async retireKey(id: number, audit: AuditRecorder): Promise<EncryptionState> {
      await retire(vault, id, audit)
      return state()
    },
  }
}

export type Batch = ReturnType<typeof createBatch>
