import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFilterOptions } from './choices-filter.tsx'
import { choicesIn, choicesText, type Filter, filterAt, filterKeys } from './filter.ts'
import { draftOf, type FilterDraft, filtersOf, withAnswer } from './filter-draft.ts'
import type { LabelledFilters } from './filter-field.tsx'
import { filterKinds } from './filter-kinds.ts'
import { useAnswers } from './filter-views.tsx'

interface Props {
  readonly list: LabelledFilters
  readonly filters: object
  /** Goes to what other filters leave. */
  readonly onNarrow: (filters: object) => void
  /** Further buttons. */
  readonly children: Elements
}

/** What the list is narrowed by, in words; each can be taken away, and all of them. */
export function FilterChips({ list, filters, onNarrow, children }: Props) {
  const { t } = useTranslation()
  const draft = draftOf(list, filters)
  const isHidden = (key: string) => Number(filterAt(list, key).isHidden ?? false)
  const active = filterKeys(list)
    .filter((key) => draft[key])
    .sort((one, other) => isHidden(other) - isHidden(one))
  if (active.length === 0) return null
  const handleAnswer = (key: string, text: string) => onNarrow(filtersOf(list, withAnswer(list, draft, key, text)))
  return (
    <div className="filter-chips">
      <ul aria-label={t('list.filters.active')}>
        {active.map((key) => (
          <ChipsOf key={key} list={list} draft={draft} filterKey={key} onAnswer={(text) => handleAnswer(key, text)} />
        ))}
      </ul>
      <Button variant="quiet" size="sm" onClick={() => onNarrow({})}>
        {t('desk.reset')}
      </Button>
      {children}
    </div>
  )
}

interface ChipsProps {
  readonly list: LabelledFilters
  readonly filterKey: string
  readonly draft: FilterDraft
  readonly onAnswer: (text: string) => void
}

function ChipsOf({ list, filterKey, draft, onAnswer }: ChipsProps) {
  const { t } = useTranslation()
  const filter = filterAt(list, filterKey)
  const props = { filter, text: draft[filterKey] ?? '', name: list.filterLabel(t, filterKey), onAnswer }
  if (filterKinds[filter.kind].chip !== 'each') return <OneChip {...props} />
  return <ChoiceChips {...props} parents={choicesIn((filter.parent && draft[filter.parent]) ?? '')} />
}

interface ChipProps {
  readonly filter: Filter
  readonly text: string
  readonly name: string
  readonly onAnswer: (text: string) => void
}

/** A chip for each entry that is chosen. */
function ChoiceChips({ filter, text, name, parents, onAnswer }: ChipProps & { readonly parents: readonly string[] }) {
  const chosen = choicesIn(text)
  const options = useFilterOptions(filter, parents, chosen)
  return chosen.map((id) => (
    <Chip
      key={id}
      text={`${name}: ${options.find((option) => option.id === id)?.label ?? id}`}
      onRemove={() => onAnswer(choicesText(chosen.filter((one) => one !== id)))}
    />
  ))
}

function OneChip({ filter, text, name, onAnswer }: ChipProps) {
  const [yes, no] = useAnswers(filter)
  const { chip } = filterKinds[filter.kind]
  const value = chip === 'answer' ? (text === '1' ? yes : no) : text
  return <Chip text={chip === 'name' ? name : `${name}: ${value}`} onRemove={() => onAnswer('')} />
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <li>
      <button type="button" className="filter-chip" onClick={onRemove}>
        <bdi>{text}</bdi>
        <span className="visually-hidden">{`, ${t('list.filters.remove')}`}</span>
        <Icon name="it-close" size="xs" />
      </button>
    </li>
  )
}
