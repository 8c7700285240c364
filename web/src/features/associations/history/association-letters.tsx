import type { AssociationLetter } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PagedTimeline } from '#lib/backoffice/paged-timeline.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Badge, StatusChip, type StatusKind } from '#ui/status-chip.tsx'
import { associationLettersQuery } from '../associations.queries.ts'

/** The letters that the portal sent to an association, newest first. */
export function AssociationLetters({ associationId }: { associationId: number }) {
  const { t } = useTranslation()
  return (
    <PagedTimeline
      texts={{
        title: t('register.letters.title'),
        loading: t('register.letters.loading'),
        none: t('register.letters.none'),
      }}
      query={useInfiniteQuery(associationLettersQuery(associationId))}
      renderEntry={(letter) => <Letter letter={letter} />}
    />
  )
}

const chipOf: Readonly<Record<AssociationLetter['state'], StatusKind>> = {
  queued: 'expired',
  sent: 'closed',
  failed: 'failed',
}

function Letter({ letter: { kind, at, recipient, isCertified, state, sentAt } }: { letter: AssociationLetter }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={sentAt ?? at} /> <strong>{t(`register.letterKinds.${kind}`)}</strong>{' '}
        <StatusChip kind={chipOf[state]} label={t(`register.letterStates.${state}`)} />
      </p>
      <p className="timeline-who">
        {t('register.letters.to')} <bdi dir="ltr">{recipient}</bdi>{' '}
        <Badge>{t(isCertified ? 'register.letters.pec' : 'register.letters.mail')}</Badge>
      </p>
    </>
  )
}
