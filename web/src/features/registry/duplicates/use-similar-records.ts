import type { PossibleDuplicate, RegistryKind } from '@portal/contract'
import { useCallback, useState } from 'react'
import { focusById } from '#ui/focus-by-id.ts'
import type { RecordValues } from '../registry-kinds.ts'
import { findDuplicates, noteDifferent } from './duplicates.queries.ts'

export const similarRecordsId = 'similar-records'

interface RecordToSave<S> {
  readonly values: RecordValues
  /** The record before an edit: others that are like it as it was are listed as work already. */
  readonly before?: { readonly id: number; readonly values: RecordValues }
  readonly send: () => Promise<S>
}

const none: readonly PossibleDuplicate[] = []

/** The records that are like `values`, but were not like the record before its edit. */
async function findNewlySimilar(kind: RegistryKind, { values, before }: RecordToSave<unknown>) {
  const found = await findDuplicates(kind, values, before?.id)
  if (!before || found.length === 0) return found
  const earlier = (await findDuplicates(kind, before.values, before.id)).map(({ id }) => id)
  return found.filter(({ id }) => !earlier.includes(id))
}

/** Shows the records that are like the one to be saved before it is saved; saved again, it is kept apart from them. */
export function useSimilarRecords(kind: RegistryKind) {
  const [shown, setShown] = useState(none)
  return {
    shown,
    clear: useCallback(() => setShown(none), []),
    /** What `send` resolves to; undefined where records that were not shown yet are shown instead. */
    async save<S extends { readonly id: number }>(record: RecordToSave<S>): Promise<S | undefined> {
      const found = await findNewlySimilar(kind, record)
      const ids = found.map(({ id }) => id)
      setShown(found)
      if (!ids.every((id) => shown.some((row) => row.id === id))) {
        // After the next render, which shows them.
        setTimeout(() => focusById(similarRecordsId))
        return undefined
      }
      const saved = await record.send()
      // Where this fails, they are listed as work.
      if (ids.length > 0) await noteDifferent(kind, saved.id, ids).catch(() => undefined)
      return saved
    },
  }
}
