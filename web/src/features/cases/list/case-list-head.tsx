import { type CaseRow, mayEnter, type Page, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { ListRange } from '#lib/list/list-parts.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Badge } from '#ui/status-chip.tsx'
import { SavedViewsMenu } from '../filters/saved-views-menu.tsx'
import type { caseCountQuery } from './case-list.queries.ts'
import type { CaseListSearch } from './case-list-search.ts'
import { type CaseList, listTitleId } from './case-lists.ts'

interface Props {
  readonly list: CaseList
  readonly page: Page<CaseRow> | undefined
  readonly exactCount: ReturnType<typeof caseCountQuery>
  readonly panel: { id: string; isOpen: boolean; count: number; onToggle: () => void }
  readonly search: CaseListSearch
}

/** The name of a list, how many cases it has, and what there is for all of it. */
export function CaseListHead({ list, page, exactCount, panel, search }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  return (
    <div className="list-head">
      <div className="list-title">
        <h1 id={listTitleId} tabIndex={-1}>
          {t(`cases.lists.${list.view}`)}
        </h1>
        <ListRange page={page} exactCount={exactCount} />
      </div>
      <div className="cluster">
        {list.view === 'all' && <NavLink href={siteHref(paths.suspects)}>{t('suspects.title')}</NavLink>}
        <Button
          variant="secondary"
          icon="it-funnel"
          aria-expanded={panel.isOpen}
          aria-controls={panel.isOpen ? panel.id : undefined}
          onClick={panel.onToggle}
        >
          {t('cases.filterPanel.title')}
          {panel.count > 0 && (
            <Badge kind="accent" hiddenText={t('cases.filterPanel.inUse', { count: panel.count })}>
              {panel.count}
            </Badge>
          )}
        </Button>
        <SavedViewsMenu list={list} search={search} />
        {mayEnter('newCase', selectedRole) && (
          <NavLink {...shortcut('new')} className={buttonClass()} href={siteHref(paths.caseNew)}>
            {t('caseNew.title')}
          </NavLink>
        )}
      </div>
    </div>
  )
}
