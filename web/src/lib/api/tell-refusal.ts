import { notify } from '../page/notices.ts'
import { CallError } from './call-error.ts'

/** Shows why a call was refused in the server's words; for other failures a standard text. */
export const tellRefusal = (error: Error) =>
  notify({ kind: 'error', body: error instanceof CallError && error.errorCode ? error.message : undefined })
