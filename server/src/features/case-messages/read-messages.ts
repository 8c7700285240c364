import type { Attachment, CaseMessage } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { listMessages, messagesOfFiles } from './messages.store.ts'

/** Files as the portal keeps them: those of a case. */
export interface CaseFiles {
  listOf(
    from: Db,
    caseId: number,
  ): Promise<readonly (Omit<Attachment, 'warnings'> & { readonly warnings: readonly string[] })[]>
}

/** A file as callers see it. */
function present(file: Awaited<ReturnType<CaseFiles['listOf']>>[number]): Attachment {
  const { id, name, extension, size, digest, warnings } = file
  return {
    id,
    name,
    extension,
    size: Number(size),
    digest,
    ...(warnings.length > 0 && { warnings: [...warnings] as NonNullable<Attachment['warnings']> }),
  }
}

/** The messages of a case with their files, and the files that came with none: those of the report. */
export async function readMessages(
  { db, vault, attachments }: { db: Db; vault: Vault; attachments: CaseFiles },
  caseId: number,
): Promise<{ messages: CaseMessage[]; files: Attachment[] }> {
  const [rows, files, messageOf] = await Promise.all([
    listMessages(db, vault, caseId),
    attachments.listOf(db, caseId),
    messagesOfFiles(db, caseId),
  ])
  const filesOf = (messageId: number | undefined) =>
    files.filter(({ id }) => messageOf.get(id) === messageId).map(present)
  const messages = rows.map(
    ({ id, text, writtenBy, sentAt, readAt }): CaseMessage => ({
      ...{ id, sentAt, text: text ?? '', files: filesOf(id) },
      from: writtenBy === null ? 'reporter' : 'office',
      ...(readAt && { readAt }),
    }),
  )
  return { messages, files: filesOf(undefined) }
}
