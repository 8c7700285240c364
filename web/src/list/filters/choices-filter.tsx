import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWholeList } from '#form/choices.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Filter, FilterOption, FilterViewProps } from './filter.ts'
import { choicesIn, choicesText } from './filter.ts'

/** A list of which several entries may be chosen; it unfolds on request, since a panel has some thirty of them. */
export function ChoicesFilter(props: FilterViewProps) {
  const { id, label, text, error } = props
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || error !== undefined
  const listId = useId()
  const errorId = useId()
  const count = choicesIn(text).length
  return (
    <div className="filter-choice">
      <button
        type="button"
        id={id}
        className="filter-fold"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setUnfolded(!isOpen)}
      >
        <span>{label}</span>
        {count > 0 && (
          <Badge kind="accent" hiddenText={t('list.filters.chosen', { count })}>
            {count}
          </Badge>
        )}
        <Icon name={isOpen ? 'it-collapse' : 'it-expand'} size="xs" />
      </button>
      {isOpen && (
        <fieldset id={listId} className="filter-list" aria-describedby={error && errorId}>
          <legend className="visually-hidden">{label}</legend>
          {error && (
            <div id={errorId} className="field-error">
              <Icon name="it-warning-circle" size="xs" />
              <span>{error}</span>
            </div>
          )}
          <Entries {...props} />
        </fieldset>
      )}
    </div>
  )
}

/** From how many entries on a list is searched rather than read. */
const longFrom = 13

const isLike = ({ label }: FilterOption, typed: string) =>
  label.toLocaleLowerCase('it').includes(typed.trim().toLocaleLowerCase('it'))

function Entries({ id, filter, text, parent, onAnswer }: FilterViewProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const parents = choicesIn(parent?.text ?? '')
  const chosen = choicesIn(text)
  const offered = useOfferedOptions({ filter, parent, text })
  if (parent && parents.length === 0)
    return <p className="field-hint">{t('list.filters.parentFirst', { name: parent.label })}</p>
  const handleChange = (option: FilterOption, isOn: boolean) =>
    onAnswer(choicesText(isOn ? [...chosen, option.id] : chosen.filter((one) => one !== option.id)))
  return (
    <>
      {offered.length >= longFrom && (
        <TextInput
          id={`${id}-search`}
          label={t('list.filters.searchList')}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      )}
      <div className="filter-entries">
        {offered
          .filter((option) => isLike(option, typed))
          .map((option) => (
            <Checkbox
              key={option.id}
              id={`${id}-${option.id}`}
              label={<bdi>{option.label}</bdi>}
              checked={chosen.includes(option.id)}
              onChange={(isOn) => handleChange(option, isOn)}
            />
          ))}
      </div>
    </>
  )
}

function useReferenceOptions({ list }: Filter, parents: readonly string[]): readonly FilterOption[] {
  const { t } = useTranslation()
  const items = useWholeList(list, parents.map(Number))
  // Retired entries remain, because older records have them.
  return items.map(({ id, label, parentId, isRetired }) => ({
    id: String(id),
    label: isRetired ? t('list.filters.retired', { label }) : label,
    parentId: String(parentId),
  }))
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

/** The options of a field; below a parent those of the parent's choices. */
export function useOfferedOptions({
  filter,
  parent,
  text,
}: Pick<FilterViewProps, 'filter' | 'parent' | 'text'>): readonly FilterOption[] {
  const parents = choicesIn(parent?.text ?? '')
  const options = useFilterOptions(filter, parents, choicesIn(text))
  return parent ? options.filter(({ parentId }) => parents.some((one) => one === parentId)) : options
}
