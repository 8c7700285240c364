import {
  callRequestForm,
  type DraftOf,
  type FollowUp,
  type NewCallRequest,
  readDraft,
  requestCall,
  writeWire,
} from '@portal/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { useSending } from '#form/use-sending.ts'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { missingText } from '#lib/i18n/missing-text.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  /** False while a request waits. */
  readonly canRequest: boolean
  readonly within: (work: () => Promise<FollowUp>) => Promise<void>
}

type Draft = DraftOf<typeof callRequestForm.fields>
type Key = keyof NewCallRequest & string
const { phone, callHours, onlyToReporter } = callRequestForm.fields
const wires = { phone: phone.wire, callHours: callHours.wire, onlyToReporter: onlyToReporter.wire }

/** A reporter asks to be called; once sent, the request is among the messages with its state. */
export function CallRequestForm({ canRequest, within }: Props) {
  const { t } = useTranslation()
  const [isSent, setSent] = useState(false)
  const sentBox = useRef<HTMLDivElement>(null)
  // The form is gone: what replaces it gets the focus.
  useEffect(() => {
    if (isSent) sentBox.current?.focus()
  }, [isSent])
  const labels = {
    phone: t('fields.phone'),
    callHours: t('fields.callHours'),
    onlyToReporter: t('followUp.call.only'),
  }
  const read = (draft: Draft) => readDraft(callRequestForm, draft, today())
  const sending = useSending(async ({ draft, senderKey }: { draft: Draft; senderKey: string }) => {
    const wire = writeWire(callRequestForm, read(draft).values)
    await within(() => call(requestCall, { wire }, { headers: { 'Idempotency-Key': senderKey } }))
    setSent(true)
  })
  const session = useFormSession<Draft, Key>({
    id: 'field-call',
    start: { phone: '', callHours: '', onlyToReporter: false },
    fields: wires,
    labelOf: (key) => labels[key],
    check: (draft) => {
      const sentences = fieldSentences(t, read(draft).fieldErrors)
      const isMissing = draft.phone?.trim() === ''
      const text = missingText(t, t('followUp.call.missing'))
      return isMissing ? { ...sentences, phone: { text, summary: text } } : sentences
    },
    sending,
    send: (draft, { senderKey }) => sending.mutate({ draft, senderKey }),
  })
  const hours = session.field('callHours')
  const number = session.field('phone')
  const only = session.field('onlyToReporter')
  if (!canRequest)
    return (
      <div ref={sentBox} tabIndex={-1} role="status">
        {isSent && <Alert kind="success">{t('followUp.call.sent')}</Alert>}
      </div>
    )
  return (
    <Panel title={t('followUp.call.title')}>
      <form {...session.form}>
        <p>{t('followUp.call.text')}</p>
        <ErrorSummary {...session.summary} />
        <TextInput
          {...number}
          value={number.value ?? ''}
          required
          isShort
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <TextInput {...hours} value={hours.value ?? ''} hint={t('followUp.call.hoursHint')} />
        <Checkbox
          id={only.id}
          label={only.label}
          checked={only.value === true}
          onChange={(checked) => session.set('onlyToReporter', checked)}
        />
        {session.callError && (
          <Alert kind="danger" announce="now">
            {t('followUp.call.failed')}
          </Alert>
        )}
        <div className="form-actions">
          <Button
            type="submit"
            variant="secondary"
            pending={session.isPending}
            pendingText={t('followUp.call.submitting')}
          >
            {t('followUp.call.submit')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
