import { submitTypes } from '@portal/contract'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { operatorFieldNames } from './operator-draft.ts'
import { fieldId, OperatorFields } from './operator-fields.tsx'
import { isVersionConflict, type OperatorFormState } from './use-operator-form.ts'

interface Props {
  readonly form: OperatorFormState
  readonly cancelHref: string
  readonly isNew?: boolean
  /** What may be done where somebody else changed the account meanwhile. */
  readonly conflict?: ReactNode
}

/** The form of an account, new or known. */
export function OperatorForm({ form, cancelHref, isNew, conflict }: Props) {
  const { t } = useTranslation()
  const { draft, setDraft, errorOf, submit, isSaving } = form
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(isNew ? submitTypes.list : undefined)
  }
  const errors = operatorFieldNames.flatMap((name) => {
    const text = errorOf(name)
    return text === undefined ? [] : [{ fieldId: fieldId(name), text: `${t(`operators.fields.${name}`)}: ${text}` }]
  })
  return (
    <>
      <UnsavedChanges hasChanges={form.hasChanges} />
      <Refusal form={form} conflict={conflict} isAlone={errors.length === 0} />
      <ErrorSummary title={t('report.errorTitle')} errors={errors} attempt={form.attempt} />
      <form noValidate onSubmit={handleSubmit}>
        <p className="form-note">{t('report.mandatory')}</p>
        <OperatorFields draft={draft} errorOf={errorOf} onChange={setDraft} />
        <div className="form-actions">
          <NavLink href={cancelHref} className={buttonClass('quiet')}>
            {t('desk.cancel')}
          </NavLink>
          {isNew && (
            <Button variant="secondary" onClick={() => !isSaving && submit(submitTypes.another)}>
              {t('operators.saveAndAnother')}
            </Button>
          )}
          <Button {...shortcut('save')} type="submit" pending={isSaving} pendingText={t('site.wait')}>
            {t('operators.save')}
          </Button>
        </div>
      </form>
    </>
  )
}

interface RefusalProps extends Pick<Props, 'form' | 'conflict'> {
  /** No summary of fields takes the focus. */
  readonly isAlone: boolean
}

/** Why the server did not save, in its own words, where the form begins. */
function Refusal({ form: { refusal }, conflict, isAlone }: RefusalProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal && isAlone) box.current?.focus()
  }, [refusal, isAlone])
  if (!refusal) return null
  return (
    <div ref={box} tabIndex={-1} className="form-refusal">
      <Alert kind="danger" title={t('operators.notSaved')} announce="now">
        <p>{refusal.message}</p>
        {isVersionConflict(refusal) && conflict}
      </Alert>
    </div>
  )
}
