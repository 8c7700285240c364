import type { CaseFilterKey, CaseFilters } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { CaseList } from '../list/case-lists.ts'
import { draftOf, type FilterDraft, filtersOf, withAnswer } from './case-filter-draft.ts'
import { eitherWords } from './case-filter-fields.tsx'
import { useFilterOptions } from './case-filter-options.ts'
import { filterKeysOf, rowOf } from './case-filter-rows.ts'
import { idsIn, idsText } from './case-filter-text.ts'

interface Props {
  readonly list: CaseList
  readonly filters: CaseFilters
  /** Whether the cases of all lists are looked through. */
  readonly isEverywhere: boolean
  /** Goes to what other filters leave, in all lists or in this one. */
  readonly onNarrow: (filters: CaseFilters, isEverywhere: boolean) => void
}

/** What the list is narrowed by, in words; each can be taken away, and all of them. */
export function FilterChips({ list, filters, isEverywhere, onNarrow }: Props) {
  const { t } = useTranslation()
  const draft = draftOf(filters)
  const active = filterKeysOf(list).filter((key) => draft[key])
  if (active.length === 0 && !isEverywhere) return null
  const handleAnswer = (key: CaseFilterKey, text: string) =>
    onNarrow(filtersOf(withAnswer(draft, key, text)), isEverywhere)
  // A name may have been meant as a word.
  const { person, ...others } = filters
  const words = isEverywhere && Object.keys(others).length === 0 ? person : undefined
  return (
    <div className="filter-chips">
      <ul aria-label={t('cases.filterPanel.active')}>
        {isEverywhere && <Chip told={t('cases.filterPanel.everywhere')} onRemove={() => onNarrow(filters, false)} />}
        {active.map((key) => (
          <ChipsOf key={key} filterKey={key} draft={draft} onAnswer={handleAnswer} />
        ))}
      </ul>
      <Button variant="quiet" size="sm" onClick={() => onNarrow({}, false)}>
        {t('desk.reset')}
      </Button>
      {words !== undefined && (
        <Button variant="quiet" size="sm" onClick={() => onNarrow({ narrative: words }, true)}>
          {t('cases.filterPanel.narrative', { words })}
        </Button>
      )}
    </div>
  )
}

interface ChipsProps {
  readonly filterKey: CaseFilterKey
  readonly draft: FilterDraft
  readonly onAnswer: (key: CaseFilterKey, text: string) => void
}

/** A chip for each entry that is chosen from a list, one for any other filter. */
function ChipsOf(props: ChipsProps) {
  const { kind } = rowOf(props.filterKey)
  const isList = kind === 'ids' || kind === 'statuses' || kind === 'reporters' || kind === 'operators'
  return isList ? <ListChips {...props} /> : <OneChip {...props} />
}

function ListChips({ filterKey, draft, onAnswer }: ChipsProps) {
  const { parent } = rowOf(filterKey)
  const options = useFilterOptions(filterKey, parent ? idsIn(draft[parent] ?? '') : [])
  const chosen = idsIn(draft[filterKey] ?? '')
  const toldOf = useTold(filterKey)
  return chosen.map((id) => (
    <Chip
      key={id}
      told={toldOf(options.find((option) => option.id === id)?.label ?? String(id))}
      onRemove={() => onAnswer(filterKey, idsText(chosen.filter((one) => one !== id)))}
    />
  ))
}

function OneChip({ filterKey, draft, onAnswer }: ChipsProps) {
  const { t } = useTranslation()
  const text = draft[filterKey] ?? ''
  const { kind } = rowOf(filterKey)
  const toldOf = useTold(filterKey)
  const either = () => t(`cases.either.${eitherWords(filterKey)}.${text === '1' ? 'yes' : 'no'}`)
  const value = kind === 'either' ? either() : kind === 'flag' ? undefined : text
  return <Chip told={toldOf(value)} onRemove={() => onAnswer(filterKey, '')} />
}

/** What a filter is narrowed to; its name alone where that says it all. */
function useTold(key: CaseFilterKey) {
  const { t } = useTranslation()
  const name = t(`cases.filters.${key}`)
  return (value: string | undefined) => (value === undefined ? name : `${name}: ${value}`)
}

function Chip({ told, onRemove }: { readonly told: string; readonly onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <li>
      <button type="button" className="filter-chip" onClick={onRemove}>
        <bdi>{told}</bdi>
        <span className="visually-hidden">, {t('cases.filterPanel.remove')}</span>
        <Icon name="it-close" size="xs" />
      </button>
    </li>
  )
}
