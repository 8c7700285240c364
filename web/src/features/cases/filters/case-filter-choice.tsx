import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { Icon } from '#ui/icon.tsx'
import { Badge } from '#ui/status-chip.tsx'
import { type FilterFieldProps, fieldId } from './case-filter-field.ts'
import { type FilterOption, useFilterOptions } from './case-filter-options.ts'
import { rowOf } from './case-filter-rows.ts'
import { idsIn, idsText } from './case-filter-text.ts'

/** A list of which several entries may be chosen; it unfolds on request, since there are some thirty of them. */
export function ChoiceFilter(props: FilterFieldProps) {
  const { filterKey, draft, error } = props
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || error !== undefined
  const listId = useId()
  const errorId = useId()
  const label = t(`cases.filters.${filterKey}`)
  const count = idsIn(draft[filterKey] ?? '').length
  return (
    <div className="filter-choice">
      <button
        type="button"
        id={fieldId(filterKey)}
        className="filter-fold"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setUnfolded(!isOpen)}
      >
        <span>{label}</span>
        {count > 0 && (
          <Badge kind="accent" hiddenText={t('cases.filterPanel.chosen', { count })}>
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
              {error}
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

const isLike = ({ label }: FilterOption, looked: string) =>
  label.toLocaleLowerCase('it').includes(looked.trim().toLocaleLowerCase('it'))

function Entries({ filterKey, draft, onAnswer }: FilterFieldProps) {
  const { t } = useTranslation()
  const [looked, setLooked] = useState('')
  const { parent } = rowOf(filterKey)
  const parentIds = parent ? idsIn(draft[parent] ?? '') : []
  const options = useFilterOptions(filterKey, parentIds)
  const id = fieldId(filterKey)
  const chosen = idsIn(draft[filterKey] ?? '')
  if (parent && parentIds.length === 0)
    return <p className="field-hint">{t('cases.filterPanel.parentFirst', { name: t(`cases.filters.${parent}`) })}</p>
  const offered = parent ? options.filter(({ parentId }) => parentIds.some((one) => one === parentId)) : options
  const handleChange = (option: FilterOption, isOn: boolean) =>
    onAnswer(filterKey, idsText(isOn ? [...chosen, option.id] : chosen.filter((one) => one !== option.id)))
  return (
    <>
      {offered.length >= longFrom && (
        <TextInput
          id={`${id}-search`}
          label={t('cases.filterPanel.searchList')}
          autoComplete="off"
          value={looked}
          onChange={setLooked}
        />
      )}
      <div className="filter-entries">
        {offered
          .filter((option) => isLike(option, looked))
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
