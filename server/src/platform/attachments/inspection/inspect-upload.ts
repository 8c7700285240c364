import { openSpooled, type SpoolHandle } from '../spool.ts'
import { type Inspection, inspect } from './inspect.ts'

export interface UploadToInspect {
  readonly handle: SpoolHandle
  readonly extension: string
}

/** Says what is in an upload that another thread took in. */
export const inspectUpload = ({ handle, extension }: UploadToInspect): Promise<Inspection> =>
  inspect(openSpooled(handle), extension)
