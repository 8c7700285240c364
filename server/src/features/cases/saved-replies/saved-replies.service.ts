import { can, limits, type NewSavedReply, newSavedReply, type SavedReply } from '@portal/contract'
import * as z from 'zod/mini'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { readPart } from '#platform/http/read-part.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockUser } from '#platform/session/lock-user.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { deleteOwnReplies, insertReply, listReplies, type StoredReply, updateReply } from './saved-replies.store.ts'

type Needs = Pick<CaseNeeds, 'db' | 'inTransaction' | 'vault' | 'clock'>

/** RUP writes the shared replies, everybody their own. */
const mayWrite = (
  { id, selectedRole }: SessionUser,
  reply: { readonly ownerId: number; readonly isShared: boolean },
) => (reply.isShared ? can('sharedReplies', selectedRole) : reply.ownerId === id)

/** A reply as the user sees it; none where it cannot be read. */
function present({ id, content, ...stored }: StoredReply, user: SessionUser): SavedReply[] {
  const { value, fieldErrors } = readPart(newSavedReply, JSON.parse(content))
  if (fieldErrors.length > 0) return []
  const reply = value as NewSavedReply
  return [{ ...reply, id, isShared: stored.isShared, mayEdit: mayWrite(user, stored) }]
}

/** The reply that a new one replaces; undefined where it replaces none. */
function earlierOf({ id }: NewSavedReply, known: readonly StoredReply[]): StoredReply | undefined {
  if (id === undefined) {
    const { count: max } = limits.savedReplies
    if (known.length >= max) throw invalidInput([{ path: 'nome', message: 'troppi_testi', params: { max } }])
    return undefined
  }
  const earlier = known.find((one) => one.id === id)
  if (!earlier) throw new AppError('not_found')
  return earlier
}

/** The replies that operators save: their own, and those that RUP shares with all. */
export function createSavedReplies({ db, inTransaction, vault, clock }: Needs) {
  const repliesOf = async (from: Db, user: SessionUser) => ({
    rows: (await listReplies(from, vault, user.id)).flatMap((reply) => present(reply, user)),
  })

  return {
    list: (user: SessionUser) => repliesOf(db, user),

    save: (reply: NewSavedReply, { user, audit }: Caller) =>
      inTransaction(audit, async (tx) => {
        await lockUser(tx, user.id)
        const earlier = earlierOf(reply, await listReplies(tx, vault, user.id))
        const { isShared } = reply
        const ownerId = earlier?.ownerId ?? user.id
        const written = [{ ownerId, isShared }, ...(earlier ? [earlier] : [])]
        if (!written.every((one) => mayWrite(user, one))) throw new AppError('not_allowed')
        const content = JSON.stringify(z.encode(newSavedReply, { ...reply, id: undefined }))
        const stored = { ownerId, isShared, content, changedAt: clock.now() }
        if (earlier) await updateReply(tx, vault, earlier.id, stored)
        const id = earlier?.id ?? (await insertReply(tx, vault, stored))
        audit.record('savedReply', [id], ['content'])
        return repliesOf(tx, user)
      }),

    /** Deletes the own replies of a user whose account ends; shared ones stay. */
    forget: async (tx: Db, userId: number): Promise<void> => {
      await deleteOwnReplies(tx, userId)
    },
  }
}
export type SavedReplies = ReturnType<typeof createSavedReplies>
