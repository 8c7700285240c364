import { CallError, type CallFieldError } from './call-error.ts'

/** The server's error of a field, by the path of the field on the wire. */
const findFieldError = (error: Error | null, path: string): CallFieldError | undefined =>
  error instanceof CallError ? error.fieldErrors.find(({ campo }) => campo === path) : undefined

/** The same as text. */
export const fieldErrorText = (error: Error | null, path: string): string | undefined =>
  findFieldError(error, path)?.messaggio

/** True if an error concerns one of these fields, so that the form shows it. */
export const hasFieldError = (error: Error, paths: readonly string[]): boolean =>
  paths.some((path) => findFieldError(error, path) !== undefined)
