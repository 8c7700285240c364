import type { Invitation } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { invitationsQuery, useInvitationAnswer } from './own-associations.queries.ts'

/** The associations that named the user: they act for one when they accept. */
export function Invitations() {
  const { t } = useTranslation()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  if (invitations.length === 0) return null
  return (
    <Panel title={t('personalArea.invitations.title')}>
      <ul className="plain-list stack">
        {invitations.map((invitation) => (
          <li key={invitation.associationId}>
            <InvitationLine invitation={invitation} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function InvitationLine({ invitation: { associationId, name, positions } }: { readonly invitation: Invitation }) {
  const { t } = useTranslation()
  const answering = useInvitationAnswer()
  const answer = (isAccepted: boolean) => answering.mutate({ associationId, isAccepted })
  const words = positions.map((position) => t(`personalArea.invitations.positions.${position}`))
  return (
    <>
      <p>{t('personalArea.invitations.text', { name, positions: words.join(', ') })}</p>
      <div className="cluster">
        <Button pending={answering.isPending} pendingText={t('site.wait')} onClick={() => answer(true)}>
          {t('personalArea.invitations.accept')}
        </Button>
        <Button variant="secondary" onClick={() => answer(false)}>
          {t('personalArea.invitations.decline')}
        </Button>
      </div>
    </>
  )
}
