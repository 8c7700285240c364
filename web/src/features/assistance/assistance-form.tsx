import { type AssistanceDraft, assistanceForm, type Field, isRequired, paths, usesOf } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Trap } from '#form/captcha/trap.tsx'
import { FieldView } from '#form/fields/field-view.tsx'
import { UploadField } from '#form/upload/upload-field.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { UnsentText } from '#lib/drafts/unsent-text.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type AssistanceKey, useAssistance } from './use-assistance.ts'

const uses = usesOf(assistanceForm)

const hintOf = (t: TFunction, key: AssistanceKey) =>
  key === 'email' || key === 'message' ? t(`assistanceForm.hints.${key}`) : undefined

/** What browsers may fill in for the person (WCAG 1.3.5). */
const autoCompleteOf: Partial<Record<AssistanceKey, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
}

type Assistance = ReturnType<typeof useAssistance>

interface Props {
  /** Known data of the user. */
  readonly known: AssistanceDraft
  /** Gets the server's sentence. */
  readonly onSent: (words: string) => void
}

export function AssistanceForm({ known, onSent }: Props) {
  const { t } = useTranslation()
  const trap = useRef<HTMLInputElement>(null)
  const assistance = useAssistance(trap, known, onSent)
  const { session, isUploading, error } = assistance
  return (
    <form {...session.form}>
      <ErrorSummary {...session.summary} />
      <p className="form-note">{t('report.mandatory')}</p>
      {uses.map(({ key }) => (
        <AssistanceField key={key} name={key} assistance={assistance} />
      ))}
      <p>
        <NavLink href={siteHref(paths.privacy)}>{t('assistanceForm.privacy')}</NavLink>
      </p>
      <Trap inputRef={trap} />
      {session.isAttempted && isUploading && <Alert kind="info">{t('assistanceForm.uploading')}</Alert>}
      {error && <SendFailed error={error} />}
      <div className="form-actions">
        <Button type="submit" pending={session.isPending} pendingText={t('assistanceForm.sending')}>
          {t('assistanceForm.send')}
        </Button>
      </div>
      <UnsentText
        hasText={session.hasChanges}
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
}

function AssistanceField({ name, assistance: { session, queue } }: FieldProps) {
  const { t } = useTranslation()
  const field: Field = assistanceForm.fields[name]
  const use = uses.find(({ key }) => key === name)
  return (
    <FieldView
      {...session.field(name)}
      field={field}
      hint={hintOf(t, name)}
      required={use !== undefined && isRequired(use, {})}
      autoComplete={autoCompleteOf[name]}
      renderFiles={(texts) => <UploadField {...texts} queue={queue} />}
      // The kind of the field says of which type its value is.
      onChange={(value) => session.set(name, value as never)}
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
