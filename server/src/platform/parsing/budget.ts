/** Resources of a parser: `bytes` and `steps` are counted by the parser, `seconds` and `memory` are limits of its process. */
export type Resource = 'bytes' | 'steps' | 'seconds' | 'memory'

/** Thrown when an external input needs more than the budget of its parser. */
export class BudgetExceededError extends Error {
  readonly resource: Resource
  constructor(resource: Resource) {
    super(`budget exceeded: ${resource}`)
    this.name = 'BudgetExceededError'
    this.resource = resource
  }
}

export interface Budget {
  /** Counts bytes before they are produced, above all unpacked ones; throws when the budget is used up. */
  spendBytes(count: number): void
  /** Counts steps; throws when the budget is used up. */
  spendSteps(count?: number): void
}

/** A budget for one input. Bytes and steps are counted, so that the result does not depend on the machine. */
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
