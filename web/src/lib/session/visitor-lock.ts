/** One turn after the other, until one has been answered; and again once `startAnew` was called. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let isAnswered = false
  return {
    async inTurn<T>(run: () => Promise<T>): Promise<T> {
      if (isAnswered) return run()
      const turn = last.then(run)
      last = turn.catch(() => undefined)
      const answer = await turn
      isAnswered = true
      return answer
    },
    restart() {
      isAnswered = false
    },
  }
}

const turns = createTurns()

/**
 * For calls whose answer may give this browser its anonymous cookie: two of them at once would be given two, and what the
 * one brought would belong to nobody.
 */
export const asOneVisitor = turns.inTurn

/** The cookie is gone: the next such call is a first one again. */
export const forgetVisitor = turns.restart
