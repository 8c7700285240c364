import { openSpooled, type SpoolHandle } from '../spool.ts'
import { type Inspection, inspect } from './inspect.ts'

export interface UploadToInspect {
  readonly handle: SpoolHandle
  readonly extension: string
}

/** Inspects an upload that the server has spooled. */
export async function inspectUpload({ handle, extension }: UploadToInspect): Promise<Inspection> {
  const file = openSpooled(handle)
  try {
    return await inspect(file, extension)
  } finally {
    file.close()
  }
}
