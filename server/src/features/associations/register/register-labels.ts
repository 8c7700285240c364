import type { Language, ReferenceItem, ReferenceList } from '@portal/contract'
import { type LabelOf, namedLists } from './register-entry.rules.ts'

interface Needs {
  readonly listItems: (list: ReferenceList, language: Language) => Promise<readonly ReferenceItem[]>
  readonly recordVersions: { of(kind: 'reference'): string }
}

/** The labels of the register in a language, read again when an entry of a list changed. */
export function rememberedLabels({ listItems, recordVersions }: Needs) {
  const known = new Map<Language, { readonly version: string; readonly labels: Promise<LabelOf> }>()
  async function read(language: Language): Promise<LabelOf> {
    const lists = await Promise.all(
      namedLists.map(async (list) => {
        const items = await listItems(list, language)
        return [list, new Map(items.map(({ id, label }) => [id, label]))] as const
      }),
    )
    const labels = new Map(lists)
    return (list, id) => (id === null || id === undefined ? undefined : labels.get(list)?.get(id))
  }
  return (language: Language): Promise<LabelOf> => {
    const version = recordVersions.of('reference')
    const last = known.get(language)
    if (last?.version === version) return last.labels
    const labels = read(language)
    known.set(language, { version, labels })
    labels.catch(() => known.delete(language))
    return labels
  }
}
