import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway, OutcomeUnknownError } from './database-errors.ts'

/** A database that is away for longer is not waited for: calls are answered at once, so that they do not pile up. */
const outageMs = 30_000
const pauseMs = 100

export type Patience = ReturnType<typeof createPatience>

/** Tries again what a database that is away did not carry out: for so many seconds of a call. A planned switch to another leader takes a few. */
export function createPatience(seconds = 10) {
  const now = () => performance.now()
  let awaySince: number | undefined
  let isEnded = false

  /** Waits and returns true where the work may be tried again. */
  async function mayTryAgain(error: unknown, startedAt: number): Promise<boolean> {
    if (isEnded || !isDatabaseAway(error)) return false
    const at = now()
    awaySince ??= at
    if (error instanceof OutcomeUnknownError || at - startedAt >= seconds * 1000 || at - awaySince > outageMs)
      return false
    await delay(pauseMs + Math.random() * pauseMs)
    return true
  }

  /** Does work again that may be done twice, such as a call by GET, after a write of it that was not acknowledged. */
  async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = now()
    for (;;)
      try {
        return await work()
      } catch (error) {
        const isWaitedFor = error instanceof OutcomeUnknownError && (await mayTryAgain(error.cause, startedAt))
        if (!isWaitedFor) throw error
      }
  }

  return {
    now,
    mayTryAgain,
    repeatedly,
    /** Says that the database answered. */
    noteAnswer() {
      awaySince = undefined
    },
    /** Waits for nothing from now on: the server stops. */
    end() {
      isEnded = true
    },
  }
}
