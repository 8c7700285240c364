import { type CaseDraft, type CaseKey, type Field, listAtPath, type ReferenceList } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { EditSession } from '#form/edit/edit-state.ts'
import { changedKeys, fieldOf } from './case-draft.ts'
import { columnsOf, labelOf, wordsOf } from './case-field-texts.ts'

type Line = Readonly<Record<string, unknown>>

type KnownLabel = (list: ReferenceList, id: number) => string | undefined

/** The unsaved changes of a case as lines of text, to be copied elsewhere. */
export const writtenText = (
  t: TFunction,
  { base, draft }: Pick<EditSession<CaseDraft>, 'base' | 'draft'>,
  labelIn: KnownLabel,
): string =>
  changedKeys(base, draft)
    .map((key) => `${labelOf(t, key)}: ${valueText(t, key, draft, labelIn)}`)
    .join('\n')

function valueText(t: TFunction, key: CaseKey, draft: CaseDraft, labelIn: KnownLabel): string {
  const field = fieldOf(key)
  const value: unknown = draft[key]
  if (!Array.isArray(value)) return leafText(t, field, value, labelIn, wordsOf(t, key))
  const columns = Object.keys(columnsOf(t, key))
  const lineText = (line: Line) =>
    columns
      .flatMap((column) => {
        const own = field.columns?.[column]
        return own && line[column] !== undefined ? [leafText(t, own, line[column], labelIn)] : []
      })
      .join(' · ')
  return value.map(lineText).join('; ') || '–'
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
  const list = field.kind === 'choice' ? listAtPath(field.list ?? '') : undefined
  return (list && labelIn(list, Number(value))) ?? String(value)
}
