import type { AttachmentArea } from '@portal/contract'
import { openSpooled, type SpoolHandle, spoolContent } from '../spool.ts'
import { inspect } from './inspect.ts'
import type { Inspection } from './result.ts'

export interface UploadToInspect {
  readonly handle: SpoolHandle
  /** A clean name. */
  readonly name: string
  readonly area: AttachmentArea
  /** Whether an antivirus looks through what the upload contains. */
  readonly isScanned: boolean
}

/** The result, and what the upload contains for the antivirus: sealed files that end with the upload. */
export interface UploadInspection {
  readonly inspection: Inspection
  readonly contents: readonly SpoolHandle[]
}

/** Inspects an upload that the server has spooled. */
export async function inspectUpload({ handle, name, area, isScanned }: UploadToInspect): Promise<UploadInspection> {
  const file = openSpooled(handle)
  const contents: SpoolHandle[] = []
  try {
    const inspection = await inspect(file, { name, area }, (bytes) => {
      if (isScanned) contents.push(spoolContent(handle, contents.length, bytes))
    })
    return { inspection, contents }
  } finally {
    file.close()
  }
}
