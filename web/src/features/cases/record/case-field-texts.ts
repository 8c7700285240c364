import {
  type CaseKey,
  caseForm,
  type Field,
  type FormIssue,
  type OfficeKey,
  officeFields,
  type ReportDraft,
  usesOf,
} from '@portal/contract'
import type officeTexts from '@portal/contract/texts/office/it.json'
import type { TFunction } from 'i18next'
import { lineFieldId } from '#form/desk-field-props.ts'
import type { CallFault } from '#lib/api/call-error.ts'
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

/** Lines of which the first is the main one. */
const withMain: readonly CaseKey[] = ['grounds']

export const mainTextsOf = (t: TFunction, key: CaseKey) =>
  withMain.includes(key)
    ? { badge: t('lines.main'), make: (name: string) => t('lines.makeMainOf', { name }) }
    : undefined

export const addTextOf = (t: TFunction, key: CaseKey) => t(`lines.add.${key as LinesKey}`)
export const lineNameOf = (t: TFunction, key: CaseKey, number: number) => t(`lines.one.${key as LinesKey}`, { number })

/** A validation error of a field; an error from the server has its own text. */
export interface CaseIssue extends FormIssue {
  readonly text?: string
}

export const issueText = (t: TFunction, { message, params, text }: CaseIssue): string =>
  text ?? t(`messages.${message}`, params ?? {})

/** The errors from the server, assigned to their fields. */
export const issuesOfFaults = (faults: readonly CallFault[], keys: readonly CaseKey[] = editableKeys): CaseIssue[] =>
  faults.flatMap(({ campo, codice, messaggio }) => {
    const key = keys.find((one) => `${campo}.`.startsWith(`${fieldOf(one).wire}.`))
    return key ? [{ key, path: campo, message: codice as FormIssue['message'], text: messaggio }] : []
  })

/** Id of the control of a field. */
export const fieldId = (key: string) => `field-${key}`

/** Line and column of an error in a field of lines; undefined where it concerns the whole field. */
export function placeInLines(field: Field, { path }: FormIssue): { index: number; column: string } | undefined {
  if (!path.startsWith(`${field.wire}.`)) return undefined
  const [index = '', wire = ''] = path.slice(field.wire.length + 1).split('.')
  const [first = ''] = Object.keys(field.columns ?? {})
  const column = Object.entries(field.columns ?? {}).find(([, own]) => own.wire === wire)?.[0] ?? first
  return { index: Number(index), column }
}

const places = usesOf(caseForm).map(({ key }) => key as string)

/** Sort key of an error: field, line, column. */
function placeOf(issue: CaseIssue): readonly number[] {
  const field = editableKeys.includes(issue.key as CaseKey) ? fieldOf(issue.key as CaseKey) : undefined
  const line = field && placeInLines(field, issue)
  const column = Object.keys(field?.columns ?? {}).indexOf(line?.column ?? '')
  return [places.indexOf(issue.key), line?.index ?? -1, column]
}

/** Errors in the order of the form. */
export const inFormOrder = (issues: readonly CaseIssue[]): CaseIssue[] =>
  issues
    .map((issue) => ({ issue, place: placeOf(issue) }))
    .sort((one, other) => {
      const at = one.place.findIndex((number, index) => number !== other.place[index])
      return (one.place[at] ?? 0) - (other.place[at] ?? 0)
    })
    .map(({ issue }) => issue)

/** An error in the summary of the form, with the id of the control that it links to. */
export function summaryLine(t: TFunction, issue: CaseIssue): { fieldId: string; text: string } {
  const key = issue.key as CaseKey
  const place = placeInLines(fieldOf(key), issue)
  const text = issueText(t, issue)
  if (!place) return { fieldId: fieldId(key), text: `${labelOf(t, key)}: ${text}` }
  const columns = columnsOf(t, key)
  const column = Object.keys(columns).length > 1 ? columns[place.column] : undefined
  const name = [lineNameOf(t, key, place.index + 1), column].filter(Boolean).join(', ')
  return { fieldId: lineFieldId(fieldId(key), place.index, place.column), text: `${name}: ${text}` }
}
