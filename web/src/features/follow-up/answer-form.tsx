import {
  answerFollowUp,
  answerForm,
  type FollowUp,
  type FormIssue,
  limits,
  readDraft,
  writeWire,
} from '@portal/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadField } from '#form/upload/upload-field.tsx'
import { useUploads } from '#form/upload/use-uploads.ts'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { UnsentText } from '#lib/drafts/unsent-text.tsx'
import { noteSettled } from '#lib/files/uploaded-files.ts'
import { today } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Unsent } from './use-unsent.ts'

interface Props {
  readonly within: (work: () => Promise<FollowUp>) => Promise<void>
  readonly unsent: Unsent
}

const ids = { text: 'field-answer', attachments: 'field-answer-files' } as const
type Key = keyof typeof ids
type AnswerError = Pick<FormIssue, 'message' | 'params'> & { readonly key: Key }

/** What the server found wrong; its fields are named by their wire paths. */
const faultsOf = (error: unknown): AnswerError[] =>
  error instanceof CallError
    ? error.faults.map(({ campo, codice }) => ({
        key: campo.startsWith('allegati') ? 'attachments' : 'text',
        message: codice as AnswerError['message'],
      }))
    : []

function useAnswer({ within, unsent }: Props) {
  const { text, queue } = unsent
  const { kept, uploads } = useUploads(queue)
  // A retry of the same answer carries the same key: two clicks make one message.
  const [senderKey, setSenderKey] = useState(newSenderKey)
  const [serverErrors, setServerErrors] = useState<readonly AnswerError[]>([])
  const [state, setState] = useState<'ready' | 'sending' | 'failed' | 'sent'>('ready')
  const draft = { text, attachments: kept.length > 0 ? kept : undefined }
  const { values, issues } = readDraft(answerForm, draft, today())
  const send = async () => {
    setState('sending')
    setServerErrors([])
    try {
      const headers = { 'Idempotency-Key': `${senderKey}.${kept.map(({ id }) => id.slice(0, 8)).join('.')}` }
      await within(async () => {
        const record = await call(answerFollowUp, { wire: writeWire(answerForm, values) }, { headers })
        noteSettled(kept.map(({ id }) => id))
        queue.clear()
        unsent.type('')
        setSenderKey(newSenderKey())
        return record
      })
      setState('sent')
      return true
    } catch (error) {
      setServerErrors(faultsOf(error))
      setState('failed')
      return false
    }
  }
  return {
    queue,
    state,
    send,
    issues: [...(issues as readonly AnswerError[]), ...serverErrors],
    isUploading: uploads.some((upload) => upload.state.kind !== 'refused'),
    hasUnsent: text.trim() !== '' || kept.length > 0,
    type(next: string) {
      if (next !== text) setSenderKey(newSenderKey())
      setServerErrors([])
      setState('ready')
      unsent.type(next)
    },
  }
}

/** The reporter's answer, with files. */
export function AnswerForm(props: Props) {
  const { t } = useTranslation()
  const { queue, state, send, issues, isUploading, hasUnsent, type } = useAnswer(props)
  const [attempt, setAttempt] = useState(0)
  const sent = useRef<HTMLDivElement>(null)
  const shown = attempt > 0 && state !== 'sent' ? issues : []
  const wordsOf = ({ message, params }: AnswerError) => t(`messages.${message}`, { ...params })
  const labels = { text: t('followUp.answer'), attachments: t('followUp.attach') }
  const errorOf = (key: Key) => {
    const issue = shown.find((found) => found.key === key)
    return issue && wordsOf(issue)
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (issues.length > 0 || isUploading || state === 'sending') return
    const isSent = await send()
    // What the server found wrong takes the focus to the summary.
    setAttempt((before) => (isSent ? 0 : before + 1))
    if (isSent) sent.current?.focus()
  }
  return (
    <Panel title={t('followUp.answerTitle')}>
      <form noValidate onSubmit={handleSubmit}>
        <ErrorSummary
          title={t('report.errorTitle')}
          attempt={attempt}
          errors={shown.map((issue) => ({ fieldId: ids[issue.key], text: `${labels[issue.key]}: ${wordsOf(issue)}` }))}
        />
        <TextArea
          id={ids.text}
          label={labels.text}
          hint={t('followUp.answerHint')}
          error={errorOf('text')}
          required
          value={props.unsent.text}
          onChange={type}
          limit={limits.narrativeCodePoints}
          leftText={(count) => t('report.charactersLeft', { count })}
        />
        <UploadField id={ids.attachments} label={labels.attachments} error={errorOf('attachments')} queue={queue} />
        {attempt > 0 && isUploading && <Alert kind="info">{t('followUp.uploading')}</Alert>}
        {state === 'failed' && shown.length === 0 && (
          <Alert kind="danger" title={t('followUp.sendFailed')} announce="now">
            {t('followUp.sendFailedText')}
          </Alert>
        )}
        <div ref={sent} tabIndex={-1} role="status">
          {state === 'sent' && <Alert kind="success">{t('followUp.sent')}</Alert>}
        </div>
        <div className="form-actions">
          <Button type="submit" pending={state === 'sending'} pendingText={t('followUp.sending')}>
            {t('followUp.send')}
          </Button>
        </div>
      </form>
      <UnsentText
        hasText={hasUnsent}
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
