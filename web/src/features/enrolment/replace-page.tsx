import { answerReplacement } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Done } from './done.tsx'
import { useLinkSecret } from './link-secret.ts'

/** The earlier applicant lets another application replace their request, or refuses it. */
export function EnrolmentReplacePage() {
  const { t } = useTranslation()
  const link = useLinkSecret('codice')
  const answering = useMutation({
    meta: { isHandled: true },
    mutationFn: (answer: { readonly link: string; readonly isAccepted: boolean }) =>
      call(answerReplacement, { body: answer }),
  })
  if (answering.isSuccess) {
    const outcome = answering.data.isReplaced ? 'accepted' : 'refused'
    return (
      <Done title={t(`enrolment.replace.${outcome}Title`)}>
        <p className="lead-text">{t(`enrolment.replace.${outcome}`)}</p>
      </Done>
    )
  }
  const isGone = answering.error instanceof CallError && answering.error.status === 404
  const isPending = (isAccepted: boolean) => answering.isPending && answering.variables.isAccepted === isAccepted
  return (
    <article className="reading-column">
      <h1>{t('enrolment.replace.title')}</h1>
      {link === undefined ? (
        <Alert kind="warning">{t('enrolment.replace.noLink')}</Alert>
      ) : (
        <>
          <p className="lead-text">{t('enrolment.replace.text')}</p>
          {isGone ? (
            <Alert kind="danger" title={t('enrolment.replace.failed')} announce="now">
              {t('enrolment.replace.gone')}
            </Alert>
          ) : (
            <CallErrorAlert error={answering.error} title={t('enrolment.replace.failed')} />
          )}
          <div className="form-actions">
            <Button
              pending={isPending(false)}
              pendingText={t('enrolment.replace.sending')}
              onClick={() => answering.mutate({ link, isAccepted: false })}
            >
              {t('enrolment.replace.refuse')}
            </Button>
            <Button
              variant="secondary"
              pending={isPending(true)}
              pendingText={t('enrolment.replace.sending')}
              onClick={() => answering.mutate({ link, isAccepted: true })}
            >
              {t('enrolment.replace.accept')}
            </Button>
          </div>
        </>
      )}
    </article>
  )
}
