import type { Role } from '@portal/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { useIsSeen, useMarkSeen } from '../help.queries.ts'
import { usePagePath } from '../use-page-path.ts'

interface Props {
  readonly role: Role
  /** The path of the home of the role. */
  readonly home: string
  readonly onStart: () => void
}

/** On the home of a role that the user never had before: the tour, to begin or to put aside. */
export function TourOffer({ role, home, onStart }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const path = usePagePath()
  const item = `giro-${role}`
  const isSeen = useIsSeen(item)
  const markSeen = useMarkSeen()
  if (isSeen !== false || path !== home) return null
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
