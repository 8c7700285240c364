import {
  type CaseKey,
  type ChoicePath,
  type FormFieldError,
  type OfficeKey,
  officeFields,
  type ReportDraft,
} from '@portal/contract'
import type officeTexts from '@portal/contract/texts/office/it.json'
import type { TFunction } from 'i18next'
import { lineFieldId } from '#form/desk-field-props.ts'
import { fieldSentences } from '#form/use-form-session.ts'
import { editableKeys, fieldOf } from './case-draft.ts'

export type GroupName = keyof typeof officeTexts.caseGroups
type ColumnName = keyof typeof officeTexts.caseColumns
type EitherKey = keyof typeof officeTexts.caseEithers
type LinesKey =
  | 'victimCitizenships'
  | 'offenderCitizenships'
  | 'contexts'
  | 'grounds'
  | 'hashtags'
  | 'protocolNumbers'
  | 'performedActions'

const isOffice = (key: CaseKey): key is OfficeKey => key in officeFields

export const labelOf = (t: TFunction, key: CaseKey): string =>
  isOffice(key) ? t(`caseFields.${key}`) : t(`fields.${key as keyof ReportDraft}`)

/** The two options of a field of kind `either`. */
export const wordsOf = (t: TFunction, key: CaseKey): readonly [string, string] | undefined =>
  fieldOf(key).kind === 'either'
    ? [t(`caseEithers.${key as EitherKey}.first`), t(`caseEithers.${key as EitherKey}.second`)]
    : undefined

/** The labels of the columns that people fill in; the order of lines says which ground is the main one. */
export const columnsOf = (t: TFunction, key: CaseKey): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldOf(key).columns ?? {}).flatMap(([column, { kind }]) =>
      kind === 'count' ? [] : [[column, t(`caseColumns.${column as ColumnName}`)]],
    ),
  )

/** The label of a choice: of a field, or of a column of its lines. */
export function choiceLabel(t: TFunction, path: ChoicePath): string {
  const [key, column = ''] = path.split('.') as [CaseKey, string?]
  return columnsOf(t, key)[column] ?? labelOf(t, key)
}

/** Lines of which the first is the main one. */
const withMain: readonly CaseKey[] = ['grounds']

export const mainTextsOf = (t: TFunction, key: CaseKey) =>
  withMain.includes(key)
    ? { badge: t('lines.main'), make: (name: string) => t('lines.makeMainOf', { name }) }
    : undefined

export const addTextOf = (t: TFunction, key: CaseKey) => t(`lines.add.${key as LinesKey}`)
export const lineNameOf = (t: TFunction, key: CaseKey, number: number) => t(`lines.one.${key as LinesKey}`, { number })

export const caseFormId = 'field'
/** Id of the control of a field. */
export const fieldId = (key: string) => `${caseFormId}-${key}`

/** The place of an error at a path on the wire: a field or, as `grounds-0-groundId`, a column of one of its lines. */
function placeOf(key: CaseKey, path: string): string {
  const { wire, columns } = fieldOf(key)
  if (!(columns && path.startsWith(`${wire}.`))) return key
  const [index, columnWire] = path.slice(wire.length + 1).split('.')
  const names = Object.keys(columns)
  const column = names.find((name) => columns[name]?.wire === columnWire) ?? names[0] ?? ''
  return lineFieldId(key, Number(index), column)
}

/** The field or the line of a place. */
const partsOf = (place: string) => {
  const [key = '', index, column = ''] = place.split('-')
  return { key: key as CaseKey, index: index === undefined ? undefined : Number(index), column }
}
export const fieldOfPlace = (place: string): CaseKey => partsOf(place).key

/** The place that an error of the server is about. */
export function placeAt(path: string, keys: readonly CaseKey[] = editableKeys): string | undefined {
  const key = keys.find((one) => `${path}.`.startsWith(`${fieldOf(one).wire}.`))
  return key && placeOf(key, path)
}

/** The errors of a reading in words, by place. */
export const caseErrors = (t: TFunction, fieldErrors: readonly FormFieldError[]) =>
  fieldSentences(t, fieldErrors, ({ key, path }) => placeOf(key as CaseKey, path))

/** What an error in a place is called. */
export function labelOfPlace(t: TFunction, place: string): string {
  const { key, index, column } = partsOf(place)
  if (index === undefined) return labelOf(t, key)
  const columns = columnsOf(t, key)
  const name = lineNameOf(t, key, index + 1)
  return Object.keys(columns).length > 1 ? `${name}, ${columns[column]}` : name
}
