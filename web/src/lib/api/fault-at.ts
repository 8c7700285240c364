import { CallError, type CallFault } from './call-error.ts'

/** The server's error of a field, by the field's path on the wire, where it did not take the input of a call. */
export const findFault = (error: Error | null, path: string): CallFault | undefined =>
  error instanceof CallError ? error.faults.find(({ campo }) => campo === path) : undefined

/** The same, in the server's words. */
export const faultAt = (error: Error | null, path: string): string | undefined => findFault(error, path)?.messaggio

/** Whether an error is about one of these fields, so that the form shows it. */
export const hasFaultAt = (error: Error, paths: readonly string[]): boolean =>
  paths.some((path) => findFault(error, path) !== undefined)
