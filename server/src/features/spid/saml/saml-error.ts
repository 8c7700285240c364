import type { SpidFailure } from '../spid.types.ts'

/** Thrown by the checks of SAML messages. The text names the broken rule as a path, and quotes nothing of the content. */
export class SamlError extends Error {
  readonly failure: SpidFailure

  constructor(reason: string, failure: SpidFailure = 'invalid') {
    super(reason)
    this.failure = failure
  }
}

/** Asserts a rule; throws a SamlError if it is not met. */
export function need(isMet: unknown, reason: string, failure?: SpidFailure): asserts isMet {
  if (!isMet) throw new SamlError(reason, failure)
}
