import {
  type FieldKind,
  formatScreenDate,
  type ReferenceItem,
  type ReferenceList,
  readTypedDate,
  reportFields,
  withPlainDigits,
} from '@portal/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import { listedLanguages } from '#lib/page/page-settings.ts'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { DateField, type DateReader } from '#ui/field/date-field.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { FieldViewProps } from './field-view-props.ts'
import { LongText } from './long-text.tsx'
import { useCleanTyping } from './use-clean-typing.tsx'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function TextView({ field, value, onChange, autoComplete, ...texts }: FieldViewProps) {
  const shape = {
    email: { type: 'email', inputMode: 'email' },
    phone: { type: 'tel', inputMode: 'tel', isShort: true },
    vatNumber: { type: 'text', inputMode: 'numeric', isShort: true, dir: 'ltr' },
    text: { type: 'text', isShort: (field.max ?? 100) <= 10 },
  } as const
  const { parentValue: _, removedLabel: _gone, renderFiles: _files, ...own } = texts
  const { handleChange, news } = useCleanTyping(onChange)
  return (
    <div>
      <TextInput
        {...own}
        {...shape[field.kind as keyof typeof shape]}
        autoComplete={autoComplete}
        value={text(value)}
        onChange={handleChange}
      />
      {news}
    </div>
  )
}

function LongTextView({ id, label, hint, error, required, field, value, onChange }: FieldViewProps) {
  return (
    <LongText
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      rows={10}
      limit={field.max ?? 10_000}
      value={text(value)}
      onChange={onChange}
    />
  )
}

function DateView({ id, label, hint, error, required, value, onChange, autoComplete }: FieldViewProps) {
  const { t } = useTranslation()
  return (
    <DateField
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      value={text(value)}
      onChange={onChange}
      isBirthday={autoComplete === 'bday'}
      partLabels={{ day: t('report.day'), month: t('report.month'), year: t('report.year') }}
      read={dateReader}
      unreadable={t('report.checkDate')}
    />
  )
}

const dateReader: DateReader = {
  digits: withPlainDigits,
  whole(typed) {
    const day = readTypedDate(typed)
    return day && formatScreenDate(day)
  },
}

const FetchedChoice = lazy(async () => {
  const { FetchedChoice: Choice } = await loadPart(() => import('./fetched-choice.tsx'))
  return { default: Choice }
})

/** What fetches lists is loaded with the first that the page did not bring. */
function ChoiceView(props: FieldViewProps) {
  const preloaded = preloadedList(props.field.list, useTranslation().i18n.language)
  if (preloaded) return <ChoiceList {...props} items={preloaded} />
  return (
    <Suspense fallback={<ChoiceList {...props} items={undefined} />}>
      <FetchedChoice {...props} />
    </Suspense>
  )
}

const TickView = ({ id, label, error, required, value, onChange }: FieldViewProps) => (
  <Checkbox id={id} label={label} error={error} required={required} checked={value === true} onChange={onChange} />
)

/** The kinds of the office's forms and of the register, which `DeskFieldView` draws. */
type DeskKind = 'either' | 'count' | 'lines' | 'organisationNumber' | 'taxCode' | 'amount' | 'choices'
/** What every form may hold. */
type CommonKind = Exclude<FieldKind, DeskKind>

/** How each kind of field looks. A field that needs its own behaviour is a new kind. */
const viewOf: Record<CommonKind, (props: FieldViewProps) => ReactNode> = {
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
  const View = viewOf[props.field.kind as CommonKind]
  return <View {...props} />
}

/** A list that the page preloads, in the given language: the first page can be filled in before anything is fetched. */
function preloadedList(list: ReferenceList | undefined, language: string): readonly ReferenceItem[] | undefined {
  const listed = listedLanguages()
  return list === reportFields.language.list && language === listed?.language ? listed.items : undefined
}
