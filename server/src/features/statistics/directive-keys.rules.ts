import type { ReferenceItem, ReferenceList } from '@portal/contract'

/** The lists that say which ground and field of the directives each ground and field of the office is. */
export const directiveLists = ['directive_ground', 'directive_field'] as const satisfies readonly ReferenceList[]

/** The keys of grounds and fields of the directives, from the ids of those of the office. */
export interface DirectiveKeys {
  readonly ofGrounds: (ids: readonly string[]) => readonly string[]
  readonly ofFields: (ids: readonly string[]) => readonly string[]
}

/**
 * By the entries of the two lists: each lies under the ground or field of the office that it translates. Entries of one name are the
 * same ground or field, and have the first one's key. Those of the office without an entry are none of the directives'.
 */
export function directiveKeysOf(
  lists: Partial<Record<(typeof directiveLists)[number], readonly ReferenceItem[]>>,
): DirectiveKeys {
  const [ofGrounds, ofFields] = directiveLists.map((list) => translation(lists[list] ?? [])) as [
    Translation,
    Translation,
  ]
  return { ofGrounds, ofFields }
}

type Translation = DirectiveKeys['ofGrounds']

function translation(items: readonly ReferenceItem[]): Translation {
  const inForce = items.filter(({ isRetired }) => !isRetired).sort((one, other) => one.id - other.id)
  const keys = new Map<string, string>()
  const byParent = new Map<string, string[]>()
  for (const { id, label, parentId } of inForce) {
    const key = keys.get(label) ?? String(id)
    keys.set(label, key)
    byParent.set(String(parentId), [...(byParent.get(String(parentId)) ?? []), key])
  }
  return (ids) => ids.flatMap((id) => byParent.get(id) ?? [])
}
