import { useTranslation } from 'react-i18next'
import { DayField } from '#form/fields/day-field.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { useFilterOptions, useOfferedOptions } from './choices-filter.tsx'
import type { FilterViewProps } from './filter.ts'
import { choicesIn, choicesText } from './filter.ts'

const asField = ({ id, label, error, text, onAnswer }: FilterViewProps) => ({
  id,
  label,
  error,
  value: text,
  onChange: onAnswer,
  autoComplete: 'off',
})

export function TextFilter(props: FilterViewProps) {
  const { t } = useTranslation()
  const { maxLength = 200, hintOf } = props.filter
  return <TextInput {...asField(props)} hint={hintOf?.(t)} maxLength={maxLength} dir="auto" />
}

/** Whatever lists are searched by has happened. */
export const DayFilter = (props: FilterViewProps) => <DayField {...asField(props)} isPast />

export const NumberFilter = (props: FilterViewProps) => <TextInput {...asField(props)} inputMode="numeric" dir="ltr" />

export function CodesFilter(props: FilterViewProps) {
  const { t } = useTranslation()
  return <TextInput {...asField(props)} hint={t('list.filters.severalCodes')} dir="ltr" />
}

export const FlagFilter = ({ id, label, error, text, onAnswer }: FilterViewProps) => (
  <Checkbox id={id} label={label} error={error} checked={text === '1'} onChange={(isOn) => onAnswer(isOn ? '1' : '')} />
)

/** What the two answers are called: true, then false. */
export function useAnswers({ answersOf }: FilterViewProps['filter']): readonly [string, string] {
  const { t } = useTranslation()
  return answersOf ? answersOf(t) : [t('list.filters.yes'), t('list.filters.no')]
}

export function EitherFilter(props: FilterViewProps) {
  const { t } = useTranslation()
  const [yes, no] = useAnswers(props.filter)
  const options = [
    { value: '1', label: yes },
    { value: '0', label: no },
  ]
  return <Select {...asField(props)} emptyLabel={props.filter.noneOf?.(t) ?? t('report.unset')} options={options} />
}

export function SelectFilter(props: FilterViewProps) {
  const { t } = useTranslation()
  const { filter, parent } = props
  const options = useOfferedOptions(props)
  return (
    <Select
      {...asField(props)}
      hint={parent?.text === '' ? t('list.filters.parentFirst', { name: parent.label }) : undefined}
      disabled={parent !== undefined && options.length === 0}
      emptyLabel={filter.noneOf?.(t) ?? t('report.unset')}
      options={options.map(({ id, label }) => ({ value: id, label }))}
    />
  )
}

/** A few options, all in sight. */
export function BoxesFilter({ id, label, filter, text, error, onAnswer }: FilterViewProps) {
  const chosen = choicesIn(text)
  const options = useFilterOptions(filter, [], chosen)
  const handleChange = (one: string, isOn: boolean) =>
    onAnswer(choicesText(isOn ? [...chosen, one] : chosen.filter((other) => other !== one)))
  return (
    <div className="filters-wide">
      <FieldGroup id={id} label={label} error={error}>
        <div className="cluster">
          {options.map((option, index) => (
            <Checkbox
              key={option.id}
              id={index === 0 ? id : `${id}-${option.id}`}
              label={option.label}
              checked={chosen.includes(option.id)}
              onChange={(isOn) => handleChange(option.id, isOn)}
            />
          ))}
        </div>
      </FieldGroup>
    </div>
  )
}
