import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { createListeners } from '../page/listeners.ts'

/** When the session ends, according to a response. Both in milliseconds of this computer's clock, which all tabs share. */
export interface Reading {
  /** When the call set out: of two readings the one asked later holds, whichever arrives first. */
  readonly askedAt: number
  readonly endsAt: number
}

/** Why nothing of the office may be on show any more: time ran out, somebody left in another tab, the server says so. */
export type Ending = 'expired' | 'left' | 'closed'

export interface SessionState {
  readonly reading: Reading | undefined
  readonly ending: Ending | undefined
  /** The person or role is changing: what was read before must not be seen, what comes is not there yet. */
  readonly isChanging: boolean
}

const nothing: SessionState = { reading: undefined, ending: undefined, isChanging: false }

/** The session as this tab knows it. An ended session stays ended until the next sign-in. */
export function createSessionClock() {
  let state = nothing
  const changes = createListeners()
  const become = (next: SessionState) => {
    state = next
    changes.tell()
  }
  return {
    state: () => state,
    listen: changes.add,
    hear(reading: Reading) {
      if (state.ending || (state.reading && reading.askedAt < state.reading.askedAt)) return
      become({ ...state, reading })
    },
    begin: (reading: Reading) => become({ ...nothing, reading, isChanging: state.isChanging }),
    end(ending: Ending) {
      if (!state.ending) become({ ...nothing, ending })
    },
    change: (isChanging: boolean) => become({ ...state, isChanging }),
    forget: () => become(nothing),
  }
}

export const sessionClock = createSessionClock()

/** A reading of seconds that were left when the call that set out at `askedAt` was answered; rather too early than late. */
export const readingOf = (askedAt: number, secondsLeft: number): Reading => ({
  askedAt,
  endsAt: askedAt + secondsLeft * 1000,
})

export const useSession = () => useSyncExternalStore(sessionClock.listen, sessionClock.state, () => nothing)

export const secondsUntil = (endsAt: number, now: number) => Math.max(0, Math.ceil((endsAt - now) / 1000))

/** The seconds that the session has left, counted down; undefined while there is none. */
export function useSecondsLeft(): number | undefined {
  const { reading } = useSession()
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    // A hidden tab counts seldom, and a sleeping computer not at all.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return reading && secondsUntil(reading.endsAt, Date.now())
}

const denials = createListeners()

/** The server refused a call because there is no session. */
export const tellSessionRefused = denials.tell

export const onSessionRefused = denials.add
