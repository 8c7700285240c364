import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import type { FilterError, FilterForm } from '../use-filter-form.ts'
import { type FilterSet, filterAt, filterFieldId } from './filter.ts'
import type { FilterDraft } from './filter-draft.ts'
import { filterKinds } from './filter-kinds.ts'

/** A list as its filters are drawn. */
export interface LabelledFilters extends FilterSet {
  filterLabel(t: TFunction, key: string): string
  groupLabel?(t: TFunction, group: string): string
}

interface Props {
  readonly list: LabelledFilters
  readonly filterKey: string
  readonly draft: FilterDraft
  readonly errors?: readonly FilterError[]
  readonly onAnswer: (key: string, text: string) => void
}

/** A filter by its kind. */
export function FilterField({ list, filterKey, draft, errors = [], onAnswer }: Props) {
  const { t } = useTranslation()
  const filter = filterAt(list, filterKey)
  const { View } = filterKinds[filter.kind]
  const { parent } = filter
  return (
    <View
      id={filterFieldId(filterKey)}
      label={list.filterLabel(t, filterKey)}
      filter={filter}
      text={draft[filterKey] ?? ''}
      parent={parent === undefined ? undefined : { label: list.filterLabel(t, parent), text: draft[parent] ?? '' }}
      error={errors.find(({ key }) => key === filterKey)?.text}
      onAnswer={(text) => onAnswer(filterKey, text)}
    />
  )
}

/** All that is wrong with the filters, each leading to its field. */
export function FilterErrors({ list, form }: { readonly list: LabelledFilters; readonly form: FilterForm }) {
  const { t } = useTranslation()
  return (
    <ErrorSummary
      title={t('report.errorTitle')}
      errors={form.errors.map(({ key, text }) => ({
        fieldId: filterFieldId(key),
        text: `${list.filterLabel(t, key)}: ${text}`,
      }))}
      attempt={form.attempt}
    />
  )
}
