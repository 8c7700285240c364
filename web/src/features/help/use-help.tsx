import { can, homeOf, paths } from '@portal/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { MenuEntry } from '#ui/menu-button.tsx'
import { books, newsOf } from './books.ts'
import { useBook, useIsSeen } from './help.queries.ts'
import { TourOffer } from './tour/tour-offer.tsx'

const ManualDrawer = lazy(async () => ({
  default: (await loadPart(() => import('./manual-drawer.tsx'))).ManualDrawer,
}))

/** What the help in the bar offers: its entries, and the drawer that one of them opens. */
export function useHelp() {
  const { t } = useTranslation()
  const go = useGo()
  const { selectedRole } = useUser()
  const [isOpen, setOpen] = useState(false)
  const readsNews = can(books.novita.permission, selectedRole)
  const hasNews = useHasNews(readsNews)
  const home = homeOf(selectedRole) ?? paths.deskHome
  const startTour = async () => {
    go(siteHref(home))
    const { showTour } = await loadPart(() => import('./tour/show-tour.ts'))
    await showTour(selectedRole)
  }
  const news: MenuEntry = {
    text: t('help.news'),
    icon: 'it-info-circle',
    href: siteHref(paths.manual, { libro: 'novita' }),
    mark: hasNews ? t('help.newsUnread') : undefined,
  }
  const entries: readonly MenuEntry[] = [
    { text: t('help.thisPage'), icon: 'it-help-circle', onSelect: () => setOpen(true) },
    { text: t('help.tour'), icon: 'it-arrow-right', onSelect: () => void startTour() },
    ...(readsNews ? [news] : []),
  ]
  const panel = (
    <>
      <TourOffer role={selectedRole} home={home} onStart={startTour} />
      {isOpen && (
        <Suspense>
          <ManualDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
  return { entries, panel }
}

/** Whether there are news that the user has not seen, of those who read them. */
function useHasNews(readsNews: boolean): boolean {
  const newest = newsOf(useBook('novita', readsNews).data)
  return useIsSeen(newest ?? '') === false && newest !== undefined
}
