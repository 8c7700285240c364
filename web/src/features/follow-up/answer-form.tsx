import {
  answerFollowUp,
  answerForm,
  type FollowUp,
  limits,
  type MessageKey,
  readDraft,
  writeWire,
} from '@portal/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from '#form/fields/long-text.tsx'
import { UploadField } from '#form/upload/upload-field.tsx'
import { useUploads } from '#form/upload/upload-queue.ts'
import { isAsking, isUploading } from '#form/upload/upload-rules.ts'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { useSending } from '#form/use-sending.ts'
import { call } from '#lib/api/call.ts'
import { UnsentText } from '#lib/drafts/unsent-text.tsx'
import { forgetUploads } from '#lib/files/uploaded-files.ts'
import { today } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Unsent } from './use-unsent.ts'

interface Props {
  readonly within: (work: () => Promise<FollowUp>) => Promise<void>
  readonly unsent: Unsent
}

const empty = { text: '' }
type Key = 'text' | 'attachments'
/** The fields in their order, with their names on the wire. */
const fields = { text: answerForm.fields.text.wire, attachments: answerForm.fields.attachments.wire }
const labels = { text: 'followUp.answer', attachments: 'followUp.attach' } as const

function useAnswer({ within, unsent }: Props) {
  const { t } = useTranslation()
  const { queue, type } = unsent
  const files = useUploads(queue)
  const { accepted } = files
  const [isSent, setSent] = useState(false)
  const sentBox = useRef<HTMLDivElement>(null)
  const read = ({ text }: typeof empty) =>
    readDraft(answerForm, { text, attachments: accepted.length > 0 ? accepted : undefined }, today())
  const sendAnswer = async (wire: object, senderKey: string) => {
    // Two clicks make one message. The files are part of it.
    const headers = { 'Idempotency-Key': `${senderKey}.${accepted.map(({ id }) => id.slice(0, 8)).join('.')}` }
    const record = await call(answerFollowUp, { wire }, { headers })
    forgetUploads(accepted.map(({ id }) => id))
    queue.clear()
    session.restart(empty)
    return record
  }
  const sending = useSending(async ({ wire, senderKey }: { wire: object; senderKey: string }) => {
    await within(() => sendAnswer(wire, senderKey))
    setSent(true)
    sentBox.current?.focus()
  })
  const session = useFormSession<typeof empty, Key>({
    id: 'field-answer',
    start: empty,
    saved: { work: { text: unsent.text }, write: ({ text }) => type(text), forget: () => type('') },
    fields,
    labelOf: (key) => t(labels[key]),
    check: (draft) => fieldSentences(t, read(draft).fieldErrors),
    keyAt: (path) => (path.startsWith(fields.attachments) ? 'attachments' : 'text'),
    serverSentence: ({ codice }) => t(`messages.${codice as MessageKey}`),
    sending,
    send: (draft, { senderKey }) => {
      if (!isUploading(files)) sending.mutate({ wire: writeWire(answerForm, read(draft).values), senderKey })
    },
  })
  return {
    session,
    queue,
    isSent,
    sentBox,
    files,
    hasUnsent: unsent.text.trim() !== '' || accepted.length > 0,
    handleType: (text: string) => {
      setSent(false)
      session.set('text', text)
    },
  }
}

/** The reporter's answer, with files. */
export function AnswerForm(props: Props) {
  const { t } = useTranslation()
  const { session, queue, isSent, sentBox, files, hasUnsent, handleType } = useAnswer(props)
  return (
    <Panel title={t('followUp.answerTitle')}>
      <form {...session.form}>
        <ErrorSummary {...session.summary} />
        <LongText
          {...session.field('text')}
          hint={t('followUp.answerHint')}
          required
          onChange={handleType}
          limit={limits.narrativeCodePoints}
        />
        <UploadField
          id="field-answer-attachments"
          label={t(labels.attachments)}
          error={session.errorOf('attachments')}
          queue={queue}
        />
        {session.isAttempted && isUploading(files) && (
          <Alert kind="info">{t(isAsking(files) ? 'upload.traces.decide' : 'followUp.uploading')}</Alert>
        )}
        {session.callError && (
          <Alert kind="danger" title={t('followUp.sendFailed')} announce="now">
            {t('followUp.sendFailedText')}
          </Alert>
        )}
        <div ref={sentBox} tabIndex={-1} role="status">
          {isSent && <Alert kind="success">{t('followUp.sent')}</Alert>}
        </div>
        <div className="form-actions">
          <Button type="submit" pending={session.isPending} pendingText={t('followUp.sending')}>
            {t('followUp.send')}
          </Button>
        </div>
      </form>
      <UnsentText
        hasText={() => hasUnsent}
        texts={{
          title: t('followUp.unsaved.title'),
          text: t('followUp.unsaved.text'),
          leave: t('followUp.unsaved.leave'),
          stay: t('followUp.unsaved.stay'),
          close: t('site.close'),
        }}
      />
    </Panel>
  )
}
