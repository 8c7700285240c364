import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttachmentArea } from '@portal/contract'
import { afterAll, beforeAll } from 'vitest'
import { inspectUpload, type UploadInspection } from '../src/platform/attachments/inspection/inspect-upload.ts'
import { spool } from '../src/platform/attachments/spool.ts'

async function* once(bytes: Buffer) {
  yield bytes
}

/** Inspects bytes as uploads of a test file, in a folder of its own; those of the office unless an area is named. */
export function createInspector() {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portale-inspect-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  return async (
    bytes: Buffer,
    name: string,
    area: AttachmentArea = 'case',
  ): Promise<UploadInspection['inspection']> => {
    const file = await spool(folder, once(bytes), 50_000_000)
    if (!file) throw new Error('too large')
    try {
      const upload = { handle: file.handle, name, area, isScanned: false }
      return (await inspectUpload(upload)).inspection
    } finally {
      await file.close()
    }
  }
}
