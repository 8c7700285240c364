import { limits, type OrganisationOfContact, type Page, type RegistryEvent, type RegistryKind } from '@portal/contract'
import type { PageQuery } from '#platform/database/page.ts'
import type { Caller } from '#platform/session/caller.ts'
import { namedUsersOf } from '#platform/session/user-names.ts'
import { listOrganisationsOf } from './contacts.store.ts'
import { listUndoable } from './duplicates/merge.store.ts'
import { kindsOfRecord } from './registry.kinds.ts'
import { listMergedInto } from './registry.store.ts'
import { listRegistryEvents } from './registry-events.store.ts'
import type { RegistryNeeds } from './registry-needs.ts'
import { type RecordDetail, registryRecords } from './registry-record.ts'

/** When the undo of a merge ends: retention then deletes the merged record (`mergedRecords`). */
const undoEndOf = (mergedAt: Date) => new Date(mergedAt.getTime() + limits.undoMergeDays * 86_400_000)

/** A record; of a person with the bodies that name her as contact or legal representative. 409 with it where another user edits it. */
export const getRecord = (
  needs: RegistryNeeds,
  name: RegistryKind,
  id: number,
  caller: Caller,
): Promise<RecordDetail & { contactOf?: OrganisationOfContact[] }> =>
  registryRecords[name].get(needs, id, caller, async (detail) => {
    const contactOf = name === 'person' ? await listOrganisationsOf(needs.db, needs.vault, detail.values) : []
    return { ...detail, ...(contactOf.length > 0 && { contactOf }) }
  })

/** Pages of the history of a record, newest first. */
export async function eventsOfRecord(
  needs: RegistryNeeds,
  name: RegistryKind,
  id: number,
  request: PageQuery<unknown>,
  { user, audit }: Caller,
): Promise<Page<RegistryEvent>> {
  const { db, vault } = needs
  await registryRecords[name].read(needs, db, id, user)
  audit.record(name, [id])
  const merged = await listMergedInto(db, kindsOfRecord[name], id)
  const page = await listRegistryEvents(db, request, { kind: name, recordIds: [id, ...merged], vault })
  const undoable = await listUndoable(db, name, id)
  const users = page.rows.flatMap(({ byUser }) => (byUser === null ? [] : [byUser]))
  const named = await namedUsersOf(db, vault, [...new Set(users)])
  const present = ({ byUser, role, mergeId, ...event }: (typeof page.rows)[number]): RegistryEvent => {
    const author = byUser === null ? undefined : named.get(byUser)
    const mergedAt = event.kind === 'merge' && mergeId !== null ? undoable.get(mergeId) : undefined
    return {
      ...event,
      role: role ?? undefined,
      by: author?.name,
      byTaxCode: author?.taxCode,
      ...(mergedAt && mergeId !== null && { mergeId, undoUntil: undoEndOf(mergedAt) }),
    }
  }
  return { ...page, rows: page.rows.map(present) }
}
