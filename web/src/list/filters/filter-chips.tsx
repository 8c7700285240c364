import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import type { FilterError } from '../use-filter-form.ts'
import { useFilterOptions } from './choices-filter.tsx'
import { choicesIn, type Filter, filterAt, filterKeys } from './filter.ts'
import type { FilterDraft } from './filter-draft.ts'
import type { LabelledFilters } from './filter-field.tsx'
import { filterKinds } from './filter-kinds.ts'
import { useAnswers } from './filter-views.tsx'

interface Props {
  readonly list: LabelledFilters
  readonly draft: FilterDraft
  readonly errors: readonly FilterError[]
  readonly onEdit: (key: string) => void
  readonly onRemove: (key: string) => void
}

/** What the list is narrowed by, in words: a chip for each filter, to edit and to remove. */
export function FilterChips({ list, draft, errors, onEdit, onRemove }: Props) {
  const { t } = useTranslation()
  const isHidden = (key: string) => Number(filterAt(list, key).isHidden ?? false)
  const active = filterKeys(list)
    .filter((key) => draft[key] && !filterAt(list, key).isFixed)
    .sort((one, other) => isHidden(other) - isHidden(one))
  if (active.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={t('list.filters.active')}>
      {active.map((key) => (
        <Chip
          key={key}
          list={list}
          draft={draft}
          filterKey={key}
          error={errors.find((error) => error.key === key)?.text}
          onEdit={() => onEdit(key)}
          onRemove={() => onRemove(key)}
        />
      ))}
    </ul>
  )
}

/** The value of a filter in words; empty where its name says it all. */
function useValueText(filter: Filter, text: string, parentText: string): string {
  const { chip } = filterKinds[filter.kind]
  const chosen = chip === 'each' ? choicesIn(text) : []
  const options = useFilterOptions(filter, choicesIn(parentText), chosen)
  const [yes, no] = useAnswers(filter)
  const labelOf = (id: string) => options.find((option) => option.id === id)?.label ?? id
  return { each: chosen.map(labelOf).join(', '), answer: text === '1' ? yes : no, name: '', text }[chip]
}

interface ChipProps extends Pick<Props, 'list' | 'draft'> {
  readonly filterKey: string
  readonly error: string | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function Chip({ list, draft, filterKey, error, onEdit, onRemove }: ChipProps) {
  const { t } = useTranslation()
  const filter = filterAt(list, filterKey)
  const name = list.filterLabel(t, filterKey)
  const value = useValueText(filter, draft[filterKey] ?? '', (filter.parent && draft[filter.parent]) || '')
  const text = value === '' ? name : `${name}: ${value}`
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    onRemove()
  }
  return (
    <li className={classNames('filter-chip', error !== undefined && 'filter-chip-wrong')}>
      {value === '' ? (
        <bdi className="filter-chip-text">{text}</bdi>
      ) : (
        <button
          type="button"
          className="filter-chip-text"
          title={text}
          aria-label={`${text}, ${t('list.filters.edit')}`}
          onClick={onEdit}
          onKeyDown={handleKey}
        >
          <bdi>{text}</bdi>
        </button>
      )}
      <button
        type="button"
        className="filter-chip-remove"
        aria-label={`${text}, ${t('list.filters.remove')}`}
        onClick={onRemove}
        onKeyDown={handleKey}
      >
        <Icon name="it-close" size="xs" />
      </button>
      {error !== undefined && (
        <span className="filter-chip-error" role="alert">
          {error}
        </span>
      )}
    </li>
  )
}
