import {
  type AssociationDetail,
  type AssociationLetter,
  associationActions,
  correspondenceType,
  uncheckedTypesOf,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { AssociationNeeds } from './association-reading.ts'
import { associationRecord, refuseEdit } from './association-record.ts'
import type { StoredAssociation } from './associations.store.ts'
import { findLetter, storeReturn } from './letters.store.ts'

/**
 * Stores which types of documents somebody has checked, and hands a request whose last document is checked to who may approve it. It
 * is no change of the record: its version stays.
 */
export const checkDocuments = (
  needs: AssociationNeeds,
  id: number,
  types: readonly number[],
  { user, audit }: Caller,
): Promise<{ types: number[] }> =>
  needs.inTransaction(audit, async (tx) => {
    const { row } = await associationRecord.hold(needs, tx, id, user)
    refuseEdit(row, user)
    audit.record('association', [id], ['checkedDocuments'])
    const checked = [...new Set(types)].sort((one, other) => one - other)
    await tx.updateTable('associations').set({ checkedDocuments: checked }).where('id', '=', id).execute()
    const isComplete = (list: readonly number[]) => uncheckedTypesOf(row.status, list)?.length === 0
    if (isComplete(checked) && !isComplete(row.checkedDocuments)) await notifyApprovers(needs, tx, row, user.id)
    return { types: checked }
  })

/** Notifies the people who may approve a request, except the one who checked it: once for each time that it has this status. */
async function notifyApprovers(
  needs: AssociationNeeds,
  tx: Db,
  { id: associationId, statusSince: onceSince }: Pick<StoredAssociation, 'id' | 'statusSince'>,
  checkedBy: number,
) {
  const roles: readonly string[] = associationActions.approve.by
  const workers = (await needs.workers(tx)).filter((worker) => worker.roles.some((role) => roles.includes(role)))
  const userIds = workers.map(({ id }) => id).filter((id) => id !== checkedBy)
  await needs.notify(tx, { kind: 'associationChecked', associationId, userIds, onceSince })
}

/** Adds files to the correspondence of the office. */
export const addCorrespondence = (
  needs: AssociationNeeds,
  id: number,
  ids: readonly string[],
  { user, audit }: Caller,
): Promise<AssociationDetail> =>
  needs.inTransaction(audit, async (tx) => {
    const { row } = await associationRecord.hold(needs, tx, id, user)
    const owner = { associationId: id, associationDocument: correspondenceType }
    const claim = { ids, maker: { userId: user.id }, owner, wirePath: 'allegati' }
    await needs.attachments.claim(tx, claim, audit)
    audit.record('association', [id], ['correspondence'])
    return associationRecord.detailOf(needs, tx, row, user)
  })

/** Notes that a letter which was sent came back, or takes the note back. */
export const markLetter = (
  needs: AssociationNeeds,
  id: number,
  isReturned: boolean,
  { audit }: Caller,
): Promise<AssociationLetter> =>
  needs.inTransaction(audit, async (tx) => {
    const found = await findLetter(tx, needs.vault, id)
    if (!found) throw new AppError('not_found')
    if (!found.isSent) throw invalidInput([{ path: 'id_lettera', message: 'lettera_non_inviata' }])
    audit.record('association', [found.associationId], ['letters'])
    await storeReturn(tx, id, isReturned ? needs.clock.now() : null)
    return { ...found.letter, state: isReturned ? 'failed' : 'sent' }
  })
