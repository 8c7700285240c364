import type { Db } from '#platform/database/transaction.ts'
import { resealSome } from '#platform/protection/reseal.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Progress, RunDefinition, Step } from '#platform/runs/run-definition.ts'

/** The place in the tables, which are walked one after the other by their keys. */
interface Position {
  /** The key that seals: under another one the walk begins again. */
  readonly keyId: number
  readonly table: number
  readonly after?: number | string
}

interface Options {
  readonly vault: Vault
  readonly tables: readonly AnySealedTable[]
}

/** Seals every row that is plain or under an older key; `skipped` counts the damaged ones. */
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

/** Seals the next hundred rows of a table; undefined when all tables are done. */
async function sealSome(
  tx: Db,
  { vault, tables }: Options,
  { position, skipped }: Progress<Position>,
): Promise<Step<Position> | undefined> {
  const keyId = vault.ring.sealing().id
  const isNewWalk = position?.keyId !== keyId
  const at = isNewWalk ? { keyId, table: 0 } : position
  const table = tables[at.table]
  if (!table) return undefined
  const { sealed, damaged, last } = await resealSome(tx, vault, table, 'older', at.after)
  return {
    done: sealed,
    // A new walk meets the damaged rows again.
    skipped: isNewWalk ? damaged - skipped : damaged,
    position: last === undefined ? { keyId, table: at.table + 1 } : { keyId, table: at.table, after: last },
  }
}
