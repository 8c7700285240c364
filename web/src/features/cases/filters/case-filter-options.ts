import { type CaseFilterKey, type CaseStatus, caseStatusIds } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWholeList } from '#form/choices.ts'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { rowOf } from './case-filter-rows.ts'

export interface FilterOption {
  readonly id: number
  readonly label: string
  readonly parentId?: number | undefined
}

/** What a filter chooses from; of a list too long to be read as a whole, what stands under the parents' choices. */
export function useFilterOptions(key: CaseFilterKey, parentIds: readonly number[]): readonly FilterOption[] {
  const { t } = useTranslation()
  const { kind, list } = rowOf(key)
  const items = useWholeList(list, parentIds)
  const { data: colleagues = [] } = useQuery({ ...colleaguesQuery, enabled: kind === 'operators' })
  if (kind === 'operators')
    return colleagues.map(({ id, lastName, firstName }) => ({ id, label: `${lastName} ${firstName}` }))
  if (kind !== 'statuses') return items
  const statuses = Object.keys(caseStatusIds) as CaseStatus[]
  return statuses.map((status) => ({ id: caseStatusIds[status], label: t(`caseStatuses.${status}`) }))
}
