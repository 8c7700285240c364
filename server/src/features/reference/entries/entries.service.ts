import {
  type addReferenceEntry,
  childListsOf,
  type deleteReferenceEntry,
  type EntryAction,
  type EntryLabels,
  entryDenial,
  type FieldError,
  fixedReasonOf,
  languages,
  listNames,
  type moveReferenceEntry,
  type PlainDate,
  parentListOf,
  type ReferenceEntry,
  type ReferenceEntryFilters,
  type ReferenceEntryUse,
  type ReferenceList,
  type ReferenceListOverview,
  referenceLists,
  type renameReferenceEntry,
  type retireReferenceEntry,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { CountChoiceUses } from '#platform/choice-uses.ts'
import type { Clock } from '#platform/clock.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { InputOf } from '#platform/http/serve.ts'
import { inSmallLetters } from '#platform/protection/fold.ts'
import { normalizeLabel } from '../insert-item.ts'
import { insertItem, lockList } from '../reference.store.ts'
import {
  changeEntry,
  countEntries,
  listEntries,
  listRetired,
  noteRetiredUses,
  placeEntries,
  readEntries,
  type StoredEntry,
} from './entries.store.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  /** The features that store choices. */
  readonly uses: readonly CountChoiceUses[]
}

export interface EntryId {
  readonly list: ReferenceList
  readonly id: number
}

export type ReferenceEntries = ReturnType<typeof createEntries>

/** The reference lists as the head of the office edits them. */
export function createEntries({ db, inTransaction, clock, uses }: Options) {
  const countUses = createUseCounts(uses)

  /** Changes an entry in a transaction, if nobody else has changed it since the caller read it. */
  const change = (
    action: EntryAction,
    { list, id, version }: EntryId & { readonly version?: number },
    write: (tx: Db, entry: StoredEntry) => Promise<readonly string[]>,
    audit: AuditRecorder,
  ): Promise<ReferenceEntry> =>
    inTransaction(async (tx) => {
      await lockList(tx, list)
      const entry = await getEntry(tx, list, id)
      const current = present(list, entry)
      if (version !== undefined && version !== entry.version) throw new AppError('conflict', { record: current })
      const denial = entryDenial(action, list, current)
      if (denial) throw new AppError(denial)
      const changed = await write(tx, entry)
      audit.record(
        'reference',
        [id],
        changed.map((field) => `${referenceLists[list].path}.${field}`),
      )
      const [after] = await listEntries(tx, list, id)
      return after ? present(list, after) : current
    })

  return {
    async listAll(): Promise<ReferenceListOverview[]> {
      const counted = new Map((await countEntries(db)).map((overview) => [overview.list, overview]))
      const none = { inForce: 0, retired: 0, untranslated: 0, retiredInUse: 0 }
      return listNames.map((list) => counted.get(list) ?? { list, ...none })
    },

    async list(request: PageQuery<ReferenceEntryFilters>) {
      const { filters } = request
      if (!filters) throw invalidInput([{ path: 'filtri.lista', message: 'campo_obbligatorio' }])
      const page = await readEntries(db, request, filters)
      return { ...page, rows: page.rows.map((entry) => present(filters.list, entry)) }
    },

    add: ({ list, parentId, labels }: InputOf<typeof addReferenceEntry>['body'], audit: AuditRecorder) =>
      inTransaction(async (tx): Promise<ReferenceEntry> => {
        const denial = entryDenial('add', list)
        if (denial) throw new AppError(denial)
        await lockList(tx, list)
        const names = normalize(list, labels)
        const errors = [
          ...(await parentErrors(tx, list, parentId)),
          ...nameErrors(await listEntries(tx, list), names.it, { parentId: parentId ?? null }),
        ]
        if (errors.length > 0) throw invalidInput(errors)
        const id = await insertItem(tx, list, names, parentListOf(list) ? parentId : null)
        audit.record(
          'reference',
          [id],
          Object.keys(names).map((language) => `${referenceLists[list].path}.${language}`),
        )
        return present(list, await getEntry(tx, list, id))
      }),

    rename: ({ labels, ...entryId }: InputOf<typeof renameReferenceEntry>['body'], audit: AuditRecorder) =>
      change(
        'rename',
        entryId,
        async (tx, entry) => {
          const names = normalize(entryId.list, labels)
          const errors = nameErrors(await listEntries(tx, entryId.list), names.it, entry)
          if (errors.length > 0) throw invalidInput(errors)
          const changed = languages.filter((language) => names[language] !== entry.labels[language])
          if (changed.length > 0) await changeEntry(tx, entryId.list, entry.id, { labels: names })
          return changed
        },
        audit,
      ),

    retire: ({ isRetired, ...entryId }: InputOf<typeof retireReferenceEntry>['body'], audit: AuditRecorder) =>
      change(
        isRetired ? 'retire' : 'restore',
        entryId,
        async (tx, entry) => {
          if ((entry.retiredAt !== null) === isRetired) return []
          await changeEntry(tx, entryId.list, entry.id, { retiredAt: isRetired ? clock.now() : null })
          return ['ritirata']
        },
        audit,
      ),

    move: ({ direction, ...entryId }: InputOf<typeof moveReferenceEntry>['body'], audit: AuditRecorder) =>
      change(
        'move',
        entryId,
        async (tx, { id }) => {
          const ids = (await listEntries(tx, entryId.list)).filter(({ isOther }) => !isOther).map((one) => one.id)
          const moved = inOtherOrder(ids, id, direction)
          await placeEntries(tx, entryId.list, moved)
          return moved === ids ? [] : ['posizione']
        },
        audit,
      ),

    listUses: ({ list, id }: EntryId): Promise<ReferenceEntryUse[]> => countUses(db, list, id),

    delete: (entryId: InputOf<typeof deleteReferenceEntry>['body'], audit: AuditRecorder) =>
      change(
        'delete',
        entryId,
        async (tx, { id }) => {
          const found = await countUses(tx, entryId.list, id)
          if (found.some(({ count = 0 }) => count > 0)) throw new AppError('entry_in_use')
          if (found.some(({ count }) => count === undefined)) throw new AppError('entry_use_unknown')
          await changeEntry(tx, entryId.list, id, { deletedAt: clock.now() })
          return ['eliminata']
        },
        audit,
      ),

    /** Counts the uses of every retired entry; the page of the list shows those that are still used. */
    async checkRetired(): Promise<void> {
      for (const { list, ids } of await listRetired(db)) {
        const found = (await Promise.all(uses.map((count) => count(db, list, ids)))).flat()
        const totalOf = (id: number) => found.reduce((sum, { counts }) => sum + (counts?.get(id) ?? 0), 0)
        await noteRetiredUses(db, list, new Map(ids.map((id) => [id, totalOf(id)])), clock.now())
      }
    },
  }
}

async function getEntry(db: Db, list: ReferenceList, id: number): Promise<StoredEntry> {
  const [entry] = await listEntries(db, list, id)
  if (!entry) throw new AppError('not_found')
  return entry
}

const present = (list: ReferenceList, { retiredAt, validUntil, place, ...entry }: StoredEntry): ReferenceEntry => ({
  ...entry,
  parentId: entry.parentId ?? undefined,
  parentLabel: entry.parentLabel ?? undefined,
  code: entry.code ?? undefined,
  isRetired: retiredAt !== null || validUntil !== null,
  retiredAt: retiredAt ?? undefined,
  validUntil: (validUntil as PlainDate | null) ?? undefined,
  retiredUses: entry.retiredUses ?? undefined,
  fixed: fixedReasonOf(list, entry.id),
  isFirst: place === 1 || entry.isOther,
})

const normalize = (list: ReferenceList, labels: EntryLabels): EntryLabels =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const label = labels[language]
      return label === undefined ? [] : [[language, normalizeLabel(list, label, `nomi.${language}`)]]
    }),
  ) as EntryLabels

/** An error where another entry under the same parent has the name; case and accents do not count. */
function nameErrors(
  entries: readonly StoredEntry[],
  name: string,
  { id, parentId }: { readonly id?: number; readonly parentId: number | null },
): FieldError[] {
  const same = entries.find(
    (entry) =>
      entry.id !== id && entry.parentId === parentId && inSmallLetters(entry.labels.it) === inSmallLetters(name),
  )
  if (!same) return []
  return [{ path: 'nomi.it', message: same.retiredAt ? 'voce_presente_ritirata' : 'voce_presente' }]
}

/** An entry of a list below another one needs a parent in force. */
async function parentErrors(tx: Db, list: ReferenceList, parentId: number | undefined): Promise<FieldError[]> {
  const parents = parentListOf(list)
  if (!parents) return []
  if (parentId === undefined) return [{ path: 'id_superiore', message: 'campo_obbligatorio' }]
  const [parent] = await listEntries(tx, parents, parentId)
  return parent && !parent.retiredAt ? [] : [{ path: 'id_superiore', message: 'scelta_non_valida' }]
}

/** The ids with one of them moved by one place; the same array where there is no further place. */
function inOtherOrder(ids: readonly number[], id: number, direction: 'up' | 'down'): readonly number[] {
  const from = ids.indexOf(id)
  const to = direction === 'up' ? from - 1 : from + 1
  const neighbour = ids[to]
  return neighbour === undefined ? ids : ids.with(from, neighbour).with(to, id)
}

/** Counts the uses of one entry: by the fields of each feature, and by the entries below it. */
const createUseCounts =
  (uses: readonly CountChoiceUses[]) =>
  async (db: Db, list: ReferenceList, id: number): Promise<ReferenceEntryUse[]> => {
    const found = (await Promise.all(uses.map((count) => count(db, list, [id])))).flat()
    const below = await Promise.all(
      childListsOf(list).map(async (child) => ({
        kind: 'reference' as const,
        field: referenceLists[child].path,
        count: (await listEntries(db, child)).filter(({ parentId }) => parentId === id).length,
      })),
    )
    return [
      ...found.map(({ kind, field, counts }) => ({ kind, field, count: counts && (counts.get(id) ?? 0) })),
      ...below,
    ]
  }
