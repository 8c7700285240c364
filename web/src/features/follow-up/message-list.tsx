import type { CaseMessage } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { FileRows } from './file-rows.tsx'

/** What both sides wrote, oldest first. */
export function MessageList({ messages }: { messages: readonly CaseMessage[] }) {
  const { t } = useTranslation()
  if (messages.length === 0) return <p>{t('followUp.noMessages')}</p>
  return (
    <ol className="message-list">
      {messages.map((message) => (
        <li key={message.id} className={message.from === 'office' ? 'message' : 'message message-own'}>
          <p className="message-head">
            <strong>{t(message.from === 'office' ? 'followUp.office' : 'followUp.you')}</strong>{' '}
            <ShowInstant instant={message.sentAt} />
          </p>
          <p className="written-text" dir="auto">
            {message.text}
          </p>
          {message.files.length > 0 && <FileRows files={message.files} />}
        </li>
      ))}
    </ol>
  )
}
