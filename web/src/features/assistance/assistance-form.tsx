import {
  type AssistanceDraft,
  assistanceForm,
  type Field,
  type FormIssue,
  isRequired,
  paths,
  usesOf,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Trap } from '#form/captcha/trap.tsx'
import { FieldView } from '#form/field-view.tsx'
import { UploadField } from '#form/upload/upload-field.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { UnsentText } from '#lib/drafts/unsent-text.tsx'
import { missingText } from '#lib/i18n/missing-text.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type AssistanceKey, useAssistance } from './use-assistance.ts'

const fieldId = (key: string) => `field-${key}`
const uses = usesOf(assistanceForm)

const labelOf = (t: TFunction, key: AssistanceKey) =>
  key === 'subject' || key === 'message' || key === 'consent' ? t(`assistanceForm.fields.${key}`) : t(`fields.${key}`)
const hintOf = (t: TFunction, key: AssistanceKey) =>
  key === 'email' || key === 'message' ? t(`assistanceForm.hints.${key}`) : undefined
type TodoName = Exclude<AssistanceKey, 'phone' | 'attachments'>
const isMissing = ({ message }: FormIssue) => message === 'campo_obbligatorio'
const textOf = (t: TFunction, issue: FormIssue) =>
  isMissing(issue)
    ? missingText(t, t(`assistanceForm.todo.${issue.key as TodoName}`))
    : t(`messages.${issue.message}`, { ...issue.params })

/** What browsers may fill in for the person (WCAG 1.3.5). */
const autoCompleteOf: Partial<Record<AssistanceKey, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
}

type Assistance = ReturnType<typeof useAssistance>

interface Props {
  /** What is known of whoever asks. */
  readonly known: AssistanceDraft
  /** Gets the server's sentence. */
  readonly onSent: (words: string) => void
}

export function AssistanceForm({ known, onSent }: Props) {
  const { t } = useTranslation()
  const trap = useRef<HTMLInputElement>(null)
  const assistance = useAssistance(trap, known)
  const { issues, isUploading, sending } = assistance
  const [attempt, setAttempt] = useState(0)
  const shown = attempt > 0 ? issues : []
  const errors = shown.map((issue) => ({
    fieldId: fieldId(issue.key),
    text: isMissing(issue) ? textOf(t, issue) : `${labelOf(t, issue.key as AssistanceKey)}: ${textOf(t, issue)}`,
  }))
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (issues.length > 0 || isUploading) return
    sending.mutate(undefined, {
      onSuccess: ({ words }) => onSent(words),
      // What the server found wrong takes the focus to the summary.
      onError: () => setAttempt((before) => before + 1),
    })
  }
  return (
    <form noValidate onSubmit={handleSubmit}>
      <ErrorSummary title={t('report.errorTitle')} errors={errors} attempt={attempt} />
      <p className="form-note">{t('report.mandatory')}</p>
      {uses.map(({ key }) => (
        <AssistanceField
          key={key}
          name={key}
          assistance={assistance}
          issue={shown.find((found) => found.key === key)}
        />
      ))}
      <p>
        <NavLink href={siteHref(paths.privacy)}>{t('assistanceForm.privacy')}</NavLink>
      </p>
      <Trap inputRef={trap} />
      {attempt > 0 && isUploading && <Alert kind="info">{t('assistanceForm.uploading')}</Alert>}
      {sending.isError && <SendFailed error={sending.error} />}
      <div className="form-actions">
        <Button type="submit" pending={sending.isPending} pendingText={t('assistanceForm.sending')}>
          {t('assistanceForm.send')}
        </Button>
      </div>
      <UnsentText
        hasText={assistance.hasText && !sending.isSuccess}
        texts={{
          title: t('assistanceForm.unsaved.title'),
          text: t('assistanceForm.unsaved.text'),
          leave: t('assistanceForm.unsaved.leave'),
          stay: t('assistanceForm.unsaved.stay'),
          close: t('site.close'),
        }}
      />
    </form>
  )
}

interface FieldProps {
  readonly name: AssistanceKey
  readonly assistance: Assistance
  readonly issue: FormIssue | undefined
}

function AssistanceField({ name, assistance, issue }: FieldProps) {
  const { t } = useTranslation()
  const { draft, queue, set } = assistance
  const field: Field = assistanceForm.fields[name]
  const use = uses.find(({ key }) => key === name)
  return (
    <FieldView
      id={fieldId(name)}
      field={field}
      label={labelOf(t, name)}
      hint={hintOf(t, name)}
      error={issue && textOf(t, issue)}
      required={use !== undefined && isRequired(use, {})}
      value={draft[name]}
      autoComplete={autoCompleteOf[name]}
      renderFiles={(texts) => <UploadField {...texts} queue={queue} />}
      onChange={(value) => set(name, value as never)}
    />
  )
}

/** What the server says of a refusal; what was typed is still there. */
function SendFailed({ error }: { error: Error }) {
  const { t } = useTranslation()
  const hasWords = error instanceof CallError && error.errorCode !== undefined
  return (
    <Alert kind="danger" title={t('assistanceForm.failed')} announce="now">
      {hasWords && <p>{error.message}</p>}
      <p>{t('assistanceForm.failedText')}</p>
    </Alert>
  )
}
