import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FieldError, largestFile } from '@portal/contract'
import { listFilesOfCases } from '#platform/attachments/moved-files.store.ts'
import type { KindIo, NewRecord } from '../transfer-kind-io.ts'

async function errorsOfFile(folder: string, { head, values }: NewRecord<'attachment'>): Promise<FieldError[]> {
  const size = await stat(join(folder, head.file)).then(
    (file) => (file.isFile() ? file.size : undefined),
    () => undefined,
  )
  const isTooLarge = (size ?? 0) > largestFile.case
  return [
    ...(size === undefined ? [{ path: 'file', message: 'file_mancante' } as const] : []),
    ...(isTooLarge ? [{ path: 'file', message: 'file_troppo_grande' } as const] : []),
    ...(values.documentTypeId !== undefined && head.addedBy === undefined
      ? [{ path: 'chiave_operatore', message: 'campo_obbligatorio' } as const]
      : []),
  ]
}

/** Files of cases. Their bytes are stored before their rows, one after the other: `importFiles` writes them. */
export const attachmentsIo: KindIo<'attachment'> = {
  table: 'attachments',
  audited: 'file',

  errorsOf: (_needs, _db, records, folder) => Promise.all(records.map((record) => errorsOfFile(folder, record))),

  async write() {
    throw new Error('Files are imported one by one.')
  },

  async read({ vault }, db, after, limit) {
    const files = await listFilesOfCases(db, vault, after, limit)
    return files.map((file) => ({
      id: file.number,
      fileId: file.id,
      facts: {
        file: `allegati/${file.digest}.${file.extension}`,
        name: file.name,
        // A claimed file has the day of its claim.
        addedAt: file.claimedAt ?? file.madeAt,
      },
      values: { documentTypeId: file.documentTypeId ?? undefined },
      links: {
        caseKey: file.caseId ?? undefined,
        messageKey: file.messageId ?? undefined,
        addedBy: file.documentAddedBy ?? undefined,
      },
    }))
  },
}
