/** Runs calls one after the other until one has succeeded, then concurrently; `restart` begins again. */
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

/** For calls whose response may set the anonymous cookie: two at once would set two, and files of the first would be lost. */
export const asOneVisitor = turns.inTurn

/** The cookie is gone: the next call runs alone again. */
export const forgetVisitor = turns.restart
