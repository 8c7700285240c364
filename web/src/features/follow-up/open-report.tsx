import {
  type Attachment,
  type CallRequest,
  type CaseMessage,
  type FollowUp,
  getAttachment,
  getEarlierMessages,
  shownStateOf,
} from '@portal/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, pathOf } from '#lib/api/call.ts'
import { saveReceipt } from '#lib/files/open-receipt.ts'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { WithEarlier } from '#lib/messages/earlier-messages.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'
import { AnswerForm } from './answer-form.tsx'
import { CallRequestForm } from './call-request-form.tsx'
import type { FollowUps } from './use-follow-up.ts'
import type { Unsent } from './use-unsent.ts'

const chipOf: Readonly<Record<ReturnType<typeof shownStateOf>, StatusKind>> = {
  answered: 'open',
  received: 'open',
  examined: 'working',
  elsewhere: 'external',
  closed: 'closed',
  reopened: 'reopened',
  cancelled: 'cancelled',
}

interface Props {
  readonly record: FollowUp
  readonly followUp: FollowUps
  readonly unsent: Unsent
}

/** An open report, as its reporter sees it. */
export function OpenReport({ record, followUp, unsent }: Props) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone: the opened report gets the focus.
  useEffect(() => heading.current?.focus(), [])
  const { messages, hasEarlier } = record
  const newest = useMemo(() => ({ rows: messages, hasEarlier }), [messages, hasEarlier])
  const loadEarlier = async ({ id }: CaseMessage) => {
    try {
      const page = await call(getEarlierMessages, { query: { before: id } })
      return { rows: page.messages, hasEarlier: page.hasEarlier }
    } catch (error) {
      // An ended session has its own message.
      await followUp.refresh().catch(() => undefined)
      throw error
    }
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        <bdi dir="ltr" translate="no">
          {record.code}
        </bdi>
      </h1>
      <StatePanel record={record} followUp={followUp} />
      <Panel title={t('followUp.messages')}>
        <WithEarlier
          key={record.code}
          newest={newest}
          placeOf={({ id }) => id}
          loadEarlier={loadEarlier}
          texts={{
            show: t('followUp.earlier.show'),
            loading: t('followUp.earlier.loading'),
            failed: t('followUp.earlier.failed'),
          }}
        >
          {(rows) => <MessageList messages={rows} />}
        </WithEarlier>
      </Panel>
      {record.canAnswer ? (
        <AnswerForm within={followUp.within} unsent={unsent} />
      ) : (
        <Alert kind="info">{t('followUp.closedNote')}</Alert>
      )}
      {record.canAnswer && <CallRequestForm canRequest={record.canRequestCall} within={followUp.within} />}
      {record.files.length > 0 && (
        <Panel title={t('followUp.reportFiles')}>
          <FileRows files={record.files} />
        </Panel>
      )}
    </>
  )
}

function StatePanel({ record, followUp }: Pick<Props, 'record' | 'followUp'>) {
  const { t } = useTranslation()
  const { receivedAt, code } = record
  const state = shownStateOf(record)
  return (
    <Panel title={t('followUp.stateTitle')}>
      <p>
        <StatusChip kind={chipOf[state]} label={t(`followUp.states.${state}.label`)} />
      </p>
      <p>{t(`followUp.states.${state}.text`)}</p>
      <DefinitionList items={[{ term: t('followUp.receivedAt'), value: <ShowInstant instant={receivedAt} /> }]} />
      <div className="cluster">
        <ReceiptButton code={code} followUp={followUp} />
        <Button variant="secondary" onClick={() => followUp.refresh().catch(() => undefined)}>
          {t('followUp.refresh')}
        </Button>
        <Button variant="quiet" onClick={followUp.leave}>
          {t('followUp.exit')}
        </Button>
      </div>
    </Panel>
  )
}

function ReceiptButton({ code, followUp }: { code: string; followUp: FollowUps }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'ready' | 'making' | 'failed'>('ready')
  const handleClick = async () => {
    setState('making')
    try {
      await saveReceipt(code)
      setState('ready')
    } catch {
      setState('failed')
      // An ended session has its own message.
      await followUp.refresh().catch(() => undefined)
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        icon="it-download"
        pending={state === 'making'}
        pendingText={t('followUp.preparing')}
        onClick={handleClick}
      >
        {t('followUp.receipt')}
      </Button>
      {state === 'failed' && (
        <Alert kind="danger" announce="now">
          {t('followUp.receiptFailed')}
        </Alert>
      )}
    </>
  )
}

/** What both sides wrote, oldest first. */
function MessageList({ messages }: { messages: readonly CaseMessage[] }) {
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
          {message.call && <RequestedCall call={message.call} />}
          {message.text !== '' && (
            <p className="written-text" dir="auto">
              {message.text}
            </p>
          )}
          {message.files.length > 0 && <FileRows files={message.files} />}
        </li>
      ))}
    </ol>
  )
}

/** A request to be called, and whether the office has called. */
function RequestedCall({ call: { phone, calledAt } }: { call: CallRequest }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('followUp.call.requested', { phone })}</p>
      <p role="status">
        <strong>{t(calledAt ? 'followUp.call.done' : 'followUp.call.waiting')}</strong>
        {calledAt && (
          <>
            {' '}
            <ShowInstant instant={calledAt} />
          </>
        )}
      </p>
    </>
  )
}

/** Files that were sent, each to be fetched again, with the digest that shows that it is unchanged. */
function FileRows({ files }: { files: readonly Attachment[] }) {
  const { t, i18n } = useTranslation()
  return (
    <ul className="file-rows">
      {files.map(({ id, name, size, digest }) => (
        <li key={id}>
          <a href={siteHref(pathOf(getAttachment, { id }))} download={name}>
            <bdi>{name}</bdi>
          </a>{' '}
          <bdi className="figures">{`(${formatBytes(size, i18n.language)})`}</bdi>
          <details>
            <summary>{t('followUp.digest')}</summary>
            <bdi dir="ltr" className="written-text">
              {digest}
            </bdi>
          </details>
        </li>
      ))}
    </ul>
  )
}
