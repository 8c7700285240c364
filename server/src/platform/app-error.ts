import { type AppErrorCode, appErrors, type FieldError } from '@portal/contract'

interface Details {
  readonly fieldErrors?: readonly FieldError[] | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the answer is sent: a caller that repeats a refused call at once would keep the server busy with refusals. */
  readonly answerAfterMs?: number
  /** Parameters of the sentence that the user reads. */
  readonly params?: Readonly<Record<string, string | number>>
  /** A second name of `result` under which callers expect the sentence (decisions §1). */
  readonly alsoAs?: 'response'
  /** The record that now holds the data of the one called for (decisions §7). */
  readonly keptId?: number
  /** The whole record in the form of the endpoint's `reply`; sent where the endpoint declares a `conflictReply`. */
  readonly record?: object
}

/** An error for the caller: thrown anywhere, turned into an answer by the error handler. */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly details: Details

  constructor(code: AppErrorCode, details: Details = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return appErrors[this.code].status
  }
}

/** 400 with the errors of an input. */
export const invalidInput = (fieldErrors: readonly FieldError[]) => new AppError('invalid_input', { fieldErrors })

/** 429 with the seconds to wait. */
export const tooMany = (seconds: number, answerAfterMs = 0) =>
  new AppError('too_many', { headers: { 'retry-after': String(seconds) }, params: { seconds }, answerAfterMs })

/** 503: the server is at capacity. */
export const tooBusy = (seconds: number) => new AppError('unavailable', { headers: { 'retry-after': String(seconds) } })
