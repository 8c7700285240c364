import { type Issue, type ProblemCode, problems } from '@portal/contract'

interface Details {
  readonly issues?: readonly Issue[] | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Parameters of the sentence that tells the person. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Another name of `result` under which callers look for the sentence (decisions §1). */
  readonly alsoAs?: 'response'
  /** The whole record, as `reply` of the endpoint has it; told where the endpoint declares a `conflictReply`. */
  readonly record?: object
}

/** A refusal that the caller is told of: thrown anywhere, answered by the one error handler. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: Details

  constructor(code: ProblemCode, details: Details = {}) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** Refuses an input for the faults found in it. */
export const invalidInput = (issues: readonly Issue[]) => new Problem('invalid_input', { issues })

/** 429 with the seconds to wait. */
export const tooMany = (seconds: number) =>
  new Problem('too_many', { headers: { 'retry-after': String(seconds) }, params: { seconds } })

/** 503: everybody's work fills the server for the moment. */
export const tooBusy = (seconds: number) => new Problem('unavailable', { headers: { 'retry-after': String(seconds) } })
