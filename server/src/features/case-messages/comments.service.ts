import type { CaseComment, NewComment } from '@portal/contract'
import {
  type CaseAccess,
  type CaseNeeds,
  noteOnCase,
  type Period,
  permissionsFor,
  readersAmong,
} from '#features/cases/index.ts'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { isNew } from '#platform/idempotency.ts'
import type { Caller } from '#platform/session/caller.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { commentsWithin, insertComment } from './comments.store.ts'

/** The comments of a period, with the names of their authors and mentions. */
export async function presentComments(
  { db, vault }: Pick<CaseNeeds, 'db' | 'vault'>,
  caseId: number,
  period: Period,
): Promise<CaseComment[]> {
  const rows = await commentsWithin(db, vault, caseId, period)
  const names = await namesOf(db, vault, [...new Set(rows.flatMap((row) => [row.writtenBy, ...(row.mentions ?? [])]))])
  return rows.map(({ id, text, mentions, writtenBy, writtenAt }) => ({
    id,
    at: writtenAt,
    by: names.get(writtenBy),
    text: text ?? '',
    mentions: (mentions ?? []).flatMap((userId) => names.get(userId) ?? []),
  }))
}

export interface WrittenComment {
  readonly caseId: number
  readonly comment: NewComment
  readonly key: string | undefined
}

/** The ids of the mentions of a comment, without its author; throws where one of them may not read the case. */
async function mentionedOf(needs: CaseNeeds, tx: Db, { caseId, comment }: WrittenComment, authorId: number) {
  const ids = [...new Set(comment.mentionIds)].filter((id) => id !== authorId)
  const readers = await readersAmong(needs, tx, caseId, ids)
  if (readers.length < ids.length) throw invalidInput([{ path: 'id_citati', message: 'collega_senza_accesso' }])
  return ids
}

/** Writes a comment on a case, for those who may read it, and notifies its mentions. */
export const writeCaseComment = (
  needs: CaseNeeds,
  written: WrittenComment,
  { user, audit }: Caller,
): Promise<CaseAccess> =>
  needs.inTransaction(
    audit,
    async (tx) => {
      const { caseId, comment, key } = written
      const access = await permissionsFor(needs, caseId, user, tx)
      const now = needs.clock.now()
      if (!(await isNew(tx, { key, of: `comment ${caseId}`, body: comment }, needs.log, now))) {
        audit.record('case', [caseId])
        return access
      }
      if (access.isPseudonymised) throw new AppError('conflict')
      const mentions = await mentionedOf(needs, tx, written, user.id)
      audit.record('case', [caseId], ['comments'])
      await insertComment(tx, needs.vault, { caseId, text: comment.text, mentions, writtenBy: user.id, writtenAt: now })
      await noteOnCase(needs, tx, { caseId, kind: 'commented' }, user)
      await needs.notify(tx, { kind: 'mentioned', caseId, code: access.code, userIds: mentions })
      return access
    },
    { isKeyed: written.key !== undefined },
  )
