import type { LockAction } from '@portal/contract'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endsSession } from './edit-state.ts'

/** A record that one user at a time edits, with the calls of its lock. */
export interface LockedRecord {
  readonly queryKey: QueryKey
  readonly lock: (
    action: LockAction,
    options?: { readonly keepalive: true },
  ) => Promise<{ readonly until?: Date | undefined }>
  /** Returns the newest version, and who else holds the lock. */
  readonly look: () => Promise<{ readonly version?: number | undefined; readonly lockedBy?: string | undefined }>
}

const holdMs = 120_000
const watchMs = 10_000

/** Releases the lock, even while the page unloads; a lock that is not released expires. */
export const releaseLock = ({ lock }: LockedRecord) => void lock('release', { keepalive: true }).catch(() => undefined)

/** True if another user holds the lock, or this user may no longer edit the record. */
async function isLockLost({ look }: LockedRecord): Promise<boolean> {
  if (document.visibilityState !== 'visible') return false
  try {
    return (await look()).lockedBy !== undefined
  } catch (error) {
    return endsSession(error)
  }
}

/**
 * Holds the lock of a record while it is edited and releases it afterwards. Calls `onLost` with the reason soon after
 * another user took the lock. While the network is down the lock stays; it is requested again when the network is back.
 */
export function useHeldLock(record: LockedRecord, isHeld: boolean, onLost: (reason: string) => void) {
  const [until, setUntil] = useState<Date>()
  const latest = useRef(onLost)
  latest.current = onLost
  useEffect(() => {
    if (!isHeld) return
    const hold = async () => {
      try {
        setUntil((await record.lock('hold')).until)
      } catch (error) {
        if (endsSession(error)) latest.current(error.message)
      }
    }
    const handle = () => void hold()
    const look = async () => {
      if (await isLockLost(record)) handle()
    }
    const leave = () => releaseLock(record)
    const timer = setInterval(handle, holdMs)
    const watch = setInterval(() => void look(), watchMs)
    window.addEventListener('online', handle)
    // The browser shows a cached page again: its lock was released when it was hidden.
    window.addEventListener('pageshow', handle)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      clearInterval(watch)
      window.removeEventListener('online', handle)
      window.removeEventListener('pageshow', handle)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [record, isHeld])
  return { until, setUntil }
}

/** What a page shows of a record and its lock. */
export interface LockStatus {
  readonly version: number
  /** Whether another user holds the lock. */
  readonly isConflict: boolean
}

/** Checks every ten seconds who holds the lock, and reads the record again when that or its version has changed. */
export function useWatchedRecord(
  { queryKey, look: lookAtLock }: LockedRecord,
  { version, isConflict }: LockStatus,
  isWaiting: boolean,
) {
  const queryClient = useQueryClient()
  const seen = useRef({ version, isConflict })
  seen.current = { version, isConflict }
  useEffect(() => {
    if (!isWaiting) return
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const now = await lookAtLock()
        const isAsSeen = now.version === seen.current.version && Boolean(now.lockedBy) === seen.current.isConflict
        if (!isAsSeen) await queryClient.refetchQueries({ queryKey })
      } catch {
        // The next check reports what this one could not.
      }
    }
    const timer = setInterval(() => void look(), watchMs)
    return () => clearInterval(timer)
  }, [queryKey, lookAtLock, isWaiting, queryClient])
}

/** True if another user released the lock while this page waited for it, until editing starts. */
export function useIsReleased({ isConflict }: Pick<LockStatus, 'isConflict'>, isReading: boolean) {
  const [seen, setSeen] = useState({ isConflict, isFreed: false })
  const isFreed = isReading && !isConflict && (seen.isConflict || seen.isFreed)
  if (seen.isConflict !== isConflict || seen.isFreed !== isFreed) setSeen({ isConflict, isFreed })
  return isFreed
}
