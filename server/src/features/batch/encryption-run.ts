import type { Db } from '#platform/database/transaction.ts'
import { resealSome } from '#platform/protection/reseal.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Progress, RunDefinition, Step } from '#platform/runs/run-definition.ts'

/** The position in the tables, which are read one after the other in the order of their keys. */
interface Position {
  /** The encryption key; a new key restarts from the first table. */
  readonly keyId: number
  readonly table: number
  readonly after?: number | string
}

interface Options {
  readonly vault: Vault
  readonly tables: readonly AnySealedTable[]
}

/** Encrypts every row that is plain or has an older key; `skipped` is the number of damaged rows. */
export const encryptionRun = (options: Options): RunDefinition<Position, never> => ({
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
  { vault, tables }: Options,
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
