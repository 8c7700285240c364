import { homeOf, paths, type Role } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { basePath } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { pageAt } from '../books.ts'
import { useIsSeen, useMarkSeen } from '../help.queries.ts'

interface Props {
  readonly role: Role
  readonly onStart: () => void
}

/** On the home of a role that the user never had before: the tour, to begin or to put aside. */
export function TourOffer({ role, onStart }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const page = useRouterState({ select: ({ location }) => pageAt(location.pathname, basePath) })
  const item = `giro-${role}`
  const isSeen = useIsSeen(item)
  const markSeen = useMarkSeen()
  if (isSeen !== false || page === undefined || paths[page] !== homeOf(role)) return null
  const handleStart = () => {
    markSeen(item)
    onStart()
  }
  return (
    <aside className="tour-offer" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('help.offer.title')}</h2>
      <p>{t('help.offer.text')}</p>
      <div className="tour-offer-buttons">
        <Button variant="quiet" size="sm" onClick={() => markSeen(item)}>
          {t('help.offer.later')}
        </Button>
        <Button size="sm" onClick={handleStart}>
          {t('help.offer.start')}
        </Button>
      </div>
    </aside>
  )
}
