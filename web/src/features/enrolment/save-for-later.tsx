import { associationForm, saveEnrolmentDraft } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { CaptchaField } from '#form/captcha/captcha-field.tsx'
import { sendSolved } from '#form/captcha/send-solved.ts'
import { useCaptcha } from '#form/captcha/use-captcha.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { formatDay } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { type FormDraft, readAssociation, savingOf } from './association-draft.ts'
import { errorsOf } from './association-texts.ts'

interface Props {
  readonly draft: FormDraft
  /** Called with the secret of the link under which the application is saved. */
  readonly onSaved: (link: string) => void
}

/** Saves an unfinished application and sends a link to it. */
export function SaveForLater({ draft, onSaved }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [until, setUntil] = useState<Date>()
  const handleSaved = (saved: { readonly link: string; readonly until: Date }) => {
    setOpen(false)
    setUntil(saved.until)
    onSaved(saved.link)
  }
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        {t('enrolment.later.open')}
      </Button>
      {isOpen &&
        // Beside the form of the application: browsers do not tell a page of the submission of a form within a form.
        createPortal(<SaveDialog draft={draft} onSaved={handleSaved} onClose={() => setOpen(false)} />, document.body)}
      {until && (
        <Alert kind="success" title={t('enrolment.later.saved')} announce="politely">
          {t('enrolment.later.savedText', { until: formatDay(until) })}
        </Alert>
      )}
    </>
  )
}

const captchaId = 'later-captcha'

interface DialogProps extends Pick<Props, 'draft'> {
  readonly onSaved: (saved: { readonly link: string; readonly until: Date }) => void
  readonly onClose: () => void
}

function SaveDialog({ draft, onSaved, onClose }: DialogProps) {
  const { t } = useTranslation()
  const captcha = useCaptcha()
  const saving = useMutation({
    meta: { isHandled: true },
    mutationFn: (email: string) =>
      sendSolved({ captcha: { current: captcha }, id: captchaId }, () =>
        call(saveEnrolmentDraft, { body: { email, ...savingOf(draft) } }),
      ),
    onSuccess: (saved) => saved && onSaved(saved.reply),
  })
  const session = useFormSession({
    id: 'later',
    start: { email: draft.email ?? '' },
    fields: { email: 'email' },
    labelOf: () => t('enrolment.later.email'),
    check: (typed) => ({ email: errorsOf(t, readAssociation(associationForm, typed).fieldErrors).email }),
    sending: saving,
    send: ({ email }) => saving.mutate(email.trim()),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('enrolment.later.title')}
      submitText={t('enrolment.later.save')}
      cancelText={t('lineKit.cancel')}
      onClose={onClose}
    >
      <p>{t('enrolment.later.text')}</p>
      <TextInput {...session.field('email')} type="email" autoComplete="email" required />
      <CaptchaField id={captchaId} captcha={captcha} error={undefined} />
    </FormDialog>
  )
}
