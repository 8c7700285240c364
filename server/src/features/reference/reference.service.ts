import {
  bundledLists,
  type Form,
  type Issue,
  inListOrder,
  type Language,
  languagesNotOnTheWeb,
  listAtPath,
  type ReferenceBundle,
  type ReferenceItem,
  type ReferenceList,
  referenceLists,
} from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import { type Choice, listItems, listItemsOf, parentsOf, type StoredItem } from './reference.store.ts'

export type Reference = ReturnType<typeof createReference>

/** The label in a language, else in English; some labels speak of the office by its tag. */
const labelOf = ({ labels }: StoredItem, language: Language, officeTag: string) =>
  (labels[language] ?? labels.en ?? labels.it ?? '').replaceAll('{office}', officeTag)

function present(items: readonly StoredItem[], language: Language, officeTag: string): ReferenceItem[] {
  const onTheWeb = items.filter(({ list, code }) => list !== 'language' || !isLeftOut(code))
  const labelled = onTheWeb.map((item) => ({ ...item, label: labelOf(item, language, officeTag) }))
  return inListOrder(labelled, language).map(({ id, label, parentId, code }) => ({
    id,
    label,
    parentId: parentId ?? undefined,
    code: code ?? undefined,
  }))
}

const isLeftOut = (code: string | null) => languagesNotOnTheWeb.some((left) => left === code)

/** The reference lists in order and language, and the check that a form's choices exist in them. */
export function createReference({ db, officeTag }: { db: Db; officeTag: string }) {
  return {
    list: async (list: ReferenceList, language: Language, parentId?: number) =>
      present(await listItems(db, list, parentId), language, officeTag),

    async bundle(language: Language, isSignedIn: boolean): Promise<ReferenceBundle> {
      const lists = bundledLists.filter((list) => isSignedIn || referenceLists[list].isPublic)
      const items = await listItemsOf(db, lists)
      const itemsOf = (list: ReferenceList) => items.filter((item) => item.list === list)
      return Object.fromEntries(lists.map((list) => [list, present(itemsOf(list), language, officeTag)]))
    },

    /** Faults of the choices of a form: ids that no list has, and ids that do not belong under their parent's choice. */
    async issuesOf<V extends object>(form: Form<V>, values: V): Promise<Issue[]> {
      const choices = choicesOf(form, values)
      const parents = await parentsOf(db, choices)
      return choices.flatMap(({ key }): Issue[] => {
        const field = form.fields[key]
        if (!field) return []
        if (!parents.has(key)) return [{ path: field.wire, message: 'scelta_non_valida' }]
        const above = field.parent && (values as Record<string, unknown>)[field.parent]
        const isStray = field.parent !== undefined && parents.get(key) !== above
        return isStray ? [{ path: field.wire, message: 'scelta_estranea' }] : []
      })
    },
  }
}

function choicesOf<V extends object>(form: Form<V>, values: V): Choice[] {
  return Object.entries(values).flatMap(([key, id]) => {
    const list = listAtPath(form.fields[key]?.list ?? '')
    return list && typeof id === 'number' ? [{ key, list, id }] : []
  })
}
