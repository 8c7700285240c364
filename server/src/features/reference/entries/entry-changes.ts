import {
  type addReferenceEntry,
  type deleteReferenceEntry,
  type EntryAction,
  entryDenial,
  languages,
  type moveReferenceEntry,
  parentListOf,
  type ReferenceEntry,
  type ReferenceList,
  referenceLists,
  type renameReferenceEntry,
  type retireReferenceEntry,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { InputOf } from '#platform/http/serve.ts'
import { insertItem, lockList } from '../reference.store.ts'
import { changeEntry, listEntries, placeEntries, type StoredEntry } from './entries.store.ts'
import { checkNewName, normalizeNames } from './entry-names.ts'
import { getEntry, present } from './entry-present.ts'
import type { CountUses } from './entry-uses.ts'

interface Change {
  readonly action: EntryAction
  readonly list: ReferenceList
  readonly id: number
  /** The version that the caller read; a move has none. */
  readonly version?: number
}

/** Writes a change; returns the names of the changed fields for the audit log. */
type Write = (tx: Db, entry: StoredEntry) => Promise<readonly string[]>

/** Changes an entry in a transaction, unless another user has changed it since the caller read it. */
const createChange =
  (inTransaction: InTransaction) =>
  ({ action, list, id, version }: Change, audit: AuditRecorder, write: Write): Promise<ReferenceEntry> =>
    inTransaction(audit, async (tx) => {
      await lockList(tx, list)
      const entry = await getEntry(tx, list, id)
      const current = present(list, entry)
      if (version !== undefined && version !== entry.version) throw new AppError('conflict', { record: current })
      const denial = entryDenial(action, list, current)
      if (denial) throw new AppError(denial)
      const changed = await write(tx, entry)
      audit.record('reference', [id], fieldsOf(list, changed))
      const [after] = await listEntries(tx, list, id)
      return after ? present(list, after) : current
    })

/** The number of an entry does not say which list it is in: the fields do. */
const fieldsOf = (list: ReferenceList, fields: readonly string[]) =>
  fields.map((field) => `${referenceLists[list].path}.${field}`)

interface Options {
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly countUses: CountUses
}

/** The changes that the head of the office makes to the entries of a list. */
export function createEntryChanges({ inTransaction, clock, countUses }: Options) {
  const change = createChange(inTransaction)
  return {
    add: ({ list, parentId, labels }: InputOf<typeof addReferenceEntry>['body'], audit: AuditRecorder) =>
      inTransaction(audit, async (tx): Promise<ReferenceEntry> => {
        const denial = entryDenial('add', list)
        if (denial) throw new AppError(denial)
        await lockList(tx, list)
        const parent = (parentListOf(list) && parentId) ?? null
        const names = normalizeNames(list, labels)
        await checkNewName(tx, list, names.it, { parentId: parent })
        const id = await insertItem(tx, list, names, parent)
        audit.record('reference', [id], fieldsOf(list, Object.keys(names)))
        return present(list, await getEntry(tx, list, id))
      }),

    rename: ({ labels, ...entryId }: InputOf<typeof renameReferenceEntry>['body'], audit: AuditRecorder) =>
      change({ action: 'rename', ...entryId }, audit, async (tx, entry) => {
        const names = normalizeNames(entryId.list, labels)
        await checkNewName(tx, entryId.list, names.it, entry)
        const changed = languages.filter((language) => names[language] !== entry.labels[language])
        if (changed.length > 0) await changeEntry(tx, entryId.list, entry.id, { labels: names })
        return changed
      }),

    retire: ({ isRetired, ...entryId }: InputOf<typeof retireReferenceEntry>['body'], audit: AuditRecorder) =>
      change({ action: isRetired ? 'retire' : 'restore', ...entryId }, audit, async (tx, entry) => {
        if ((entry.retiredAt !== null) === isRetired) return []
        await changeEntry(tx, entryId.list, entry.id, { retiredAt: isRetired ? clock.now() : null })
        return ['ritirata']
      }),

    move: ({ direction, ...entryId }: InputOf<typeof moveReferenceEntry>['body'], audit: AuditRecorder) =>
      change({ action: 'move', ...entryId }, audit, async (tx, { id }) => {
        const ids = (await listEntries(tx, entryId.list)).filter(({ isOther }) => !isOther).map((one) => one.id)
        const moved = inOtherOrder(ids, id, direction)
        await placeEntries(tx, entryId.list, moved)
        return moved === ids ? [] : ['posizione']
      }),

    delete: (entryId: InputOf<typeof deleteReferenceEntry>['body'], audit: AuditRecorder) =>
      change({ action: 'delete', ...entryId }, audit, async (tx, { id }) => {
        const found = await countUses(tx, entryId.list, id)
        if (found.some(({ count = 0 }) => count > 0)) throw new AppError('entry_in_use')
        if (found.some(({ count }) => count === undefined)) throw new AppError('entry_use_unknown')
        await changeEntry(tx, entryId.list, id, { deletedAt: clock.now() })
        return ['eliminata']
      }),
  }
}

/** The ids with one of them moved by one place; the same array where there is no further place. */
function inOtherOrder(ids: readonly number[], id: number, direction: 'up' | 'down'): readonly number[] {
  const from = ids.indexOf(id)
  const to = direction === 'up' ? from - 1 : from + 1
  const neighbour = ids[to]
  return neighbour === undefined ? ids : ids.with(from, neighbour).with(to, id)
}
