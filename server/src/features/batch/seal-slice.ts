import type { InTransaction } from '#platform/database/transaction.ts'
import { resealSome } from '#platform/protection/reseal.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countDone } from './batch.store.ts'

/** Where a run stands: it goes through the tables one after the other, by their keys. */
export interface Place {
  readonly runId: number
  readonly table?: number
  readonly after?: number | string
}

interface Options {
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly tables: readonly AnySealedTable[]
}

// The office's own calls come in between, and a server that stops waits no longer than this.
const sliceMs = 1500

/** Seals rows of a run until the slice is over; gives the place to go on from, or nothing when all is done. */
export async function sealSlice({ inTransaction, vault, tables }: Options, place: Place): Promise<Place | undefined> {
  const end = performance.now() + sliceMs
  const { runId, table: first = 0 } = place
  let { after } = place
  for (const [index, table] of tables.entries()) {
    if (index < first) continue
    do {
      if (performance.now() > end) return { runId, table: index, ...(after !== undefined && { after }) }
      const from = after
      const turn = await inTransaction(async (tx) => {
        const done = await resealSome(tx, vault, table, 'older', from)
        await countDone(tx, runId, done)
        return done
      })
      after = turn.last
    } while (after !== undefined)
  }
  return undefined
}
