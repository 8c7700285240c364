import { getRun } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#lib/api/call.ts'

/** A long job of the server, as its progress says. */
interface Run {
  readonly id: number
  readonly finishedAt?: Date | undefined
}

/** A job's progress is asked for every two seconds (decisions §9). */
export const pollMs = 2000

export const isOpen = (run: Run | undefined) => run !== undefined && run.finishedAt === undefined

export const runsKey = ['runs'] as const

/** How far a run is, asked for until it ends. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: [...runsKey, 'state', id],
    queryFn: ({ signal }) => call(getRun, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data, error } }) => !error && (!data || isOpen(data)) && pollMs,
    meta: { isHandled: true },
  })

/**
 * Calls `onEnd` once a run has ended that was seen open, or that this page started: the caller stores its id in the returned
 * ref.
 */
export function useRunEnd<R extends Run>(run: R | undefined, onEnd: (run: R) => void) {
  const followed = useRef<number>(undefined)
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (!run) return
    if (isOpen(run)) followed.current = run.id
    else if (followed.current === run.id) {
      followed.current = undefined
      latest.current(run)
    }
  }, [run])
  return followed
}
