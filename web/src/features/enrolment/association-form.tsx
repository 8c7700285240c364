import { type AssociationKey, type AssociationTab, type AssociationValues, associationTabs } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { CaptchaField } from '#form/captcha/captcha-field.tsx'
import { useCaptcha } from '#form/captcha/use-captcha.ts'
import { IdleWatch } from '#form/idle-watch.tsx'
import { FormSections } from '#form/read-only/form-sections.tsx'
import { ResetButton } from '#form/reset-button.tsx'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { withQueries } from '#lib/api/queries.tsx'
import { UnsentText } from '#lib/drafts/unsent-text.tsx'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { AssociationFields } from './association-fields.tsx'
import { publicDisplay } from './association-texts.ts'
import '../../styles/enrolment.scss'
import {
  type ApplicationFormOptions,
  type ApplicationSession,
  captchaId,
  headingId,
  useApplicationForm,
} from './use-application-form.ts'

export interface AssociationFormProps<R> extends ApplicationFormOptions<R> {
  readonly texts: {
    /** The button that sends the form. */
    readonly send: string
    readonly sending: string
    /** What sending does, above the button. */
    readonly beforeSending: string
  }
  readonly hasCaptcha?: boolean
  /** Why a call was refused, where the server's words are not enough. */
  readonly reasonOf?: ((error: Error) => string | undefined) | undefined
  /** Stands below a field. */
  readonly renderBelow?: (key: AssociationKey, session: ApplicationSession) => Elements
  /** Called after the form was deleted because nobody was in front of it; without it, the form stays. */
  readonly onLapse?: (() => void) | undefined
  /** Stands beside the way on, for example what saves the draft elsewhere. */
  readonly renderAside?: (session: ApplicationSession) => Elements
}

const placeId = `${headingId}-place`

/** The six-tab form of an association, with a seventh tab to look at everything before it is sent. */
export const AssociationForm = withQueries(AssociationFormView) as typeof AssociationFormView

function AssociationFormView<R>(props: AssociationFormProps<R>) {
  const { texts, saved, hasCaptcha, renderBelow, renderAside, reasonOf, onLapse, ...options } = props
  const { t } = useTranslation()
  const session: ApplicationSession = useApplicationForm({
    ...options,
    ...(saved && { saved }),
  } as ApplicationFormOptions<unknown>)
  const { tab } = session
  return (
    <form {...session.form} className="association-form">
      <ErrorSummary {...session.summary} />
      <SendFailed error={session.callError} reasonOf={reasonOf} />
      <p className="form-note">{t('report.mandatory')}</p>
      <Tabs label={t('enrolment.tabsLabel')} current={tab} onChange={session.open} tabs={useTabList(session)}>
        {tab !== 'summary' && (
          <p id={placeId} className="part-place">
            {t('enrolment.part', { place: associationTabs.indexOf(tab) + 1, count: associationTabs.length })}
          </p>
        )}
        <h2 id={headingId} tabIndex={-1} aria-describedby={tab === 'summary' ? undefined : placeId}>
          {tab === 'summary' ? t('enrolment.summary') : t(`registerTabs.${tab}`)}
        </h2>
        <p className="lead-text">{t(`enrolment.intros.${tab}`)}</p>
        {tab === 'summary' ? (
          <div className="stack">
            <FormSections<AssociationValues>
              display={publicDisplay}
              values={session.values}
              by="step"
              changeOf={(id) => ({ onClick: () => session.open(id as AssociationTab) })}
            />
            {hasCaptcha && <CaptchaPart session={session} />}
            <p>{texts.beforeSending}</p>
          </div>
        ) : (
          <AssociationFields tab={tab} session={session} renderBelow={(key) => renderBelow?.(key, session)} />
        )}
      </Tabs>
      <FormActions session={session} texts={texts} />
      <div className="form-note cluster cluster-spread">
        {saved && <span>{t('report.draftNote')}</span>}
        {renderAside?.(session)}
        {saved && <ResetButton onReset={session.reset} />}
      </div>
      <LeaveQuestion hasText={() => !saved && session.hasChanges()} />
      {onLapse && <FormIdleWatch session={session} saved={saved} onLapse={onLapse} />}
    </form>
  )
}

function SendFailed({
  error,
  reasonOf,
}: { readonly error: Error | null } & Pick<AssociationFormProps<unknown>, 'reasonOf'>) {
  const { t } = useTranslation()
  const own = error && reasonOf?.(error)
  const title = t('enrolment.notSent')
  if (!own) return <CallErrorAlert error={error} title={title} />
  return (
    <Alert kind="danger" title={title} announce="now">
      {own}
    </Alert>
  )
}

/** The tabs, those that were left with the number of their errors. */
function useTabList({ errorCount }: ApplicationSession) {
  const { t } = useTranslation()
  const errorsOf = (id: AssociationTab) => {
    const count = errorCount(id)
    return count > 0 ? { count, word: t('enrolment.errors', { count }) } : undefined
  }
  return [
    ...associationTabs.map((id) => ({ id, label: t(`registerTabs.${id}`), errors: errorsOf(id) })),
    { id: 'summary' as const, label: t('enrolment.summary') },
  ]
}

/** Loaded with the last tab: a challenge has little time. */
function CaptchaPart({ session }: { readonly session: ApplicationSession }) {
  const captcha = useCaptcha()
  session.captcha.current = captcha
  return <CaptchaField id={captchaId} captcha={captcha} error={undefined} />
}

type ActionProps = Pick<AssociationFormProps<unknown>, 'texts'> & { readonly session: ApplicationSession }

function FormActions({ session, texts }: ActionProps) {
  const { t } = useTranslation()
  const buttonText = () => {
    if (session.tab === 'summary') return texts.send
    return t(session.isUnchanged(session.tab) ? 'enrolment.unchanged' : 'report.next')
  }
  return (
    <div className="form-actions">
      {session.back && (
        <Button variant="quiet" onClick={session.back}>
          {t('report.back')}
        </Button>
      )}
      <Button type="submit" pending={session.isPending} pendingText={texts.sending}>
        {buttonText()}
      </Button>
    </div>
  )
}

function LeaveQuestion({ hasText }: { readonly hasText: () => boolean }) {
  const { t } = useTranslation()
  return (
    <UnsentText
      hasText={hasText}
      texts={{
        title: t('enrolment.unsaved.title'),
        text: t('enrolment.unsaved.text'),
        leave: t('enrolment.unsaved.leave'),
        stay: t('enrolment.unsaved.stay'),
        close: t('site.close'),
      }}
    />
  )
}

interface IdleProps {
  readonly session: ApplicationSession
  readonly saved: ApplicationFormOptions<unknown>['saved']
  readonly onLapse: () => void
}

/** A new application is confidential once something is typed, the record of an association always. */
function FormIdleWatch({ session, saved, onLapse }: IdleProps) {
  const handleLapse = () => {
    session.reset()
    onLapse()
  }
  return (
    <IdleWatch
      isOn={!saved || session.hasChanges()}
      isBusy={() => session.isPending}
      onSign={() => saved?.touch?.()}
      onLapse={handleLapse}
    />
  )
}
