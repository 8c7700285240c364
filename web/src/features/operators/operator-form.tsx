import { submitTypes } from '@portal/contract'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isVersionConflict } from '#lib/api/call-error.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { FocusedAlert } from '#ui/feedback/focused-alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { OperatorFields } from './operator-fields.tsx'
import { isConflict, type OperatorFormState } from './use-operator-form.ts'

interface Props {
  readonly form: OperatorFormState
  readonly cancelHref: string
  readonly isNew?: boolean
  /** What may be done where somebody else changed the account meanwhile. */
  readonly conflict?: Elements
}

/** The form of an account, new or known. */
export function OperatorForm({ form, cancelHref, isNew, conflict }: Props) {
  const { t } = useTranslation()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    form.submit(isNew ? submitTypes.list : undefined)
  }
  return (
    <>
      <UnsavedChanges hasChanges={form.hasChanges} />
      <ConflictAlert form={form} conflict={conflict} />
      <ErrorSummary {...form.summary} />
      <form noValidate onSubmit={handleSubmit}>
        <p className="form-note">{t('report.mandatory')}</p>
        <OperatorFields form={form} />
        <div className="form-actions">
          <NavLink href={cancelHref} className={buttonClass('quiet')}>
            {t('desk.cancel')}
          </NavLink>
          {isNew && (
            <Button variant="secondary" onClick={() => form.submit(submitTypes.another)}>
              {t('operators.saveAndAnother')}
            </Button>
          )}
          <Button {...shortcut('save')} type="submit" pending={form.isPending} pendingText={t('site.wait')}>
            {t('operators.save')}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Why the server did not save, in its own words, where the form begins. */
function ConflictAlert({ form: { callError }, conflict }: Pick<Props, 'form' | 'conflict'>) {
  const { t } = useTranslation()
  if (!isConflict(callError)) return null
  return (
    <FocusedAlert title={t('operators.notSaved')}>
      <p>{callError.message}</p>
      {isVersionConflict(callError) && conflict}
    </FocusedAlert>
  )
}
