import type { ReferenceItem } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Select } from '#ui/select.tsx'
import type { FieldViewProps } from './field-view-props.ts'

/** A choice among the entries of a reference list. */
export function ChoiceList({
  items,
  field,
  value,
  parentValue,
  onChange,
  ...texts
}: FieldViewProps & { readonly items: readonly ReferenceItem[] }) {
  const { t } = useTranslation()
  const { id, label, hint, error, required, autoComplete } = texts
  const options = items.map((item) => ({ value: String(item.id), label: item.label }))
  return (
    <Select
      {...{ id, label, hint, error, required, options, autoComplete }}
      emptyLabel={t('report.unset')}
      disabled={field.parent !== undefined && parentValue === undefined}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(chosen) => onChange(chosen === '' ? undefined : Number(chosen))}
    />
  )
}
