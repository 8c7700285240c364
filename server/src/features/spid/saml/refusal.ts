import type { SpidFailure } from '../spid.types.ts'

/** Thrown by the checks of an answer. The message names the rule, in the manner of a path, and nothing of the content. */
export class Refusal extends Error {
  readonly failure: SpidFailure

  constructor(reason: string, failure: SpidFailure = 'invalid') {
    super(reason)
    this.failure = failure
  }
}

/** Goes on only when the rule is met. */
export function need(isMet: unknown, reason: string, failure?: SpidFailure): asserts isMet {
  if (!isMet) throw new Refusal(reason, failure)
}
