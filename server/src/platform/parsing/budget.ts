/** What a piece of work may use up: counted by the parser itself (`bytes`, `steps`), or taken by the thread it runs in. */
export type Resource = 'bytes' | 'steps' | 'seconds' | 'memory'

/** Thrown when an input from outside needs more than its parser may spend on it. */
export class BudgetExceededError extends Error {
  readonly resource: Resource
  constructor(resource: Resource) {
    super(`over the budget of ${resource}`)
    this.name = 'BudgetExceededError'
    this.resource = resource
  }
}

export interface Budget {
  /** Counts bytes before they are produced, unpacked ones above all; throws when none are left. */
  spendBytes(count: number): void
  /** Counts a step, or several; throws when none are left. */
  spendSteps(count?: number): void
}

/** A budget for one input. Steps and bytes are counted, so that the same input is judged alike on any machine. */
export function createBudget({ bytes, steps }: { readonly bytes: number; readonly steps: number }): Budget {
  let bytesLeft = bytes
  let stepsLeft = steps
  return {
    spendBytes(count) {
      bytesLeft -= count
      if (bytesLeft < 0) throw new BudgetExceededError('bytes')
    },
    spendSteps(count = 1) {
      stepsLeft -= count
      if (stepsLeft < 0) throw new BudgetExceededError('steps')
    },
  }
}
