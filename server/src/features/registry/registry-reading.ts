import {
  limits,
  mayWriteRegistry,
  type OrganisationOfContact,
  type Page,
  type RegistryDenial,
  type RegistryEvent,
  type RegistryKind,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockedParams, lockHolderOf } from '#platform/session/lock-holder.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namedUsersOf } from '#platform/session/user-names.ts'
import { listOrganisationsOf } from './contacts.store.ts'
import { listUndoable } from './duplicates/merge.store.ts'
import { kindsOfRecord } from './registry.kinds.ts'
import { findRecord, listMergedInto, type StoredRecord } from './registry.store.ts'
import { listRegistryEvents } from './registry-events.store.ts'
import type { RegistryNeeds } from './registry-needs.ts'

/** When the undo of a merge ends: retention then deletes the merged record (`mergedRecords`). */
const undoEndOf = (mergedAt: Date) => new Date(mergedAt.getTime() + limits.undoMergeDays * 86_400_000)

/** A record as its page shows it. */
export interface RecordDetail extends StoredRecord {
  readonly actions: { readonly edit: RegistryDenial | null }
  readonly isConflict: boolean
  readonly lockedBy?: string | undefined
  readonly lockedSince?: Date | undefined
  readonly lockedUntil?: Date | undefined
  /** Of a person: the bodies that name her as contact or legal representative. */
  readonly contactOf?: OrganisationOfContact[]
}

/** The other user who holds the lock of a record. */
export const holderOf = (needs: RegistryNeeds, from: Db, name: RegistryKind, id: number, user: SessionUser) =>
  lockHolderOf({ locks: needs.locks[name], vault: needs.vault }, from, id, user)

/** A record; throws 404 where there is none. */
export async function getStored(
  { vault }: RegistryNeeds,
  from: Db,
  name: RegistryKind,
  id: number,
): Promise<StoredRecord> {
  const record = await findRecord(from, vault, kindsOfRecord[name], id)
  if (!record) throw new AppError('not_found')
  return record
}

const editDenialOf = (user: SessionUser, isLocked: boolean): RegistryDenial | null => {
  if (!mayWriteRegistry(user.selectedRole)) return 'wrong_role'
  return isLocked ? 'locked' : null
}

export async function detailOf(
  needs: RegistryNeeds,
  from: Db,
  name: RegistryKind,
  record: StoredRecord,
  user: SessionUser,
): Promise<RecordDetail> {
  const holder = await holderOf(needs, from, name, record.id, user)
  return {
    ...record,
    actions: { edit: editDenialOf(user, holder !== undefined) },
    isConflict: holder !== undefined,
    ...(holder && { lockedBy: holder.name, lockedSince: holder.since, lockedUntil: holder.until }),
  }
}

/** Reading a record of the registry and its history. */
export function createRegistryReading(needs: RegistryNeeds) {
  const { db, vault } = needs
  return {
    /** A record; 409 with the record where another user holds its lock. */
    async get(name: RegistryKind, id: number, { user, audit }: Caller): Promise<RecordDetail> {
      const record = await getStored(needs, db, name, id)
      const contactOf = name === 'person' ? await listOrganisationsOf(db, vault, record.values) : []
      audit.record(name, [id])
      const detail = {
        ...(await detailOf(needs, db, name, record, user)),
        ...(contactOf.length > 0 && { contactOf }),
      }
      const { lockedBy, lockedSince, lockedUntil } = detail
      if (!(lockedSince && lockedUntil)) return detail
      const params = lockedParams({ name: lockedBy, since: lockedSince, until: lockedUntil })
      throw new AppError('record_locked', { record: detail, params })
    },

    /** Which other user edits a record, for a user who waits for it. */
    async lockState(name: RegistryKind, id: number, user: SessionUser) {
      const { version } = await getStored(needs, db, name, id)
      const holder = await holderOf(needs, db, name, id, user)
      return {
        version,
        ...(holder && { lockedBy: holder.name, lockedSince: holder.since, lockedUntil: holder.until }),
      }
    },

    /** Pages of the history of a record, newest first. */
    async events(
      name: RegistryKind,
      id: number,
      request: PageQuery<unknown>,
      { audit }: Caller,
    ): Promise<Page<RegistryEvent>> {
      await getStored(needs, db, name, id)
      audit.record(name, [id])
      const merged = await listMergedInto(db, kindsOfRecord[name], id)
      const page = await listRegistryEvents(db, request, { kind: name, recordIds: [id, ...merged], vault })
      const undoable = await listUndoable(db, name, id)
      const users = page.rows.flatMap(({ byUser }) => (byUser === null ? [] : [byUser]))
      const named = await namedUsersOf(db, vault, [...new Set(users)])
      const present = ({ byUser, role, mergeId, ...event }: (typeof page.rows)[number]): RegistryEvent => {
        const user = byUser === null ? undefined : named.get(byUser)
        const mergedAt = event.kind === 'merge' && mergeId !== null ? undoable.get(mergeId) : undefined
        return {
          ...event,
          role: role ?? undefined,
          by: user?.name,
          byTaxCode: user?.taxCode,
          ...(mergedAt && mergeId !== null && { mergeId, undoUntil: undoEndOf(mergedAt) }),
        }
      }
      return { ...page, rows: page.rows.map(present) }
    },
  }
}
