import { type AssociationLetter, can, markLetter } from '@portal/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { PagedTimeline } from '#lib/backoffice/paged-timeline.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'
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
  delivered: 'closed',
  failed: 'failed',
}

function Letter({ letter }: { letter: AssociationLetter }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const { kind, at, recipient, isCertified, state, sentAt, failure, deliveredAt } = letter
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={sentAt ?? at} /> <strong>{t(`register.letterKinds.${kind}`)}</strong>{' '}
        <StatusChip kind={chipOf[state]} label={t(`register.letterStates.${state}`)} />
      </p>
      <p className="timeline-who">
        <span>{t('register.letters.to')}</span> <bdi dir="ltr">{recipient}</bdi>{' '}
        <Badge>{t(isCertified ? 'register.letters.pec' : 'register.letters.mail')}</Badge>
      </p>
      {failure && <p className="timeline-who">{t(`mailbox.deliveryReasons.${failure}`)}</p>}
      {deliveredAt && (
        <p className="timeline-who">
          <span>{t('register.letters.deliveredAt')}</span> <ShowInstant instant={deliveredAt} />
        </p>
      )}
      {sentAt && can('registerEdit', selectedRole) && <ReturnMark letter={letter} />}
    </>
  )
}

/** Notes that a letter came back, or takes the note back, where the portal does not read the mailbox that such mails reach. */
function ReturnMark({ letter: { id, kind, state } }: { letter: AssociationLetter }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const isReturned = state === 'failed'
  const marking = useMutation({
    mutationFn: () => call(markLetter, { body: { id, isReturned: !isReturned } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['associations', 'letters'] }),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={marking.isPending}
      pendingText={t('site.wait')}
      onClick={() => marking.mutate()}
    >
      <span>{t(isReturned ? 'register.letters.delivered' : 'register.letters.returned')}</span>
      <span className="visually-hidden">{`: ${t(`register.letterKinds.${kind}`)}`}</span>
    </Button>
  )
}
