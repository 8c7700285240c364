import { useState } from 'react'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { ownPlace } from '#lib/drafts/desk-store.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { useUser } from '#lib/session/current-user.ts'
import { changedKeys } from './form-draft.ts'

interface StoredDraft<D> {
  /** The fields in which the draft differs from a new one. */
  readonly work: Partial<D>
  readonly senderKey: string
  /** In milliseconds. */
  readonly keptAt: number
}

/**
 * The `saved` of a form session whose draft survives a reload, a crash or an expired session: stored in the tab for this
 * user, and restored at once. Raise the number in the key when the stored shape changes.
 */
export function useStoredDraft<D extends object>(name: string, start: D | (() => D)) {
  const { id, selectedRole } = useUser()
  const place = ownPlace(id, selectedRole, `${name}.2`)
  const [fresh] = useState(start)
  const [state, setState] = useState(() => {
    const found = readFromTab<StoredDraft<D>>(place)
    return {
      work: { ...fresh, ...found?.work },
      senderKey: found?.senderKey ?? newSenderKey(),
      isResumed: found !== undefined,
    }
  })
  const write = (work: D, senderKey: string) => {
    const keys = changedKeys(work, fresh)
    const changed = Object.fromEntries(keys.map((key) => [key, work[key]])) as Partial<D>
    const stored: StoredDraft<D> = { work: changed, senderKey, keptAt: Date.now() }
    setState({ work, senderKey, isResumed: state.isResumed && keys.length > 0 })
    writeToTab(place, keys.length > 0 ? stored : undefined)
  }
  return {
    ...state,
    write,
    /** Deletes the draft after it was sent or discarded. */
    forget: () => write(fresh, newSenderKey()),
  }
}
