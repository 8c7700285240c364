import { openSpooled, type SpoolHandle } from '../spool.ts'
import { type Inspection, inspect } from './inspect.ts'

export interface UploadToInspect {
  readonly handle: SpoolHandle
  readonly extension: string
}

/** Inspects an upload that another thread has spooled. */
export const inspectUpload = ({ handle, extension }: UploadToInspect): Promise<Inspection> =>
  inspect(openSpooled(handle), extension)
