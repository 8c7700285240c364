import {
  type CaseKey,
  type ChoicePath,
  caseFields,
  type OfficeKey,
  officeFields,
  type ReportDraft,
} from '@portal/contract'
import type officeTexts from '@portal/contract/texts/office/it.json'
import type { TFunction } from 'i18next'
import { definePlaces, type FormTexts } from '#form/form-texts.ts'
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

export const caseLabel = (t: TFunction, key: CaseKey): string =>
  isOffice(key) ? t(`caseFields.${key}`) : t(`fields.${key as keyof ReportDraft}`)

/** The two options of a field of kind `either`. */
const wordsOf = (t: TFunction, key: CaseKey): readonly [string, string] | undefined =>
  fieldOf(key).kind === 'either'
    ? [t(`caseEithers.${key as EitherKey}.first`), t(`caseEithers.${key as EitherKey}.second`)]
    : undefined

/** The labels of the columns that people fill in; the order of lines says which ground is the main one. */
const columnsOf = (t: TFunction, key: CaseKey): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldOf(key).columns ?? {}).flatMap(([column, { kind }]) =>
      kind === 'count' ? [] : [[column, t(`caseColumns.${column as ColumnName}`)]],
    ),
  )

/** The label of a choice: of a field, or of a column of its lines. */
export function choiceLabel(t: TFunction, path: ChoicePath): string {
  const [key, column = ''] = path.split('.') as [CaseKey, string?]
  return columnsOf(t, key)[column] ?? caseLabel(t, key)
}

/** Lines of which the first is the main one. */
const withMain: readonly CaseKey[] = ['grounds']

const mainTextsOf = (t: TFunction, key: CaseKey) =>
  withMain.includes(key)
    ? { badge: t('lines.main'), make: (name: string) => t('lines.makeMainOf', { name }) }
    : undefined

const addTextOf = (t: TFunction, key: CaseKey) => t(`lines.add.${key as LinesKey}`)
const lineNameOf = (t: TFunction, key: CaseKey, number: number) => t(`lines.one.${key as LinesKey}`, { number })

export const caseFormId = 'field'
/** Id of the control of a field. */
export const fieldId = (key: string) => `${caseFormId}-${key}`

export const caseTexts: FormTexts<CaseKey> = {
  labelOf: caseLabel,
  columnsOf,
  wordsOf,
  lineNameOf,
  addTextOf,
  mainTextsOf,
}

export const casePlaces = definePlaces<CaseKey>({ fields: caseFields, keys: editableKeys }, caseTexts)
export const { placeAt, errorsOf: caseErrors, labelOfPlace } = casePlaces
