import { type EntryLabels, type FieldError, languages, parentListOf, type ReferenceList } from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { inSmallLetters } from '#platform/protection/fold.ts'
import { normalizeLabel } from '../insert-item.ts'
import { listEntries, type StoredEntry } from './entries.store.ts'

/** The names with their spaces normalized. Throws 400 for markup, control characters, and what is no hashtag. */
export const normalizeNames = (list: ReferenceList, labels: EntryLabels): EntryLabels =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const label = labels[language]
      return label === undefined ? [] : [[language, normalizeLabel(list, label, `nomi.${language}`)]]
    }),
  ) as EntryLabels

interface Named {
  /** Absent for a new entry. */
  readonly id?: number
  readonly parentId: number | null
}

/** Throws 400 where another entry under the same parent has the name, whatever its case, or where the parent is not in force. */
export async function checkNewName(tx: Db, list: ReferenceList, name: string, entry: Named): Promise<void> {
  const errors = [
    ...(entry.id === undefined ? await parentErrors(tx, list, entry.parentId) : []),
    ...nameErrors(await listEntries(tx, list), name, entry),
  ]
  if (errors.length > 0) throw invalidInput(errors)
}

function nameErrors(entries: readonly StoredEntry[], name: string, { id, parentId }: Named): FieldError[] {
  const isSame = (entry: StoredEntry) =>
    entry.id !== id && entry.parentId === parentId && inSmallLetters(entry.labels.it) === inSmallLetters(name)
  const same = entries.find(isSame)
  if (!same) return []
  return [{ path: 'nomi.it', message: same.retiredAt ? 'voce_presente_ritirata' : 'voce_presente' }]
}

async function parentErrors(tx: Db, list: ReferenceList, parentId: number | null): Promise<FieldError[]> {
  const parents = parentListOf(list)
  if (!parents) return []
  if (parentId === null) return [{ path: 'id_superiore', message: 'campo_obbligatorio' }]
  const [parent] = await listEntries(tx, parents, parentId)
  return parent && !parent.retiredAt ? [] : [{ path: 'id_superiore', message: 'scelta_non_valida' }]
}
