import type { ReferenceItem } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Select } from '#ui/field/select.tsx'
import type { FieldViewProps } from './field-view-props.ts'

interface Props extends FieldViewProps {
  /** Undefined while they are not there. */
  readonly items: readonly ReferenceItem[] | undefined
  /** What a choice is called whose list is not there: else it would be taken for no choice. */
  readonly absentLabel?: string | undefined
}

/** A choice among the entries of a reference list. */
export function ChoiceList({ items, field, value, parentValue, onChange, absentLabel, ...texts }: Props) {
  const { t } = useTranslation()
  const { id, label, hint, error, required, autoComplete } = texts
  const chosen = typeof value === 'number' ? String(value) : ''
  const options =
    items?.map((item) => ({ value: String(item.id), label: item.label })) ??
    (chosen === '' ? [] : [{ value: chosen, label: absentLabel ?? t('site.loading') }])
  return (
    <Select
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      options={options}
      autoComplete={autoComplete}
      emptyLabel={t('report.unset')}
      disabled={field.parent !== undefined && parentValue === undefined}
      value={chosen}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  )
}
