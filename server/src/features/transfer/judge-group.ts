import { type TransferKind, type TransferKindName, transferKinds } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import { findByKeys } from '#platform/record/source-keys.store.ts'
import type { Judged } from './judged-groups.ts'
import type { KindIo, TransferNeeds } from './transfer-kind-io.ts'

/** Judged lines of one kind. */
interface Group<K extends TransferKindName> {
  readonly kind: K
  readonly io: KindIo<K>
  readonly judged: readonly Judged<K>[]
  readonly folder: string
}

/** A group as it is judged: its records, the ids of those that the office has, and of what they refer to. */
export interface JudgedGroup<K extends TransferKindName> {
  readonly judged: readonly Judged<K>[]
  /** The ids of records of the group that were imported before, by their keys. */
  readonly known: ReadonlyMap<string, number>
  /** The id of a record that was imported before. */
  readonly idOf: (kind: TransferKindName, key: string) => number | undefined
}

/** The ids of all keys that the records refer to. */
async function findReferences<K extends TransferKindName>(
  { vault }: TransferNeeds,
  db: Db,
  judged: readonly Judged<K>[],
): Promise<JudgedGroup<K>['idOf']> {
  const keys = new Map<TransferKindName, Set<string>>()
  for (const { kind, keys: some } of judged.flatMap(({ references }) => references))
    keys.set(kind, new Set([...(keys.get(kind) ?? []), ...some]))
  const ids = new Map<TransferKindName, Map<string, number>>()
  for (const [kind, some] of keys) ids.set(kind, await findByKeys(db, vault, kind, [...some]))
  return (kind, key) => ids.get(kind)?.get(key)
}

async function addChoiceErrors<K extends TransferKindName>(
  { reference }: TransferNeeds,
  db: Db,
  kind: K,
  records: readonly Judged<K>[],
): Promise<void> {
  const { form }: TransferKind = transferKinds[kind]
  if (!form) return
  const found = await reference.errorsOfMany(
    form,
    records.map(({ record }) => record.values),
    db,
  )
  for (const [index, { choices, errors }] of records.entries())
    for (const { path, message } of found[index] ?? []) {
      const isOfTable = message === 'scelta_non_valida' && choices.some((choice) => choice.path === path)
      errors.push({ path, message: isOfTable ? 'senza_corrispondenza' : message })
    }
}

/** Adds what speaks against records that were imported before: something of them is not what it was. */
async function addErrorsOfKnown<K extends TransferKindName>(
  needs: TransferNeeds,
  db: Db,
  { io, folder, judged, known }: Pick<Group<K>, 'io' | 'folder'> & Pick<JudgedGroup<K>, 'judged' | 'known'>,
): Promise<void> {
  if (!io.errorsOfKnown) return
  const repeated = judged.flatMap((each) => {
    const id = known.get(each.key)
    return id === undefined || each.errors.length > 0 ? [] : [{ id, ...each }]
  })
  const errors = await io.errorsOfKnown(
    needs,
    db,
    repeated.map(({ id, record }) => ({ ...record, id })),
    folder,
  )
  for (const [index, { errors: own }] of repeated.entries()) own.push(...(errors[index] ?? []))
}

/**
 * Judges lines by what the office has: their choices by the lists, and new records by those that are there. Records that were imported before
 * are not compared with themselves. References are for the caller to judge.
 */
export async function judgeGroup<K extends TransferKindName>(
  needs: TransferNeeds,
  db: Db,
  { kind, io, judged, folder }: Group<K>,
): Promise<JudgedGroup<K>> {
  const known = await findByKeys(
    db,
    needs.vault,
    kind,
    judged.map(({ key }) => key),
  )
  const readable = judged.filter(({ errors, key }) => errors.length === 0 && !known.has(key))
  await addChoiceErrors(needs, db, kind, readable)
  const errors =
    (await io.errorsOf?.(
      needs,
      db,
      readable.map(({ record }) => record),
      folder,
    )) ?? []
  for (const [index, { errors: own }] of readable.entries()) {
    const existing = await io.findExisting?.(needs, db, readable[index]?.record as Judged<K>['record'])
    if (existing === undefined) own.push(...(errors[index] ?? []))
  }
  await addErrorsOfKnown(needs, db, { io, folder, judged, known })
  return { judged, known, idOf: await findReferences(needs, db, judged) }
}
