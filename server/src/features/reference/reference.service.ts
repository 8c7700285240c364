import {
  bundledLists,
  type Fields,
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
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { createItemInsert } from './insert-item.ts'
import { type Choice, listItems, listItemsOf, type Narrowed, parentsOf, type StoredItem } from './reference.store.ts'

export type Reference = ReturnType<typeof createReference>

/** The label in a language, else in English; some labels speak of the office by its tag. */
const labelOf = ({ labels }: StoredItem, language: Language, officeTag: string) =>
  (labels[language] ?? labels.en ?? labels.it ?? '').replaceAll('{office}', officeTag)

function present(
  list: ReferenceList,
  items: readonly StoredItem[],
  language: Language,
  officeTag: string,
): ReferenceItem[] {
  const onTheWeb = items.filter(({ code }) => list !== 'language' || !isLeftOut(code))
  const labelled = onTheWeb.map((item) => ({ ...item, label: labelOf(item, language, officeTag) }))
  return inListOrder(list, labelled, language).map(({ id, label, parentId, code }) => ({
    id,
    label,
    parentId: parentId ?? undefined,
    code: code ?? undefined,
  }))
}

const isLeftOut = (code: string | null) => languagesNotOnTheWeb.some((left) => left === code)

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly officeTag: string
}

/** The reference lists in order and language, and the check that a form's choices exist in them. */
export function createReference({ db, inTransaction, officeTag }: Options) {
  return {
    /** Adds an entry, once. */
    insert: createItemInsert({ inTransaction }),

    list: async (list: ReferenceList, language: Language, narrowed: Narrowed = {}) =>
      present(list, await listItems(db, list, narrowed), language, officeTag),

    async bundle(language: Language, isSignedIn: boolean): Promise<ReferenceBundle> {
      const lists = bundledLists.filter((list) => isSignedIn || referenceLists[list].isPublic)
      const items = await listItemsOf(db, lists)
      const itemsOf = (list: ReferenceList) => items.filter((item) => item.list === list)
      return Object.fromEntries(lists.map((list) => [list, present(list, itemsOf(list), language, officeTag)]))
    },

    /** Faults of the choices of a form: ids that no list has, and ids that do not belong under their parent's choice. */
    async issuesOf<V extends object>(form: Pick<Form<V>, 'fields'>, values: V, from: Db = db): Promise<Issue[]> {
      const choices = choicesOf(form.fields, values as Values, '')
      const parents = await parentsOf(from, choices)
      return choices.flatMap(({ key, path, above }): Issue[] => {
        if (!parents.has(key)) return [{ path, message: 'scelta_non_valida' }]
        const isStray = above !== undefined && parents.get(key) !== above.id
        return isStray ? [{ path, message: 'scelta_estranea' }] : []
      })
    },

    /** Ids of a list in the order of their labels. */
    idsInOrder: async (list: ReferenceList, from: Db = db) =>
      present(list, await listItems(from, list), 'it', officeTag).map(({ id }) => id),
  }
}

type Values = Readonly<Record<string, unknown>>

interface FoundChoice extends Choice {
  readonly path: string
  /** The choice that narrows this one's list, where the list has one; of lines it may stand in the form itself. */
  readonly above: { readonly id: unknown } | undefined
}

/** The choices of a form and of its lines; `prefix` is where on the wire the values stand. */
function choicesOf(fields: Fields, values: Values, prefix: string, outer: Values = {}): FoundChoice[] {
  return Object.entries(values).flatMap(([key, value]): FoundChoice[] => {
    const field = fields[key]
    if (!field) return []
    const path = `${prefix}${field.wire}`
    if (field.columns && Array.isArray(value))
      return value.flatMap((line: Values, index) => choicesOf(field.columns ?? {}, line, `${path}.${index}.`, values))
    const list = listAtPath(field.list ?? '')
    if (!list || typeof value !== 'number') return []
    const above = field.parent === undefined ? undefined : { id: values[field.parent] ?? outer[field.parent] }
    return [{ key: path, list, id: value, place: field.place, path, above }]
  })
}
