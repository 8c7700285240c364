import type { EncryptionRun, EncryptionState } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import { databaseErrorKind } from '#platform/database/database-errors.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { countWaiting, resealSome } from '#platform/protection/reseal.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Progress, RunDefinition, Step } from '#platform/runs/run-definition.ts'
import type { RunStatus } from '#platform/runs/run-status.ts'
import type { Runs } from '#platform/runs/runs.ts'
import type { Caller } from '#platform/session/caller.ts'
import { countRowsByKey } from './batch.store.ts'
import { findOutdatedNode } from './outdated-node.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly runs: Runs
  readonly tables: readonly AnySealedTable[]
  /** Whether an antivirus scans uploads. */
  readonly hasAntivirus: boolean
  /** The version of Node that the server runs on. */
  readonly nodeVersion: string
  readonly clock: Clock
}

const present = ({ id, startedAt, finishedAt, total = 0, done, skipped }: RunStatus<never>): EncryptionRun => ({
  id,
  startedAt,
  finishedAt,
  done,
  total: Math.max(total, done + skipped),
  damaged: skipped,
})

async function retire({ ring }: Vault, id: number, audit: AuditRecorder) {
  await ring.reload()
  if (!ring.all().some((key) => key.id === id)) throw new AppError('not_found')
  if (id === ring.newest().id) throw new AppError('key_in_use')
  try {
    await ring.retire(id, audit)
  } catch (error) {
    throw databaseErrorKind(error) === 'referenced' ? new AppError('key_in_use') : error
  }
}

/** The encryption batch and the key ring (decisions §9, §10). */
export function createBatch(options: Options) {
  const { db, inTransaction, vault, runs, tables } = options
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
      hasAntivirus: options.hasAntivirus,
      outdatedNode: findOutdatedNode(options.nodeVersion, todayOf(options.clock)),
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
      if (withNewKey) await vault.ring.add(audit)
      else await vault.ring.reload()
      const waiting = await Promise.all(tables.map((table) => countWaiting(db, vault, table, 'older')))
      const total = waiting.reduce((sum, count) => sum + count, 0)
      return inTransaction(audit, async (tx) => {
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

/** The position in the tables, which are read one after the other in the order of their keys. */
interface Position {
  /** The encryption key; a new key restarts from the first table. */
  readonly keyId: number
  readonly table: number
  readonly after?: number | string
}

interface EncryptionRunOptions {
  readonly vault: Vault
  readonly tables: readonly AnySealedTable[]
}

/** Encrypts every row that is plain or has an older key; `skipped` is the number of damaged rows. */
const encryptionRun = (options: EncryptionRunOptions): RunDefinition<Position, never> => ({
  kind: 'encryption',
  audit: 'encryption_run',
  async work(run) {
    const { ring } = options.vault
    await ring.reload()
    await ring.settled()
    let isOver = false
    while (!isOver)
      await run.step(async (tx, progress) => {
        const step = await sealSome(tx, options, progress)
        isOver = step === undefined
        return step
      })
  },
})

/** Encrypts the next hundred rows of a table; returns undefined when all tables are done. */
async function sealSome(
  tx: Db,
  { vault, tables }: EncryptionRunOptions,
  { position, skipped }: Progress<Position>,
): Promise<Step<Position> | undefined> {
  const keyId = vault.ring.sealing().id
  const isRestart = position?.keyId !== keyId
  const at = isRestart ? { keyId, table: 0 } : position
  const table = tables[at.table]
  if (!table) return undefined
  const { sealed, damaged, last } = await resealSome(tx, vault, table, 'older', at.after)
  return {
    done: sealed,
    // After a restart the damaged rows are counted again from zero.
    skipped: isRestart ? damaged - skipped : damaged,
    position: last === undefined ? { keyId, table: at.table + 1 } : { keyId, table: at.table, after: last },
  }
}
