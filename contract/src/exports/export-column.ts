import type { Field } from '../kit/field.ts'
import type { Fields } from '../kit/form.ts'
import { formatScreenDate, type PlainDate } from '../kit/plain-date.ts'
import type { ReferenceList } from '../reference/reference-lists.ts'

/**
 * What the cells of a column are: a text, a number, a day (`PlainDate`), an instant (`Date`), yes or no, or the entry of a
 * reference list, by its id.
 */
export type ColumnType = 'text' | 'number' | 'date' | 'instant' | 'flag' | 'choice'
type Single = string | number | boolean | PlainDate | Date
/** The value of a cell; several ones are shown in one text. */
export type ExportValue = Single | undefined | readonly Single[]

/** A column of a workbook, of a CSV file and of a screen, for rows of type `R`. */
export interface ExportColumn<R> {
  /** Its name in calls and in saved templates. */
  readonly wire: string
  /** Its heading, in Italian. */
  readonly header: string
  readonly type: ColumnType
  /** Whether a file has the column where the user chooses none. */
  readonly isDefault: boolean
  readonly cellOf: (row: R) => ExportValue
  /** The list of a choice. */
  readonly list?: ReferenceList
  /** The field of the form that the column shows. A file opens no sealed field but those of its columns. */
  readonly field?: string
}

/** Columns of facts: for each its name on the wire, heading, type, whether it is a default column, and its cell. */
export const factColumns = <R>(
  rows: readonly (readonly [
    wire: string,
    header: string,
    type: Exclude<ColumnType, 'choice'>,
    isDefault: boolean,
    cellOf: (row: R) => ExportValue,
  ])[],
): readonly ExportColumn<R>[] =>
  rows.map(([wire, header, type, isDefault, cellOf]) => ({ wire, header, type, isDefault, cellOf }))

type Texts = Readonly<Record<string, string>>

interface FieldTexts {
  /** The labels of the fields. */
  readonly labels: Texts
  /** The labels of the columns of lines: by the field, or of all fields. */
  readonly columns?: Texts | Readonly<Record<string, Texts>>
  /** The two words of an alternative. */
  readonly eithers?: Readonly<Record<string, { readonly first: string; readonly second: string }>>
}

type Values = Readonly<Record<string, unknown>>
const valuesOf = (row: { readonly values: object }) => row.values as Values

const types: Partial<Record<Field['kind'], ColumnType>> = {
  date: 'date',
  flag: 'flag',
  consent: 'flag',
  count: 'number',
  amount: 'number',
  choices: 'choice',
}

/** A choice without a list is a link to a record: its number. */
const typeOf = ({ kind, list }: Field): ColumnType =>
  kind === 'choice' ? (list ? 'choice' : 'number') : (types[kind] ?? 'text')

/**
 * The columns of the fields of a form: one for each field, and one for each part of repeated lines. Files have none; the counts
 * of lines, such as a priority, show in their order.
 */
export function fieldColumns<K extends string>(
  fields: Readonly<Record<K, Field>>,
  texts: FieldTexts,
  defaults: readonly NoInfer<K>[],
): readonly ExportColumn<{ readonly values: object }>[] {
  return Object.entries<Field>(fields).flatMap(([key, field]) => {
    if (field.kind === 'files') return []
    const isDefault = defaults.some((one) => one === key)
    const base = { header: texts.labels[key] ?? key, isDefault, field: key }
    return field.columns ? lineColumns(key, field, base, texts.columns) : [singleColumn(key, field, base, texts)]
  })
}

type Base = Pick<ExportColumn<never>, 'header' | 'isDefault'> & { readonly field: string }

function singleColumn(key: string, field: Field, base: Base, { eithers = {} }: FieldTexts) {
  const words = field.kind === 'either' ? eithers[key] : undefined
  const cellOf = (row: { readonly values: object }) => {
    const value = valuesOf(row)[key]
    return (words && value !== undefined ? (value ? words.first : words.second) : value) as ExportValue
  }
  return { ...base, wire: field.wire, type: typeOf(field), cellOf, ...(field.list && { list: field.list }) }
}

function lineColumns(key: string, { wire, columns = {} }: Field, base: Base, labels: FieldTexts['columns'] = {}) {
  const shown = Object.entries<Field>(columns as Fields).filter(([, { kind }]) => kind !== 'count')
  const own = labels[key]
  const texts = (typeof own === 'object' ? own : labels) as Texts
  return shown.map(([name, column]): ExportColumn<{ readonly values: object }> => {
    const header = shown.length === 1 ? base.header : `${base.header}: ${texts[name] ?? name}`
    const wordOf = (value: Single) => (column.kind === 'date' ? formatScreenDate(value as PlainDate) : value)
    const cellOf = (row: { readonly values: object }) =>
      ((valuesOf(row)[key] ?? []) as readonly Values[]).flatMap((line) => (line[name] ?? []) as Single[]).map(wordOf)
    const list = column.list && { list: column.list }
    return { ...base, header, wire: `${wire}.${column.wire}`, type: column.list ? 'choice' : 'text', cellOf, ...list }
  })
}
