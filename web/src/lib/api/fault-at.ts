import { CallError, type CallFault } from './call-error.ts'

/** The server's error of a field, by the path of the field on the wire. */
const findFault = (error: Error | null, path: string): CallFault | undefined =>
  error instanceof CallError ? error.faults.find(({ campo }) => campo === path) : undefined

/** The same as text. */
export const faultAt = (error: Error | null, path: string): string | undefined => findFault(error, path)?.messaggio

/** True if an error concerns one of these fields, so that the form shows it. */
export const hasFaultAt = (error: Error, paths: readonly string[]): boolean =>
  paths.some((path) => findFault(error, path) !== undefined)
