import type { RegistryKind } from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { authorshipOf } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import { type KindOfRecord, kindsOfRecord } from '../registry.kinds.ts'
import {
  findIdByCode,
  lockRecords,
  lockRegistry,
  openRecord,
  type StoredRecord,
  updateRecord,
} from '../registry.store.ts'
import { insertRegistryEvent } from '../registry-events.store.ts'
import type { RegistryNeeds } from '../registry-needs.ts'
import { registryRecords } from '../registry-record.ts'
import { copyDecisions, deleteCopies } from './decisions.store.ts'
import { comparePairs } from './duplicates.service.ts'
import { deletePairsOf } from './duplicates.store.ts'
import { editedSince, mergeValues, undoneValues } from './merge.rules.ts'
import { endMerge, findMerge, findMergedRow, hideRecord, insertMerge, showRecord } from './merge.store.ts'

export interface Merging {
  readonly kind: RegistryKind
  readonly keptId: number
  readonly keptVersion: number
  readonly mergedId: number
  readonly mergedVersion: number
  /** Wire paths of the fields that the kept record takes. */
  readonly taken?: readonly string[] | undefined
}

export interface Undoing {
  readonly id: number
  /** Whether the user has decided about edited fields: those of `restored` get their old value. */
  readonly isDecided?: boolean | undefined
  readonly restored?: readonly string[] | undefined
}

/** The keys of fields by their wire paths; throws 400 for a path that is no field. */
function keysOf({ form }: KindOfRecord, wires: readonly string[], path: string): string[] {
  const entries = Object.entries(form.fields)
  return [...new Set(wires)].map((wire) => {
    const [key] = entries.find(([, field]) => field.wire === wire) ?? []
    if (key === undefined) throw invalidInput([{ path, message: 'valore_non_valido' }])
    return key
  })
}

/** Throws 400 where the chosen fields make a record that its form refuses. */
function refuseBroken({ form }: KindOfRecord, values: Readonly<Record<string, unknown>>) {
  const broken = form.rules.filter((rule) => rule.broken(values))
  const missing = form.steps
    .flatMap(({ fields }) => fields)
    .filter(({ key, required }) => required === true && values[key] === undefined)
  const fieldErrors = [
    ...broken.map(({ at, message }) => ({ path: form.fields[at]?.wire ?? at, message })),
    ...missing.map(({ key }) => ({ path: form.fields[key]?.wire ?? key, message: 'campo_obbligatorio' as const })),
  ]
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}

/** Stores new values of the kept record and an entry of its history. */
async function saveKept(
  needs: RegistryNeeds,
  tx: Db,
  name: RegistryKind,
  record: StoredRecord,
  change: { values: StoredRecord['values']; event: 'merge' | 'undoMerge'; mergeId: number; caller: Caller },
): Promise<void> {
  const { vault } = needs
  const kind = kindsOfRecord[name]
  const by = authorshipOf(needs, change.caller.user)
  await updateRecord(tx, vault, kind, record, { values: change.values, changedAt: by.at })
  await insertRegistryEvent(tx, vault, {
    record: { kind: name, id: record.id },
    kind: change.event,
    ...by,
    mergeId: change.mergeId,
    changes: kind.changes.changesBetween(record.values, change.values),
  })
}

async function mergeIn(needs: RegistryNeeds, tx: Db, merging: Merging, caller: Caller): Promise<{ id: number }> {
  const { vault } = needs
  const { kind: name, keptId, mergedId } = merging
  const kind = kindsOfRecord[name]
  const record = registryRecords[name]
  const { user, audit } = caller
  // A save of a case locks the case first, then the records that it newly refers to, in the order of their ids.
  await lockRegistry(tx, kind)
  await needs.holdLinks(tx, name, { from: mergedId })
  await lockRecords(tx, kind, [keptId, mergedId])
  const kept = await record.holdForEdit(needs, tx, keptId, user)
  await record.refuseOlder(needs, tx, kept, merging.keptVersion, user)
  const merged = await record.holdForEdit(needs, tx, mergedId, user)
  await record.refuseOlder(needs, tx, merged, merging.mergedVersion, user)
  const taken = keysOf(kind, merging.taken ?? [], 'campi')
  const values = mergeValues(kept.values, merged.values, taken)
  refuseBroken(kind, values)
  audit.record(name, [keptId, mergedId], taken)
  const by = authorshipOf(needs, user)
  const { at } = by
  const code = values[kind.code]
  const givesCode = code !== undefined && code === merged.values[kind.code]
  await hideRecord(tx, kind, { id: mergedId, into: keptId, at, givesCode })
  const links = await needs.moveLinks(tx, vault, name, { from: mergedId, to: keptId, by })
  const before = { kept: kept.values, after: values, taken, links, givesCode }
  const id = await insertMerge(tx, vault, { kind: name, keptId, mergedId, at, byUser: user.id, before })
  await saveKept(needs, tx, name, kept, { values, event: 'merge', mergeId: id, caller })
  await deletePairsOf(tx, name, mergedId)
  await copyDecisions(tx, name, { kept: keptId, merged: mergedId })
  await comparePairs(needs, tx, name, { id: keptId, values })
  return { id }
}

/** Throws 406 where both records would have the same code, or one that another record has now. */
async function refuseTaken(
  { vault }: RegistryNeeds,
  tx: Db,
  kind: KindOfRecord,
  both: readonly StoredRecord['values'][],
  own: readonly number[],
) {
  const codes = both.flatMap((values) => (typeof values[kind.code] === 'string' ? [values[kind.code] as string] : []))
  if (new Set(codes).size < codes.length) throw new AppError('record_known')
  for (const code of codes) {
    const known = await findIdByCode(tx, vault, kind, code)
    if (known !== undefined && !own.includes(known)) throw new AppError('record_known')
  }
}

async function undoIn(
  needs: RegistryNeeds,
  tx: Db,
  { id, isDecided = false, restored = [] }: Undoing,
  caller: Caller,
): Promise<{ isDone: boolean; edited: string[] }> {
  const { vault, clock } = needs
  const merge = await findMerge(tx, vault, id)
  const memory = merge?.before
  if (!(merge && memory)) throw new AppError('not_found')
  const { kind: name, keptId, mergedId } = merge
  const kind = kindsOfRecord[name]
  await lockRegistry(tx, kind)
  await needs.holdLinks(tx, name, { from: keptId, only: memory.links })
  const kept = await registryRecords[name].holdForEdit(needs, tx, keptId, caller.user)
  const row = await findMergedRow(tx, vault, kind, mergedId)
  if (!row) throw new AppError('not_found')
  caller.audit.record(name, [keptId, mergedId], memory.taken)
  const state = { before: memory.kept, after: memory.after, now: kept.values, taken: memory.taken }
  const wiresOf = (keys: readonly string[]) => keys.map((key) => kind.form.fields[key]?.wire ?? key)
  const edited = editedSince(state)
  if (edited.length > 0 && !isDecided) return { isDone: false, edited: wiresOf(edited) }
  const values = undoneValues(state, keysOf(kind, restored, 'campi_da_ripristinare'))
  // The row is of the table of its kind.
  const hidden = await openRecord(vault, kind, row as never)
  const code = memory.givesCode ? { [kind.code]: memory.after[kind.code] } : {}
  const merged = { ...hidden, values: { ...hidden.values, ...code } }
  await refuseTaken(needs, tx, kind, [values, merged.values], [keptId, mergedId])
  await saveKept(needs, tx, name, kept, { values, event: 'undoMerge', mergeId: id, caller })
  await showRecord(tx, kind, name, mergedId)
  // Writes its tokens and its code again.
  await updateRecord(tx, vault, kind, merged, { values: merged.values, changedAt: merged.changedAt })
  await needs.moveLinks(tx, vault, name, {
    from: keptId,
    to: mergedId,
    only: memory.links,
    by: authorshipOf(needs, caller.user),
  })
  await endMerge(tx, id, clock.now())
  await deleteCopies(tx, name, { kept: keptId, merged: mergedId })
  await comparePairs(needs, tx, name, { id: keptId, values })
  await comparePairs(needs, tx, name, merged)
  return { isDone: true, edited: wiresOf(edited) }
}

/** Merging two records of one person, and the undo of it within 30 days (decisions §7). */
export function createMerging(needs: RegistryNeeds) {
  return {
    /** Merges a record into another one; throws 409 where one of them has changed or is held by another user. */
    merge(merging: Merging, caller: Caller): Promise<{ id: number }> {
      if (merging.keptId === merging.mergedId)
        throw invalidInput([{ path: 'id_scheda_unita', message: 'valore_non_valido' }])
      return needs.inTransaction(caller.audit, (tx) => mergeIn(needs, tx, merging, caller))
    },

    /**
     * Undoes a merge; 404 once its 30 days are over, or where an erasure ended it. Where somebody has edited
     * fields that the merge set, nothing is done until the user has decided about them: the answer names them.
     */
    undo: (undoing: Undoing, caller: Caller) =>
      needs.inTransaction(caller.audit, (tx) => undoIn(needs, tx, undoing, caller)),
  }
}
