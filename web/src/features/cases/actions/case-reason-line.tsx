import { useTranslation } from 'react-i18next'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { Button } from '#ui/button.tsx'
import type { CaseActionProps } from './case-action-dialog.tsx'
import { withActionValue } from './case-action-draft.ts'
import { actionFieldId, actionLabelOf, UsualReasons } from './case-action-fields.tsx'
import { useActionSession } from './use-case-action.ts'

/** The reason of an action, in one line of the bar: Enter performs it, Escape leaves it. */
export function ReasonLine({ word, record, onDone, onClose }: CaseActionProps) {
  const { t } = useTranslation()
  const { session } = useActionSession(word, record, onDone)
  const id = actionFieldId('reason')
  const error = session.errorOf('reason')
  const { reason = '' } = session.draft
  const change = (text: string) => session.change(withActionValue({}, 'reason', text))
  return (
    <form
      className="reason-line"
      aria-label={t(`caseActions.titles.${word}`)}
      noValidate
      onSubmit={session.dialog.onSubmit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <UsualReasons word={word} reason={reason} onChange={change} />
      <div className="reason-field">
        <label htmlFor={id}>{actionLabelOf(t, 'reason')}</label>
        <input
          id={id}
          ref={(input) => input?.focus()}
          type="text"
          className="form-control"
          maxLength={2000}
          required
          value={reason}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => change(event.target.value)}
        />
        {error !== undefined && (
          <span id={`${id}-error`} className="form-feedback" role="alert">
            {error}
          </span>
        )}
      </div>
      <Button type="submit" pending={session.dialog.pending} pendingText={t('site.wait')}>
        {t(`caseActions.confirms.${word}`)}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {t('caseActions.dismiss')}
      </Button>
      <CallErrorAlert error={session.callError} />
    </form>
  )
}
