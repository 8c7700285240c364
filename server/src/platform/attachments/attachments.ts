import { AppError } from '../app-error.ts'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { Files } from '../files/files.ts'
import type { LetterFile } from '../mail/transport.ts'
import type { Vault } from '../protection/vault.ts'
import {
  acceptInAssociation,
  findAttachment,
  listAttachments,
  listPublicDocuments,
  type Maker,
  replaceInAssociation,
  type StoredAttachment,
} from './attachments.store.ts'
import { createClaims } from './claims.ts'
import { lockUnclaimedOf } from './unclaimed.store.ts'

export type Attachments = ReturnType<typeof createAttachments>

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly files: Files
}

/** Deletes those of the files that the uploader may delete; returns how many. */
async function deleteOwn(
  { inTransaction, vault, files }: Options,
  ids: readonly string[],
  maker: Maker,
  audit: AuditRecorder,
): Promise<number> {
  const { count, storedNames } = await inTransaction(audit, async (tx) => {
    const attachments = await lockUnclaimedOf(tx, vault, maker, ids)
    const names = await files.deleteIn(
      tx,
      attachments.map(({ id }) => id),
    )
    const numbers = attachments.map(({ number }) => number)
    if (numbers.length > 0) audit.record('file', numbers)
    return { count: attachments.length, storedNames: names }
  })
  await files.discard(storedNames)
  return count
}

/** Uploaded files, from the scan that accepted them (`createScanner`) to the record that claims them. */
export function createAttachments(options: Options) {
  const { db, vault, files } = options

  return {
    ...createClaims(options),

    /** The files of a case, in the order in which they were claimed. */
    listOf: (from: Db, caseId: number): Promise<StoredAttachment[]> => listAttachments(from, vault, { caseId }),

    /** The documents of an association that are in force, or were at an instant, in the order in which they were claimed. */
    listOfAssociation: (from: Db, associationId: number, at?: Date): Promise<StoredAttachment[]> =>
      listAttachments(from, vault, { associationId, at }),

    /** The documents of an association that wait for the register. */
    listProposed: (from: Db, associationId: number): Promise<StoredAttachment[]> =>
      listAttachments(from, vault, { associationId, isProposed: true }),

    /** The documents of associations that the public register shows, those of some types. */
    listPublic: (from: Db, associationIds: readonly number[], types: readonly number[]): Promise<StoredAttachment[]> =>
      listPublicDocuments(from, vault, associationIds, types),

    replaceInAssociation,

    /** Brings proposed documents of an association into force. */
    acceptInAssociation: (tx: Db, ids: readonly string[], at: Date) => acceptInAssociation(tx, vault, ids, at),

    /** The attachments of a mail and of the message that it carries, ready to be sent. */
    async filesOfMail(mailId: number): Promise<LetterFile[]> {
      const attachments = await listAttachments(db, vault, { mailId })
      return attachments.map(({ id, name, mediaType }) => ({
        name,
        mediaType,
        open: async () => (await files.open(id)).stream,
      }))
    },

    /** The data of a file that a record has claimed. */
    find: (id: string): Promise<StoredAttachment | undefined> => findAttachment(db, vault, id),

    /** The bytes of a file; 404 where there is none. The stream fails where they cannot be read to the end. */
    open: async (id: string) => (await files.open(id)).stream,

    /** Deletes an unclaimed file of the uploader; 404 for any other, to disclose nothing about files of others. */
    async delete(id: string, maker: Maker, audit: AuditRecorder): Promise<void> {
      if ((await deleteOwn(options, [id], maker, audit)) === 0) throw new AppError('not_found')
    },

    /** Deletes those of the files that exist, belong to the uploader and are unclaimed; returns how many. */
    async deleteAll(ids: readonly string[], maker: Maker, audit: AuditRecorder): Promise<number> {
      const count = await deleteOwn(options, ids, maker, audit)
      if (count === 0) audit.record('file', [])
      return count
    },
  }
}
