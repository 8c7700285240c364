import type { Field, FieldKind } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import type { FieldTexts } from '#ui/field-frame.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useList } from './choices.ts'

export interface FieldViewProps {
  readonly id: string
  readonly field: Field
  readonly label: string
  readonly hint?: string | undefined
  readonly error: string | undefined
  readonly required: boolean
  readonly value: unknown
  /** Choice of the field that narrows this one's list. */
  readonly parentValue?: number | undefined
  readonly autoComplete?: string | undefined
  /** Draws a field of files, whose value is no single answer but a queue of uploads. */
  readonly renderFiles?: ((texts: FieldTexts) => ReactNode) | undefined
  readonly onChange: (value: string | number | boolean | undefined) => void
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function TextView({ field, value, onChange, autoComplete, ...texts }: FieldViewProps) {
  const shape = {
    email: { type: 'email', inputMode: 'email' },
    phone: { type: 'tel', inputMode: 'tel', isShort: true },
    vatNumber: { type: 'text', inputMode: 'numeric', isShort: true, dir: 'ltr' },
    text: { type: 'text', isShort: (field.max ?? 100) <= 10 },
  } as const
  const { parentValue: _, ...own } = texts
  return (
    <TextInput
      {...own}
      {...shape[field.kind as keyof typeof shape]}
      autoComplete={autoComplete}
      value={text(value)}
      onChange={onChange}
    />
  )
}

function LongTextView({ id, label, hint, error, required, field, value, onChange }: FieldViewProps) {
  const { t } = useTranslation()
  return (
    <TextArea
      {...{ id, label, hint, error, required }}
      rows={10}
      limit={field.max ?? 10_000}
      leftText={(count) => t('report.charactersLeft', { count })}
      value={text(value)}
      onChange={onChange}
    />
  )
}

function DateView({ id, label, hint, error, required, value, onChange, autoComplete }: FieldViewProps) {
  const { t } = useTranslation()
  return (
    <DateField
      {...{ id, label, hint, error, required }}
      value={text(value)}
      onChange={onChange}
      isBirthday={autoComplete === 'bday'}
      partLabels={{ day: t('report.day'), month: t('report.month'), year: t('report.year') }}
    />
  )
}

function ChoiceView({
  id,
  label,
  hint,
  error,
  required,
  field,
  value,
  parentValue,
  onChange,
  autoComplete,
}: FieldViewProps) {
  const { t } = useTranslation()
  const { items, hasFailed, isLoading, reload } = useList(field, parentValue)
  const options = items.map((item) => ({ value: String(item.id), label: item.label }))
  return (
    <>
      <Select
        {...{ id, label, hint, error, required, options, autoComplete }}
        emptyLabel={t('report.unset')}
        disabled={field.parent !== undefined && parentValue === undefined}
        value={typeof value === 'number' ? String(value) : ''}
        onChange={(chosen) => onChange(chosen === '' ? undefined : Number(chosen))}
      />
      {hasFailed && (
        <div className="list-failed cluster">
          <span>{t('report.listFailed')}</span>
          <Button variant="quiet" size="sm" pending={isLoading} pendingText={t('site.loading')} onClick={reload}>
            {t('report.listRetry')}
            <span className="visually-hidden">: {label}</span>
          </Button>
        </div>
      )}
    </>
  )
}

const TickView = ({ id, label, error, required, value, onChange }: FieldViewProps) => (
  <Checkbox {...{ id, label, error, required }} checked={value === true} onChange={onChange} />
)

/** How each kind of field looks. A field that needs its own behaviour is a new kind. */
const viewOf: Record<FieldKind, (props: FieldViewProps) => ReactNode> = {
  text: TextView,
  email: TextView,
  phone: TextView,
  vatNumber: TextView,
  longText: LongTextView,
  date: DateView,
  choice: ChoiceView,
  flag: TickView,
  consent: TickView,
  files: ({ renderFiles, id, label, error, required }) => renderFiles?.({ id, label, error, required }),
}

/** One field of a declared form. */
export function FieldView(props: FieldViewProps) {
  const View = viewOf[props.field.kind]
  return <View {...props} />
}
