import { CallError } from './call-error.ts'

/** What the server says of a field, by the field's path on the wire, when it refused a call for its input. */
export const faultAt = (error: Error | null, path: string): string | undefined =>
  error instanceof CallError ? error.faults.find(({ campo }) => campo === path)?.messaggio : undefined

/** Whether a refusal is about one of these fields, so that the form shows it. */
export const hasFaultAt = (error: Error, paths: readonly string[]): boolean =>
  paths.some((path) => faultAt(error, path) !== undefined)
