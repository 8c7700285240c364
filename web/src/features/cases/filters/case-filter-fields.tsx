import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { ChoiceFilter } from './case-filter-choice.tsx'
import { type FilterFieldProps, fieldId } from './case-filter-field.ts'
import { type FilterKind, rowOf } from './case-filter-rows.ts'

/** What a field of text needs, whatever is typed into it. */
function useTyped({ filterKey, draft, error, onAnswer }: FilterFieldProps) {
  const { t } = useTranslation()
  return {
    id: fieldId(filterKey),
    label: t(`cases.filters.${filterKey}`),
    error,
    autoComplete: 'off',
    value: draft[filterKey] ?? '',
    onChange: (text: string) => onAnswer(filterKey, text),
  }
}

const TextFilter = (props: FilterFieldProps) => <TextInput {...useTyped(props)} maxLength={200} dir="auto" />

function DayFilter(props: FilterFieldProps) {
  const { t } = useTranslation()
  return <TextInput {...useTyped(props)} note={t('cases.filterPanel.dateShape')} dir="ltr" maxLength={10} />
}

const CountFilter = (props: FilterFieldProps) => (
  <TextInput {...useTyped(props)} inputMode="numeric" maxLength={5} dir="ltr" />
)

function CodesFilter(props: FilterFieldProps) {
  const { t } = useTranslation()
  return <TextInput {...useTyped(props)} hint={t('cases.filterPanel.severalCodes')} dir="ltr" />
}

function FlagFilter({ filterKey, draft, error, onAnswer }: FilterFieldProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      id={fieldId(filterKey)}
      label={t(`cases.filters.${filterKey}`)}
      error={error}
      checked={draft[filterKey] === '1'}
      onChange={(isOn) => onAnswer(filterKey, isOn ? '1' : '')}
    />
  )
}

function EitherFilter(props: FilterFieldProps) {
  const { t } = useTranslation()
  const words = eitherWords(props.filterKey)
  return (
    <Select
      {...useTyped(props)}
      emptyLabel={t('report.unset')}
      options={[
        { value: '1', label: t(`cases.either.${words}.yes`) },
        { value: '0', label: t(`cases.either.${words}.no`) },
      ]}
    />
  )
}

/** What the two answers are called; the first is the one that is true. */
export const eitherWords = (key: string) =>
  key === 'isVirtual' || key === 'isPrivate' || key === 'isOnePerson' ? key : 'other'

const views: Readonly<Record<FilterKind, ComponentType<FilterFieldProps>>> = {
  statuses: ChoiceFilter,
  ids: ChoiceFilter,
  reporters: ChoiceFilter,
  operators: ChoiceFilter,
  either: EitherFilter,
  flag: FlagFilter,
  count: CountFilter,
  day: DayFilter,
  text: TextFilter,
  codes: CodesFilter,
}

/** A filter by its kind. */
export function FilterField(props: FilterFieldProps) {
  const View = views[rowOf(props.filterKey).kind]
  return <View {...props} />
}
