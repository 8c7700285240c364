/** One turn after the other, until one has been answered. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let isAnswered = false
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (isAnswered) return run()
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    const answer = await turn
    isAnswered = true
    return answer
  }
}

/**
 * For calls whose answer may give this browser its anonymous cookie: two of them at once would be given two, and what the
 * one brought would belong to nobody.
 */
export const asOneVisitor = createTurns()
