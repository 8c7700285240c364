import { notify } from '../page/notices.ts'
import { CallError } from './call-error.ts'
import { hasFieldError } from './field-errors.ts'

/** Shows why a call was refused in the server's words; for other failures a standard text. */
export const notifyError = (error: Error) =>
  notify({ kind: 'error', body: error instanceof CallError && error.errorCode ? error.message : undefined })

/** The same, unless the form shows the error at one of its fields, by their paths on the wire. */
export const notifyUnlessAt = (paths: readonly string[]) => (error: Error) => {
  if (!hasFieldError(error, paths)) notifyError(error)
}
