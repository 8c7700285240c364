import { useTranslation } from 'react-i18next'
import { useFilterOptions } from './choices-filter.tsx'
import { choicesIn, type Filter, filterAt, filterKeys } from './filter.ts'
import { draftOf } from './filter-draft.ts'
import type { LabelledFilters } from './filter-field.tsx'
import { filterKinds } from './filter-kinds.ts'
import { useAnswers } from './filter-views.tsx'

interface Props {
  readonly list: LabelledFilters
  readonly filters: object
}

/** What a list is narrowed by, in words, to read; nothing where it is not narrowed. */
export function FilterWords({ list, filters }: Props) {
  const { t } = useTranslation()
  const draft = draftOf(list, filters)
  const active = filterKeys(list).filter((key) => draft[key])
  if (active.length === 0) return null
  return (
    <ul aria-label={t('list.filters.active')}>
      {active.map((key) => {
        const filter = filterAt(list, key)
        const Words = filterKinds[filter.kind].chip === 'each' ? ChoiceWords : AnswerWords
        const parents = choicesIn((filter.parent && draft[filter.parent]) ?? '')
        return (
          <li key={key}>
            <Words filter={filter} text={draft[key] ?? ''} name={list.filterLabel(t, key)} parents={parents} />
          </li>
        )
      })}
    </ul>
  )
}

interface WordsProps {
  readonly filter: Filter
  readonly text: string
  readonly name: string
  readonly parents: readonly string[]
}

function ChoiceWords({ filter, text, name, parents }: WordsProps) {
  const chosen = choicesIn(text)
  const options = useFilterOptions(filter, parents, chosen)
  const labels = chosen.map((id) => options.find((option) => option.id === id)?.label ?? id)
  return <span>{`${name}: ${labels.join(', ')}`}</span>
}

function AnswerWords({ filter, text, name }: WordsProps) {
  const [yes, no] = useAnswers(filter)
  const { chip } = filterKinds[filter.kind]
  if (chip === 'name') return <span>{name}</span>
  return <span>{`${name}: ${chip === 'answer' ? (text === '1' ? yes : no) : text}`}</span>
}
