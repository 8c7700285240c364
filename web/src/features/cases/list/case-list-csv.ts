import type { CaseRow, ReferenceBundle } from '@portal/contract'
import type { TFunction } from 'i18next'
import { csvOf } from '#lib/files/csv.ts'
import { columnIdsOf } from './case-columns.tsx'
import type { CaseList } from './case-lists.ts'
import { caseTexts } from './case-texts.ts'

/** Cases as CSV: the columns of their list, with the labels of the screen. */
export function casesCsv(
  t: TFunction,
  lists: ReferenceBundle | undefined,
  list: CaseList,
  rows: readonly CaseRow[],
): string {
  const ids = columnIdsOf(list)
  const texts = caseTexts(t, lists)
  return csvOf([ids.map((id) => t(`cases.columns.${id}`)), ...rows.map((row) => ids.map((id) => texts[id](row)))])
}
