import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { ListPage } from '#list/list-page.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { entryListOf } from './entry-list.tsx'
import { useShownList } from './use-shown-list.ts'

/** The entries of the reference list that the address names. */
export function EntriesPage() {
  const { t } = useTranslation()
  const list = useShownList()
  if (list) return <ListPage key={list} list={entryListOf(list)} />
  return (
    <>
      <h1>{t('referenceLists.entries')}</h1>
      <p>{t('referenceLists.unknown')}</p>
      <NavLink href={siteHref(paths.referenceLists)}>{t('referenceLists.back')}</NavLink>
    </>
  )
}
