import type { RegistryDenial, RegistryEventKind, RegistryKind } from '@portal/contract'
import { mayWriteRegistry } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { refuseErrors } from '#platform/record/choice-checks.ts'
import { type LockHolder, lockMembers } from '#platform/record/locks.ts'
import { authorshipOf, defineRecord } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { comparePairs } from './duplicates/duplicates.service.ts'
import { type KindOfRecord, kindsOfRecord, normalizeValues, type RecordValues } from './registry.kinds.ts'
import {
  findIdByCode,
  findKept,
  insertRecord,
  lockRegistry,
  openRecord,
  rowsOf,
  type StoredRecord,
  selectRecord,
  updateRecord,
} from './registry.store.ts'
import { insertRegistryEvent } from './registry-events.store.ts'
import type { RegistryNeeds } from './registry-needs.ts'

/** A record as its page shows it. */
export interface RecordDetail extends StoredRecord, ReturnType<typeof lockMembers> {
  readonly actions: { readonly edit: RegistryDenial | null }
  readonly isConflict: boolean
}

const editDenialOf = (user: SessionUser, isLocked: boolean): RegistryDenial | null => {
  if (!mayWriteRegistry(user.selectedRole)) return 'wrong_role'
  return isLocked ? 'locked' : null
}

const presentRecord = async (
  _needs: RegistryNeeds,
  _from: Db,
  record: StoredRecord,
  user: SessionUser,
  holder: LockHolder | undefined,
): Promise<RecordDetail> => ({
  ...record,
  actions: { edit: editDenialOf(user, holder !== undefined) },
  isConflict: holder !== undefined,
  ...lockMembers(holder),
})

/** Throws 406 where another record has the code. The caller holds the lock of the registry. */
async function refuseKnownCode(needs: RegistryNeeds, tx: Db, kind: KindOfRecord, code: unknown, id?: number) {
  if (typeof code !== 'string') return
  const known = await findIdByCode(tx, needs.vault, kind, code)
  if (known !== undefined && known !== id) throw new AppError('record_known')
}

/** Throws 404, with the number of the record that a merged one is part of. */
async function refuseMissing(from: Db, kind: KindOfRecord, id: number): Promise<never> {
  const kept = await findKept(from, kind, id)
  if (kept === undefined) throw new AppError('not_found')
  throw new AppError('record_merged', { params: { id: kept }, keptId: kept })
}

/** A kind of the registry as a record (specification 2 §7, decisions §7 and §8). */
function registryRecord(name: RegistryKind) {
  const kind = kindsOfRecord[name]
  return defineRecord({
    kind: name,
    form: kind.form,
    changes: kind.changes,
    lockedError: 'record_locked',
    lockRow: (tx, id) => rowsOf(tx, kind).select('id').where('id', '=', id).forUpdate(),
    select: (from, id) => selectRecord(from, kind, id),
    open: async ({ vault }: RegistryNeeds, from, id, found): Promise<StoredRecord> =>
      found ? openRecord(vault, kind, found) : refuseMissing(from, kind, id),
    valuesOf: ({ values }: StoredRecord) => values,
    present: presentRecord,
    // Before the row, as a merge does: in the other order the two would wait for each other.
    beforeHold: (tx) => lockRegistry(tx, kind),
    async refuseValues(needs, tx, { row, values, changed }) {
      if (changed.includes(kind.code)) await refuseKnownCode(needs, tx, kind, values[kind.code], row.id)
    },
    async write(needs, tx, { row, values, changes, by }, note) {
      const changedAt = by.at
      const version = await updateRecord(tx, needs.vault, kind, row, { values, changedAt })
      await note(changes)
      await comparePairs(needs, tx, name, { id: row.id, values })
      return { ...row, values, changedAt, version }
    },
    event: ({ vault }, tx, { recordId: id, kind: eventKind, ...entry }) =>
      insertRegistryEvent(tx, vault, {
        ...entry,
        record: { kind: name, id },
        kind: eventKind,
      }),
    savedAs: 'change' as RegistryEventKind,
  })
}

export const registryRecords = { person: registryRecord('person'), organisation: registryRecord('organisation') }

/** Adds a record; throws 406 if another record has its code. */
export const addRecord = (
  needs: RegistryNeeds,
  name: RegistryKind,
  input: object,
  { user, audit }: Caller,
): Promise<{ id: number }> =>
  needs.inTransaction(audit, async (tx) => {
    const { vault } = needs
    const kind = kindsOfRecord[name]
    const values = normalizeValues(kind, input as RecordValues)
    await refuseErrors(needs.choiceCheck(kind.form, values, tx), tx)
    await lockRegistry(tx, kind)
    await refuseKnownCode(needs, tx, kind, values[kind.code])
    const by = authorshipOf(needs, user)
    const id = await insertRecord(tx, vault, kind, values, { createdBy: user.id, changedAt: by.at })
    audit.record(name, [id], Object.keys(values))
    const changes = kind.changes.changesBetween({}, values)
    await insertRegistryEvent(tx, vault, { record: { kind: name, id }, kind: 'insert', ...by, changes })
    await comparePairs(needs, tx, name, { id, values })
    return { id }
  })

interface SavedRecord extends RecordValues {
  readonly recordId?: number | undefined
  readonly version?: number | undefined
}

/** Saves a record; throws 409 unless `version` is its current version, 406 where another record has its code. */
export const saveRecord = (
  needs: RegistryNeeds,
  name: RegistryKind,
  { recordId: id = 0, version, ...sent }: SavedRecord,
  caller: Caller,
): Promise<RecordDetail> =>
  registryRecords[name].save(
    needs,
    { id, version, valuesFrom: () => normalizeValues(kindsOfRecord[name], sent) },
    caller,
  )
