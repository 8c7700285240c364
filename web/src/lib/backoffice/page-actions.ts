import { useEffect } from 'react'
import type { KeyAction } from './desk-keys.ts'

/** What the page on show can do, whether its control is in sight or in a menu. */
export interface PageAction {
  readonly text: string
  /** Why the action is disabled; undefined while it is enabled. */
  readonly disabledReason?: string | undefined
  /** The action of a key that does the same. */
  readonly key?: KeyAction | undefined
  readonly onSelect: () => void
}

let offered: readonly PageAction[] = []

/** Offers the actions of a record to the keys and the palette for as long as the record is on show. */
export function useOfferedActions(actions: readonly PageAction[]) {
  useEffect(() => {
    offered = actions
    return () => {
      if (offered === actions) offered = []
    }
  }, [actions])
}

export const offeredActions = (): readonly PageAction[] => offered

/** Performs the enabled action of a key; false if the page has none. */
export function performOffered(key: KeyAction): boolean {
  const action = offered.find((one) => one.key === key && one.disabledReason === undefined)
  action?.onSelect()
  return action !== undefined
}
