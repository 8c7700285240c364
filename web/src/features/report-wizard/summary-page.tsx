import { type FormIssue, paths, reportForm, submitReport, withoutHidden, writeWire } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReportAnswers, shownFields } from '#form/report-answers.tsx'
import { call } from '#lib/call.ts'
import { CallError, type CallFault } from '#lib/call-error.ts'
import { useGo } from '#lib/navigation.ts'
import { notify } from '#lib/notices.ts'
import { siteHref } from '#lib/page-settings.ts'
import { Alert } from '#ui/alert.tsx'
import { useDraft } from './draft.tsx'
import { StepFields } from './step-fields.tsx'
import { useReachable } from './step-pages.tsx'
import { openStepBefore, stepHref, valuesOf } from './steps.ts'
import { WizardFrame } from './wizard-frame.tsx'

/** A fault told by the server, at the field that has its wire path. */
const issueOfFault = ({ campo, codice }: CallFault): FormIssue => ({
  key: Object.entries(reportForm.fields).find(([, { wire }]) => wire === campo)?.[0] ?? 'privacyConsent',
  path: campo,
  message: codice as FormIssue['message'],
})

function useSend() {
  const { t } = useTranslation()
  const go = useGo()
  const { draft, senderKey, finish, setServerIssues } = useDraft()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: () => {
      const wire = writeWire(reportForm, withoutHidden(reportForm, valuesOf(draft)))
      return call(submitReport, { wire }, { headers: { 'Idempotency-Key': senderKey } })
    },
    onSuccess: (receipt) => {
      finish(receipt)
      notify({ kind: 'success', body: t('report.sent') })
      go(siteHref(paths.reportSuccess))
    },
    onError: (error) => {
      const issues = error instanceof CallError ? error.faults.map(issueOfFault) : []
      setServerIssues(issues)
      const earlier = openStepBefore('summary', issues)
      if (earlier) go(stepHref(earlier))
    },
  })
}

export function SummaryPage() {
  const { t } = useTranslation()
  const { draft } = useDraft()
  const send = useSend()
  useReachable('summary')
  const values = valuesOf(draft)
  return (
    <WizardFrame
      step="summary"
      finish={{
        text: t('report.send'),
        pendingText: t('report.sending'),
        isPending: send.isPending,
        run: () => send.mutate(),
      }}
    >
      {(showsErrors) => (
        <>
          <div className="stack">
            <ReportAnswers values={values} editHref={stepHref} />
          </div>
          <div className="wizard-consent">
            <StepFields uses={shownFields('summary', values)} showsErrors={showsErrors} />
          </div>
          {send.isError && (
            <Alert kind="danger" title={t('report.sendFailed')} announce="now">
              {send.error instanceof CallError && send.error.errorCode
                ? send.error.message
                : t('report.sendFailedText')}
            </Alert>
          )}
        </>
      )}
    </WizardFrame>
  )
}
