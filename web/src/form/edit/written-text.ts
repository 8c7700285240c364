import type { Field, Fields, ReferenceList } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { FormTexts } from '../form-texts.ts'
import type { EditSession } from './edit-state.ts'

type Line = Readonly<Record<string, unknown>>
type KnownLabel = (list: ReferenceList, id: number) => string | undefined

/** The fields of a form with what they are called, for its drafts as text. */
export interface WrittenForm<D> {
  readonly fields: Fields
  // A method, like those of its texts: a form knows its own keys alone.
  changedKeys(one: D, other: D): readonly string[]
  readonly texts: FormTexts<string>
}

/** The unsaved changes of a record as lines of text, to be copied elsewhere. */
export const writtenText = <D extends object>(
  t: TFunction,
  form: WrittenForm<D>,
  { base, draft }: Pick<EditSession<D>, 'base' | 'draft'>,
  labelIn: KnownLabel,
): string =>
  form
    .changedKeys(base, draft)
    .map((key) => `${form.texts.labelOf(t, key)}: ${valueText(t, form, key, (draft as Line)[key], labelIn)}`)
    .join('\n')

function valueText<D>(
  t: TFunction,
  { fields, texts }: WrittenForm<D>,
  key: string,
  value: unknown,
  labelIn: KnownLabel,
): string {
  const field = fields[key]
  if (!field) return String(value ?? '–')
  if (!field.columns) return leafText(t, field, value, labelIn, texts.wordsOf?.(t, key))
  const columns = Object.keys(texts.columnsOf(t, key))
  const lineText = (line: Line) =>
    columns
      .flatMap((column) => {
        const own = field.columns?.[column]
        return own && line[column] !== undefined ? [leafText(t, own, line[column], labelIn)] : []
      })
      .join(' · ')
  return ((value ?? []) as readonly Line[]).map(lineText).join('; ') || '–'
}

function leafText(
  t: TFunction,
  field: Field,
  value: unknown,
  labelIn: KnownLabel,
  words: readonly [string, string] = [t('report.yes'), t('report.no')],
): string {
  if (value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return words[value ? 0 : 1]
  const { list } = field
  const labels = (Array.isArray(value) ? value : [value]).map((one) => (list && labelIn(list, Number(one))) ?? one)
  return labels.join(', ')
}
