import { confirmApplication } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Done } from './done.tsx'
import { useLinkSecret } from './link-secret.ts'
import { RequestNumber } from './request-number.tsx'

/** Confirms a new application for a removed or rejected number: a click, since programs open links of mails too. */
export function EnrolmentConfirmPage() {
  const { t } = useTranslation()
  const link = useLinkSecret('codice')
  const confirming = useMutation({
    meta: { isHandled: true },
    mutationFn: (secret: string) => call(confirmApplication, { body: { link: secret } }),
  })
  if (confirming.isSuccess)
    return (
      <Done title={t('enrolment.success.title')}>
        <RequestNumber number={confirming.data.requestNumber} />
      </Done>
    )
  const isGone = confirming.error instanceof CallError && confirming.error.status === 404
  return (
    <article className="reading-column">
      <h1>{t('enrolment.confirm.title')}</h1>
      {link === undefined ? (
        <Alert kind="warning">{t('enrolment.confirm.noLink')}</Alert>
      ) : (
        <>
          <p className="lead-text">{t('enrolment.confirm.text')}</p>
          {isGone ? (
            <Alert kind="danger" title={t('enrolment.confirm.failed')} announce="now">
              {t('enrolment.complete.noLink')}
            </Alert>
          ) : (
            <CallErrorAlert error={confirming.error} title={t('enrolment.confirm.failed')} />
          )}
          <div className="form-actions">
            <Button
              pending={confirming.isPending}
              pendingText={t('enrolment.confirm.sending')}
              onClick={() => confirming.mutate(link)}
            >
              {t('enrolment.confirm.button')}
            </Button>
          </div>
        </>
      )}
    </article>
  )
}
