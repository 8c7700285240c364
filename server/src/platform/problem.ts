import { type Issue, type ProblemCode, problems } from '@portal/contract'

interface Details {
  readonly issues?: readonly Issue[] | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Parameters of the sentence that the user reads. */
  readonly params?: Readonly<Record<string, string | number>>
  /** A second name of `result` under which callers expect the sentence (decisions §1). */
  readonly alsoAs?: 'response'
  /** The whole record in the form of the endpoint's `reply`; sent where the endpoint declares a `conflictReply`. */
  readonly record?: object
}

/** An error for the caller: thrown anywhere, turned into an answer by the error handler. */
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

/** 400 with the faults of an input. */
export const invalidInput = (issues: readonly Issue[]) => new Problem('invalid_input', { issues })

/** 429 with the seconds to wait. */
export const tooMany = (seconds: number) =>
  new Problem('too_many', { headers: { 'retry-after': String(seconds) }, params: { seconds } })

/** 503: the server is at capacity. */
export const tooBusy = (seconds: number) => new Problem('unavailable', { headers: { 'retry-after': String(seconds) } })
