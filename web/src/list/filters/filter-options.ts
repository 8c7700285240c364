import { useTranslation } from 'react-i18next'
import { useWholeList } from '#form/choices.ts'
import type { Filter, FilterOption } from './filter.ts'

function useReferenceOptions({ list }: Filter, parents: readonly string[]): readonly FilterOption[] {
  const items = useWholeList(list, parents.map(Number))
  return items.map(({ id, label, parentId }) => ({ id: String(id), label, parentId: String(parentId) }))
}

function useNamedOptions({ names = {}, nameOf, isSorted }: Filter): readonly FilterOption[] {
  const { t } = useTranslation()
  const options = Object.entries(names).map(([name, wire]) => ({
    id: String(wire),
    label: nameOf ? nameOf(t, name) : name,
  }))
  return isSorted ? options.sort((a, b) => a.label.localeCompare(b.label, 'it')) : options
}

const useOwnOptions = ({ useOptions }: Filter, _parents: readonly string[], chosen: readonly string[]) =>
  useOptions?.(chosen) ?? []

const hookFor = ({ list, useOptions }: Filter) =>
  list ? useReferenceOptions : useOptions ? useOwnOptions : useNamedOptions

/** What a filter chooses from; of a list too long to be read as a whole, what stands under the parent's choices. */
export function useFilterOptions(
  filter: Filter,
  parents: readonly string[],
  chosen: readonly string[],
): readonly FilterOption[] {
  // A filter is a constant: its hook is the same at every call.
  const useOptions = hookFor(filter)
  return useOptions(filter, parents, chosen)
}
