import { type CaseDetail, getCaseLock, type LockAction, lockCase } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/api/call.ts'
import { caseQuery } from '../cases.queries.ts'
import { endsSession } from './case-form-state.ts'

const holdMs = 120_000
const watchMs = 10_000

export const requestLock = (id: number, action: LockAction) => call(lockCase, { params: { id }, query: { action } })

/** Releases the lock, even while the page unloads; a lock that is not released expires. */
export const releaseLock = (id: number) =>
  void call(lockCase, { params: { id }, query: { action: 'release' } }, { keepalive: true }).catch(() => undefined)

/** True if another user holds the lock, or this user may no longer edit the case. */
async function isLockLost(id: number): Promise<boolean> {
  if (document.visibilityState !== 'visible') return false
  try {
    return (await call(getCaseLock, { params: { id } })).lockedBy !== undefined
  } catch (error) {
    return endsSession(error)
  }
}

/**
 * Holds the lock of a case while it is edited and releases it afterwards. Calls `onLost` with the reason soon after
 * another user took the lock. While the network is down the lock stays; it is requested again when the network is back.
 */
export function useHeldLock(id: number, isHeld: boolean, onLost: (reason: string) => void) {
  const [until, setUntil] = useState<Date>()
  const latest = useRef(onLost)
  latest.current = onLost
  useEffect(() => {
    if (!isHeld) return
    const hold = async () => {
      try {
        setUntil((await requestLock(id, 'hold')).until)
      } catch (error) {
        if (endsSession(error)) latest.current(error.message)
      }
    }
    const handle = () => void hold()
    const look = async () => {
      if (await isLockLost(id)) handle()
    }
    const leave = () => releaseLock(id)
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
  }, [id, isHeld])
  return { until, setUntil }
}

/** Checks every ten seconds who holds the lock of a case, and reads the case again when that or its version has changed. */
export function useWatchedCase({ id, version, isConflict }: CaseDetail, isWaiting: boolean) {
  const queryClient = useQueryClient()
  const seen = useRef({ version, isConflict })
  seen.current = { version, isConflict }
  useEffect(() => {
    if (!isWaiting) return
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const now = await call(getCaseLock, { params: { id } })
        const isAsSeen = now.version === seen.current.version && Boolean(now.lockedBy) === seen.current.isConflict
        if (!isAsSeen) await queryClient.refetchQueries({ queryKey: caseQuery(id).queryKey })
      } catch {
        // The next check reports what this one could not.
      }
    }
    const timer = setInterval(() => void look(), watchMs)
    return () => clearInterval(timer)
  }, [id, isWaiting, queryClient])
}

/** True if another user released the lock while this page waited for it, until editing starts. */
export function useIsReleased({ isConflict }: Pick<CaseDetail, 'isConflict'>, isReading: boolean) {
  const [seen, setSeen] = useState({ isConflict, isFreed: false })
  const isFreed = isReading && !isConflict && (seen.isConflict || seen.isFreed)
  if (seen.isConflict !== isConflict || seen.isFreed !== isFreed) setSeen({ isConflict, isFreed })
  return isFreed
}
