import { appErrors, applicationScreenForm, apply, letterAddressesOf, openEnrolmentDraft, paths } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraftAt, usePublicDraftPlace } from '#form/stored-draft.ts'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { keepExpiring } from '#lib/drafts/expiry.ts'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { emptyDraft, type FormDraft, openedDraft } from './association-draft.ts'
import { AssociationForm } from './association-form.tsx'
import { draftName, expireDraft, storeDraft, storeReceipt } from './enrolment-store.ts'
import { NumberCheck } from './number-check.tsx'
import { SaveForLater } from './save-for-later.tsx'
import type { ApplicationSession } from './use-application-form.ts'

type Opening = 'none' | 'opening' | 'opened' | 'gone'

interface Props {
  /** The secret of a link to an application that was saved. */
  readonly secret: string | undefined
  /** The draft was deleted because nobody was in front of it. */
  readonly onLapse: () => void
}

/** The application for enrolment: a new one, the one in the tab, or one that a link opens. */
export function EnrolmentForm({ secret, onLapse }: Props) {
  const { t } = useTranslation()
  const [opening, setOpening] = useState<Opening>(secret === undefined ? 'none' : 'opening')
  useEffect(() => {
    if (secret === undefined) return
    call(openEnrolmentDraft, { body: { link: secret } }).then(
      ({ draft, files }) => {
        storeDraft(openedDraft(draft as FormDraft, files, secret))
        setOpening('opened')
      },
      () => setOpening('gone'),
    )
  }, [secret])
  if (opening === 'opening') return <TextSkeleton text={t('enrolment.later.opening')} count={8} />
  return (
    <>
      {opening === 'gone' && (
        <Alert kind="warning" title={t('enrolment.later.goneTitle')} announce="politely">
          {t('enrolment.later.gone')}
        </Alert>
      )}
      {opening === 'opened' && (
        <Alert kind="info" announce="politely">
          {t('enrolment.later.opened')}
        </Alert>
      )}
      <ApplicationForm onLapse={onLapse} />
    </>
  )
}

const send = (wire: Record<string, unknown>, senderKey: string) =>
  call(apply, { wire }, { headers: { 'Idempotency-Key': senderKey } })

const isNumberPending = (error: Error | null) =>
  error instanceof CallError && error.errorCode === appErrors.number_pending.word

function ApplicationForm({ onLapse }: Pick<Props, 'onLapse'>) {
  const { t } = useTranslation()
  const go = useGo()
  const saved = useDraftAt<FormDraft>(usePublicDraftPlace(draftName), emptyDraft)
  useEffect(() => keepExpiring(expireDraft), [])
  const numberCheck = (session: ApplicationSession) => (
    <NumberCheck
      number={session.draft.number ?? ''}
      isPending={isNumberPending(session.callError)}
      isOverwriting={session.draft.isOverwriting ?? false}
      onOverwrite={(isOverwriting) => session.set('isOverwriting', isOverwriting)}
    />
  )
  return (
    <AssociationForm
      form={applicationScreenForm}
      start={emptyDraft}
      saved={saved}
      send={send}
      onSent={(receipt, values) => {
        const addresses = letterAddressesOf(values)
        storeReceipt({ ...receipt, replacesAt: receipt.replacesAt?.toISOString(), addresses })
        go(siteHref(paths.enrolmentSuccess))
      }}
      onLapse={onLapse}
      hasCaptcha
      texts={{
        send: t('enrolment.send'),
        sending: t('enrolment.sending'),
        beforeSending: t('enrolment.beforeSending'),
      }}
      renderBelow={(key, session) => key === 'number' && numberCheck(session)}
      renderAside={(session) => <SaveForLater draft={session.draft} onSaved={session.markSaved} />}
    />
  )
}
