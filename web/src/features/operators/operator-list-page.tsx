import { type OperatorRow, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { operatorColumns } from './operator-columns.tsx'
import { type ListFilters, operatorSource } from './operator-list.ts'
import { operatorHref } from './operator-name.ts'

const operatorList: List<OperatorRow, ListFilters> = {
  ...operatorSource,
  layout: 'form',
  textsOf: (t) => ({
    title: t('operators.title'),
    empty: t('operators.none'),
    emptyNarrowed: t('operators.noneFound'),
    openFilters: t('operators.openFilters'),
    wordsForgotten: t('operators.wordsForgotten'),
  }),
  filterLabel: (t, key) => (key === 'roles' ? t('operators.fields.roles') : t(`operators.filters.${key}`)),
  useColumns: () => operatorColumns(useTranslation().t),
  rowHref: ({ id }) => operatorHref(id),
  Actions: ExportAndNew,
}

/** The people who work here. */
export const OperatorListPage = () => <ListPage list={operatorList} />

function ExportAndNew() {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="secondary" icon="it-download" disabledReason={t('operators.exportLater')}>
        {t('operators.export')}
      </Button>
      <NavLink {...shortcut('new')} href={siteHref(paths.operatorNew)} className={buttonClass()}>
        {t('operators.new')}
      </NavLink>
    </>
  )
}
