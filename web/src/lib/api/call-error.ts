import { appErrors } from '@portal/contract'

/** One field error, as the server reports it. */
export interface CallFieldError {
  readonly campo: string
  readonly codice: string
  readonly messaggio: string
}

/** A call that was refused, or that reached no server (status 0). */
export class CallError extends Error {
  readonly status: number
  readonly errorCode: string | undefined
  readonly fieldErrors: readonly CallFieldError[]
  /** The current record in the body of a conflict, where the endpoint returns one. */
  readonly record: unknown
  /** The record that the one called for was merged into. */
  readonly keptId: number | undefined

  constructor(
    status: number,
    errorCode?: string,
    description?: string,
    fieldErrors: readonly CallFieldError[] = [],
    record?: unknown,
    keptId?: number,
  ) {
    super(description ?? 'Errore interno')
    this.name = 'CallError'
    this.status = status
    this.errorCode = errorCode
    this.fieldErrors = fieldErrors
    this.record = record
    this.keptId = keptId
  }
}

/** Whether somebody else has changed the record since it was read. */
export const isVersionConflict = (error: Error | null): error is CallError =>
  error instanceof CallError && error.errorCode === appErrors.conflict.word

/** Whether a call reached no server. */
export const isUnreachable = (error: unknown) => error instanceof CallError && error.status === 0
