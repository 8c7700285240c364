import { can, type OfficeMessage, paths, type SentMail, type SentMailState } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'

const chipOf: Readonly<Record<SentMailState, StatusKind>> = {
  queued: 'expired',
  sent: 'closed',
  accepted: 'closed',
  delivered: 'closed',
  failed: 'failed',
}

/** What became of a message or a letter that went by mail. */
export function SentMailMark({ mail: { state, reason, at } }: { readonly mail: SentMail }) {
  const { t } = useTranslation()
  return (
    <p className="cluster">
      <StatusChip kind={chipOf[state]} label={t(`mailbox.sentStates.${state}`)} />
      {at && <ShowInstant instant={at} />}
      {state === 'failed' && <span>{t(reason ? `mailbox.deliveryReasons.${reason}` : 'mailbox.neverSent')}</span>}
    </p>
  )
}

/** How a message went or came by mail; nothing for one that did not. */
export function MessageMail({ message: { mail, receivedMailId } }: { readonly message: OfficeMessage }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  if (mail) return <SentMailMark mail={mail} />
  if (receivedMailId === undefined) return null
  return (
    <p className="cluster">
      <span>{t('mailbox.cameByMail')}</span>
      {can('newCase', selectedRole) && (
        <NavLink href={siteHref(paths.receivedMail, { id: receivedMailId })}>{t('mailbox.openMail')}</NavLink>
      )}
    </p>
  )
}
