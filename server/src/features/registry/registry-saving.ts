import type { LockAction, RegistryKind } from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockedParams } from '#platform/session/lock-holder.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { comparePairs } from './duplicates/duplicates.service.ts'
import { type KindOfRecord, kindsOfRecord, normalizeValues } from './registry.kinds.ts'
import { findIdByCode, insertRecord, lockRegistry, lockRow, type StoredRecord, updateRecord } from './registry.store.ts'
import { insertRegistryEvent } from './registry-events.store.ts'
import type { RegistryNeeds } from './registry-needs.ts'
import { detailOf, getStored, holderOf, type RecordDetail } from './registry-reading.ts'

type Values = Readonly<Record<string, unknown>>
type Saved = Values & { readonly recordId?: number | undefined; readonly version?: number | undefined }

/** Reads a record for a change; throws 409 where another user holds its lock, or where it has changed since a given version. */
export async function holdForChange(
  needs: RegistryNeeds,
  tx: Db,
  name: RegistryKind,
  { id, user, ...read }: { readonly id: number; readonly version?: number | undefined; readonly user: SessionUser },
): Promise<StoredRecord> {
  await lockRow(tx, kindsOfRecord[name], id)
  const record = await getStored(needs, tx, name, id)
  const detail = () => detailOf(needs, tx, name, record, user)
  const holder = await holderOf(needs, tx, name, id, user)
  if (holder) throw new AppError('record_locked', { record: await detail(), params: lockedParams(holder) })
  if ('version' in read && record.version !== read.version) throw new AppError('conflict', { record: await detail() })
  return record
}

/** Throws 400 for changed choices that no list offers; one that was stored before it left its list may stay. */
async function refuseUnknownChoices(
  needs: RegistryNeeds,
  tx: Db,
  { form }: KindOfRecord,
  values: Values,
  { changed, stored }: { readonly changed: readonly string[]; readonly stored: Values },
): Promise<void> {
  const wires = changed.map((key) => form.fields[key]?.wire ?? key)
  const fieldErrors = (await needs.choiceErrors(form, values, tx, stored)).filter(({ path }) =>
    wires.some((wire) => path === wire || path.startsWith(`${wire}.`)),
  )
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}

/** Throws 406 where another record has the code. The caller holds the lock of the registry. */
async function refuseKnownCode(needs: RegistryNeeds, tx: Db, kind: KindOfRecord, code: unknown, id?: number) {
  if (typeof code !== 'string') return
  const known = await findIdByCode(tx, needs.vault, kind, code)
  if (known !== undefined && known !== id) throw new AppError('record_known')
}

/** Takes, prolongs or releases the write lock of a record; throws 409 where another user holds it. */
async function changeLock(
  needs: RegistryNeeds,
  tx: Db,
  name: RegistryKind,
  { id, action }: { readonly id: number; readonly action: LockAction | undefined },
  { user, audit }: Caller,
): Promise<{ until: Date | undefined }> {
  if (action === 'takeOver') throw new AppError('not_allowed')
  audit.record(name, [id])
  const locks = needs.locks[name]
  if (action === 'release') {
    await locks.release(tx, id, user.id)
    return { until: undefined }
  }
  await getStored(needs, tx, name, id)
  const lock = await locks.hold(tx, id, user.id)
  if (lock) return { until: lock.until }
  const holder = await holderOf(needs, tx, name, id, user)
  throw new AppError('record_locked', holder && { params: lockedParams(holder) })
}

/** Inserting, saving and locking a record of the registry (specification 2 §7, decisions §7 and §8). */
export function createRegistrySaving(needs: RegistryNeeds) {
  const { inTransaction, vault, clock } = needs
  return {
    /** Adds a record; throws 406 if another record has its code. */
    add: (name: RegistryKind, input: object, { user, audit }: Caller): Promise<{ id: number }> =>
      inTransaction(async (tx) => {
        const kind = kindsOfRecord[name]
        const values = normalizeValues(kind, input as Values)
        const fieldErrors = await needs.choiceErrors(kind.form, values, tx)
        if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
        await lockRegistry(tx, kind)
        await refuseKnownCode(needs, tx, kind, values[kind.code])
        const now = clock.now()
        const id = await insertRecord(tx, vault, kind, values, { createdBy: user.id, changedAt: now })
        audit.record(name, [id], Object.keys(values))
        const by = { at: now, byUser: user.id, role: user.selectedRole }
        const changes = kind.changes.changesBetween({}, values)
        await insertRegistryEvent(tx, vault, { record: { kind: name, id }, kind: 'insert', ...by, changes })
        await comparePairs(needs, tx, name, { id, values })
        return { id }
      }),

    /** Saves a record; throws 409 unless `version` is the current version, 406 where another record has its code. */
    save: (name: RegistryKind, { recordId: id = 0, version, ...sent }: Saved, { user, audit }: Caller) =>
      inTransaction(async (tx): Promise<RecordDetail> => {
        const kind = kindsOfRecord[name]
        // Before the row, as a merge does: in the other order the two would wait for each other.
        await lockRegistry(tx, kind)
        const record = await holdForChange(needs, tx, name, { id, version, user })
        const values = normalizeValues(kind, sent)
        const changes = kind.changes.changesBetween(record.values, values)
        const changed = kind.changes.changedKeys(changes)
        audit.record(name, [id], changed)
        if (changes.length === 0) return detailOf(needs, tx, name, record, user)
        await refuseUnknownChoices(needs, tx, kind, values, { changed, stored: record.values })
        if (changed.includes(kind.code)) await refuseKnownCode(needs, tx, kind, values[kind.code], id)
        const now = clock.now()
        await updateRecord(tx, vault, kind, record, { values, changedAt: now })
        const by = { at: now, byUser: user.id, role: user.selectedRole }
        await insertRegistryEvent(tx, vault, { record: { kind: name, id }, kind: 'change', ...by, changes })
        await comparePairs(needs, tx, name, { id, values })
        return detailOf(needs, tx, name, await getStored(needs, tx, name, id), user)
      }),

    lock: (name: RegistryKind, id: number, action: LockAction | undefined, caller: Caller) =>
      inTransaction((tx) => changeLock(needs, tx, name, { id, action }, caller)),
  }
}
