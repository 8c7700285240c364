import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { correspondenceType, extensionOf, type FieldError, largestFile, limits } from '@portal/contract'
import { countFilesOfCases, digestsOfFiles, listOwnedFiles } from '#platform/attachments/moved-files.store.ts'
import { readPlain } from '../read-lines.ts'
import type { KindIo, NewRecord } from '../transfer-kind-io.ts'

const filePath = 'file'
const changedBytes: FieldError = { path: filePath, message: 'file_cambiato' }

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(readPlain(path), hash)
  return hash.digest('hex')
}

/** The size of a file; undefined where there is none, or a link to one. */
const sizeOf = (path: string) =>
  lstat(path).then(
    (file) => (file.isFile() ? file.size : undefined),
    () => undefined,
  )

/** What a record says about the record that its file belongs to. */
function errorsOfOwner({ head, values }: NewRecord<'attachment'>): FieldError[] {
  const { caseKey, associationKey, associationDocument: type } = head
  const isOfOne = (caseKey === undefined) !== (associationKey === undefined)
  const isOfficeDocument = values.documentTypeId !== undefined
  const isOtherThanPdf = type !== undefined && type !== correspondenceType && extensionOf(head.name) !== 'pdf'
  return [
    ...(isOfOne ? [] : [{ path: 'chiave_segnalazione', message: 'un_solo_riferimento' } as const]),
    ...((associationKey === undefined) === (type === undefined)
      ? []
      : [{ path: 'tipo_documento', message: 'campo_obbligatorio' } as const]),
    ...(isOtherThanPdf ? [{ path: 'nome_file', message: 'allegato_solo_pdf' } as const] : []),
    ...(isOfficeDocument && head.addedBy === undefined
      ? [{ path: 'chiave_operatore', message: 'campo_obbligatorio' } as const]
      : []),
  ]
}

async function errorsOfFile(folder: string, record: NewRecord<'attachment'>): Promise<FieldError[]> {
  const { file, sha256 } = record.head
  const path = join(folder, file)
  const size = await sizeOf(path)
  const isTooLarge = (size ?? 0) > largestFile.case
  const isOther = size !== undefined && sha256 !== undefined && (await digestOf(path)) !== sha256
  return [
    ...(size === undefined ? [{ path: filePath, message: 'file_mancante' } as const] : []),
    ...(isTooLarge ? [{ path: filePath, message: 'file_troppo_grande' } as const] : []),
    ...(isOther ? [{ path: filePath, message: 'file_diverso' } as const] : []),
    ...errorsOfOwner(record),
  ]
}

/** Files of cases and associations. Their bytes are stored before their rows, one after the other: `importFiles` writes them. */
export const attachmentsIo: KindIo<'attachment'> = {
  table: 'attachments',

  limit: {
    most: limits.caseAttachments.files,
    error: { path: 'chiave_segnalazione', message: 'allegati_al_limite' },
    of: 'case',
    keyOf: ({ head }) => head.caseKey,
    count: countFilesOfCases,
  },

  errorsOf: (_needs, _db, records, folder) => Promise.all(records.map((record) => errorsOfFile(folder, record))),

  /**
   * A file that was imported is the one that it was, by the digest of its row; without one its bytes are read. One that is not in the
   * folder any more is not compared.
   */
  async errorsOfKnown({ vault }, db, records, folder) {
    const digests = await digestsOfFiles(
      db,
      vault,
      records.map(({ id }) => id),
    )
    return Promise.all(
      records.map(async ({ id, head }) => {
        const path = join(folder, head.file)
        const stored = digests.get(id)
        if (stored === undefined || head.sha256 === stored || (await sizeOf(path)) === undefined) return []
        return (head.sha256 ?? (await digestOf(path))) === stored ? [] : [changedBytes]
      }),
    )
  },

  async write() {
    throw new Error('Files are imported one by one.')
  },

  async read({ vault }, db, after, limit) {
    const files = await listOwnedFiles(db, vault, after, limit)
    return files.map((file) => ({
      id: file.number,
      fileId: file.id,
      facts: {
        file: `allegati/${file.digest}.${file.extension}`,
        sha256: file.digest,
        name: file.name,
        // A claimed file has the day of its claim.
        addedAt: file.claimedAt ?? file.madeAt,
        associationDocument: file.associationDocument ?? undefined,
        associationPublic: file.associationPublic || undefined,
        associationProposed: file.associationProposed || undefined,
        associationInForceAt: file.associationInForceAt ?? undefined,
        associationReplacedAt: file.associationReplacedAt ?? undefined,
      },
      values: { documentTypeId: file.documentTypeId ?? undefined },
      links: {
        caseKey: file.caseId ?? undefined,
        associationKey: file.associationId ?? undefined,
        messageKey: file.messageId ?? undefined,
        addedBy: file.documentAddedBy ?? undefined,
      },
    }))
  },
}
