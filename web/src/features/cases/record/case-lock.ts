import { type CaseDetail, getCaseLock, type LockAction, lockCase } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/api/call.ts'
import { caseQuery } from '../cases.queries.ts'
import { isLoss } from './case-form-state.ts'

const holdMs = 120_000
const watchMs = 10_000

export const askLock = (id: number, action: LockAction) => call(lockCase, { params: { id }, query: { action } })

/** Leaves the lock, even while the page goes; one that is not left lapses by itself. */
export const leaveLock = (id: number) =>
  void call(lockCase, { params: { id }, query: { action: 'release' } }, { keepalive: true }).catch(() => undefined)

/** Whether somebody else writes a case that this page has held, or it cannot be written from here any more. */
async function isTaken(id: number): Promise<boolean> {
  if (document.visibilityState !== 'visible') return false
  try {
    return (await call(getCaseLock, { params: { id } })).lockedBy !== undefined
  } catch (error) {
    return isLoss(error)
  }
}

/**
 * Goes on holding the lock of a case while it is written, and leaves it afterwards. `onLost` is told why it is somebody
 * else's: soon after they took it, before much more is written in vain. A network that is away takes nothing: the lock is
 * asked for again once it is back.
 */
export function useHeldLock(id: number, isHeld: boolean, onLost: (reason: string) => void) {
  const [until, setUntil] = useState<Date>()
  const latest = useRef(onLost)
  latest.current = onLost
  useEffect(() => {
    if (!isHeld) return
    const hold = async () => {
      try {
        setUntil((await askLock(id, 'hold')).until)
      } catch (error) {
        if (isLoss(error)) latest.current(error.message)
      }
    }
    const handle = () => void hold()
    const look = async () => {
      if (await isTaken(id)) handle()
    }
    const leave = () => leaveLock(id)
    const timer = setInterval(handle, holdMs)
    const watch = setInterval(() => void look(), watchMs)
    window.addEventListener('online', handle)
    // A page that the browser kept is shown again: the lock was left when it went.
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

/** Looks every ten seconds whether somebody else still writes a case, and reads it anew once that has changed. */
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
        // What cannot be told now is told by the next look.
      }
    }
    const timer = setInterval(() => void look(), watchMs)
    return () => clearInterval(timer)
  }, [id, isWaiting, queryClient])
}

/** Whether somebody else has just left a case that they were writing while this page waited to, and nothing was begun since. */
export function useIsFreed({ isConflict }: Pick<CaseDetail, 'isConflict'>, isReading: boolean) {
  const [seen, setSeen] = useState({ isConflict, isFreed: false })
  const isFreed = isReading && !isConflict && (seen.isConflict || seen.isFreed)
  if (seen.isConflict !== isConflict || seen.isFreed !== isFreed) setSeen({ isConflict, isFreed })
  return isFreed
}
