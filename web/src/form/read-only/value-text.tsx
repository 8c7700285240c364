import {
  type Field,
  type FieldKind,
  type FileRef,
  formatScreenDate,
  type PlainDate,
  referenceLists,
  shownEmail,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { Badge } from '#ui/badge.tsx'
import type { Elements } from '#ui/elements.tsx'
import { useList } from '../choices.ts'
import type { Line } from '../fields/desk-field-props.ts'
import { isEmpty } from './form-display.ts'

interface Props {
  readonly field: Field
  readonly value: unknown
  readonly parentValue?: number | undefined
  /** The two words of a field of kind `either`. */
  readonly words?: readonly [first: string, second: string] | undefined
  /** The columns of lines that are read, each with its name. */
  readonly columns?: Readonly<Record<string, string>> | undefined
  /** How the first line is marked where it is the main one. */
  readonly main?: string | undefined
}

/**
 * The list in which the label of a choice is found: the whole one if it is in the bundle or if what narrowed the choice is unknown, as
 * in a history. What narrows a list that the form fetched is known, and the list is there without another call.
 */
function listToRead(field: Field, parentValue: number | undefined): Field {
  if (field.list === undefined) return field
  const { inBundle, ...row } = referenceLists[field.list]
  const isWhole = inBundle || (parentValue === undefined && !('needsParent' in row))
  const { parent: _, ...whole } = field
  return isWhole ? whole : field
}

function ChoiceText({ field, value, parentValue }: Props) {
  const { t } = useTranslation()
  const read = listToRead(field, parentValue)
  const { items, isLoading } = useList(read, read.parent === undefined ? undefined : parentValue)
  const chosen = items.find(({ id }) => id === value)
  return <span>{chosen?.label ?? (isLoading ? '…' : t('report.notInList'))}</span>
}

function ChoicesText({ field, value, parentValue }: Props) {
  return (value as readonly number[]).map((id, index) => (
    <span key={id}>
      {index > 0 && <span>, </span>}
      <ChoiceText field={field} parentValue={parentValue} value={id} />
    </span>
  ))
}

/** An amount in euros, in the figures and marks of the page's language. */
function AmountText({ value }: Props) {
  const { i18n } = useTranslation()
  const amount = Number(value)
  const decimals = Number.isInteger(amount) ? 0 : 2
  const shape = {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const
  return <bdi className="figures">{new Intl.NumberFormat(`${i18n.language}-u-nu-latn`, shape).format(amount)}</bdi>
}

/** Names of files, with their sizes where they are known. */
function FileNames({ value }: Props) {
  const { i18n } = useTranslation()
  const files = value as readonly (FileRef & { readonly size?: number })[]
  return (
    <ul className="file-names">
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <bdi>{name}</bdi>{' '}
          {size !== undefined && <bdi className="upload-size">{formatBytes(size, i18n.language)}</bdi>}
        </li>
      ))}
    </ul>
  )
}

function LineText({ field: { columns = {} }, columns: names = {}, line }: Props & { readonly line: Line }) {
  const given = Object.keys(names).flatMap((column) => {
    const own = columns[column]
    const value = line[column]
    return own && value !== undefined ? [{ column, own, value }] : []
  })
  return given.map(({ column, own, value }, index) => (
    <span key={column}>
      {index > 0 && <span> · </span>}
      <ValueText
        field={own}
        value={value}
        parentValue={own.parent === undefined ? undefined : (line[own.parent] as number | undefined)}
      />
    </span>
  ))
}

function LinesText(props: Props) {
  const lines = props.value as readonly Line[]
  return (
    <ul className="plain-list">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are read do not move
        <li key={index}>
          <LineText {...props} line={line} /> {index === 0 && props.main && <Badge>{props.main}</Badge>}
        </li>
      ))}
    </ul>
  )
}

const LongText = ({ value }: Props) => (
  <span className="written-text" dir="auto">
    {String(value)}
  </span>
)

const DateText = ({ value }: Props) => (
  <bdi dir="ltr" className="figures">
    {formatScreenDate(value as PlainDate)}
  </bdi>
)

/** How a value is drawn, if its kind needs more than its characters. */
const viewOf: Partial<Record<FieldKind, (props: Props) => Elements>> = {
  lines: LinesText,
  choice: ChoiceText,
  choices: ChoicesText,
  amount: AmountText,
  files: FileNames,
  longText: LongText,
  date: DateText,
  email: ({ value }) => <bdi>{shownEmail(String(value))}</bdi>,
  count: ({ value }) => <bdi className="figures">{String(value)}</bdi>,
}

/** The value of a field as people read it, of whatever kind. */
export function ValueText(props: Props): Elements {
  const { t } = useTranslation()
  const { field, value } = props
  const [first, second] = props.words ?? [t('report.yes'), t('report.no')]
  if (field.kind === 'flag' || field.kind === 'consent') return <span>{value === true ? first : second}</span>
  if (isEmpty(value)) return <span className="not-given">{t('report.notGiven')}</span>
  if (field.kind === 'either') return <span>{value === true ? first : second}</span>
  const View = viewOf[field.kind]
  return View ? <View {...props} /> : <bdi dir={field.kind === 'text' ? 'auto' : 'ltr'}>{String(value)}</bdi>
}
