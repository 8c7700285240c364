import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { mailboxesQuery } from './mailbox.queries.ts'

/** What the list of mails shows, and which mailbox cannot be read now: what is in it is not in the list. */
export function MailboxNotes() {
  const { t } = useTranslation()
  const mailboxes = useQuery(mailboxesQuery).data?.mailboxes
  const failing = mailboxes?.filter(({ failingSince }) => failingSince !== undefined) ?? []
  return (
    <>
      <p>{t('mailbox.intro')}</p>
      {mailboxes?.length === 0 && (
        <Alert kind="info">
          <p>{t('mailbox.noMailbox')}</p>
        </Alert>
      )}
      {failing.map(({ isCertified, failure = 'other', failingSince, readAt }) => (
        <Alert
          key={String(isCertified)}
          kind="warning"
          announce="politely"
          title={t(isCertified ? 'mailbox.failing.certified' : 'mailbox.failing.ordinary', {
            since: failingSince && formatInstant(failingSince),
          })}
        >
          <p>
            <span>{t(`mailbox.failures.${failure}`)}</span>{' '}
            {readAt && <span>{t('mailbox.lastRead', { at: formatInstant(readAt) })}</span>}
          </p>
        </Alert>
      ))}
    </>
  )
}
