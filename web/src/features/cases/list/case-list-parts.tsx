import type { CaseFilters } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { classNames } from '#ui/class-names.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type CaseListSearch, listHref } from './case-list-search.ts'
import { type CaseList, endedStatuses } from './case-lists.ts'

const isEnded = ({ filters: { statuses = [] } }: CaseListSearch) =>
  statuses.length === endedStatuses.length && statuses.every((status) => endedStatuses.includes(status))

/** The two parts of a list that separates what is pending from what has ended. */
export function CaseListParts({ list, search }: { list: CaseList; search: CaseListSearch }) {
  const { t } = useTranslation()
  if (!list.usualStatuses) return null
  const { statuses, ...filters } = search.filters
  const parts: readonly (readonly ['pending' | 'ended', boolean, CaseFilters])[] = [
    ['pending', !statuses, filters],
    ['ended', isEnded(search), { ...filters, statuses: [...endedStatuses] }],
  ]
  return (
    <nav className="list-parts" aria-label={t('cases.parts.label')}>
      {parts.map(([part, isCurrent, narrowed]) => (
        <NavLink
          key={part}
          className={classNames('list-part', isCurrent && 'list-part-current')}
          aria-current={isCurrent ? 'page' : undefined}
          href={listHref(list, { ...search, filters: narrowed })}
        >
          {t(`cases.parts.${part}`)}
        </NavLink>
      ))}
    </nav>
  )
}
