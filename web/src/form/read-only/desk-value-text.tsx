import { type Field, type FieldKind, referenceLists } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/status-chip.tsx'
import { useList } from '../choices.ts'
import type { Line } from '../fields/desk-field-props.ts'
import { ValueText } from './value-text.tsx'

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

/** A list that can be read whole is: what narrowed the choice may not be known any more. */
function wholeListOf(field: Field): Field {
  const needsParent = field.list !== undefined && 'needsParent' in referenceLists[field.list]
  const { parent: _, ...whole } = field
  return needsParent ? field : whole
}

function ChoiceText({ field, value, parentValue }: Props) {
  const { t } = useTranslation()
  const whole = wholeListOf(field)
  const { items, isLoading } = useList(whole, whole.parent === undefined ? undefined : parentValue)
  const chosen = items.find(({ id }) => id === value)
  return chosen?.label ?? (isLoading ? '…' : t('lineKit.gone'))
}

/** An amount in euros, in the figures and marks of the page's language. */
function AmountText({ value }: { value: unknown }) {
  const { i18n } = useTranslation()
  const shape = { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 } as const
  return (
    <bdi className="figures">{new Intl.NumberFormat(`${i18n.language}-u-nu-latn`, shape).format(Number(value))}</bdi>
  )
}

function ChoicesText({ field, value, parentValue }: Props) {
  return (value as readonly number[]).map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <ChoiceText {...{ field, parentValue }} value={id} />
    </span>
  ))
}

function LineText({ field: { columns = {} }, columns: names = {}, line }: Props & { readonly line: Line }) {
  const given = Object.keys(names).flatMap((column) => {
    const own = columns[column]
    const value = line[column]
    return own && value !== undefined ? [{ column, own, value }] : []
  })
  return given.map(({ column, own, value }, index) => (
    <span key={column}>
      {index > 0 && ' · '}
      <DeskValueText
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

const viewOf: Partial<Record<FieldKind, (props: Props) => ReactNode>> = {
  lines: LinesText,
  choice: ChoiceText,
  choices: ChoicesText,
  amount: AmountText,
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A field's value as the office reads it; the kinds of the office's forms too. */
export function DeskValueText(props: Props): ReactNode {
  const { t } = useTranslation()
  const { field, value, words } = props
  const [first, second] = words ?? [t('report.yes'), t('report.no')]
  if (isEmpty(value) && field.kind !== 'flag' && field.kind !== 'consent')
    return <span className="not-given">{t('report.notGiven')}</span>
  if (field.kind === 'either') return value === true ? first : second
  if (field.kind === 'count') return <bdi className="figures">{String(value)}</bdi>
  const View = viewOf[field.kind] ?? ValueText
  return <View {...props} />
}
