import { documentKeys } from '@portal/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import { loadTextsOf } from '#lib/i18n/texts.ts'
import { office } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { hasDraft } from './enrolment-store.ts'
import { useLinkSecret } from './link-secret.ts'

const loadForm = async () => {
  const [{ EnrolmentForm }] = await Promise.all([
    loadPart(() => import('./enrolment-form.tsx')),
    loadTextsOf('wizard'),
    loadTextsOf('upload'),
  ])
  return { default: EnrolmentForm }
}
const EnrolmentForm = lazy(loadForm)

/**
 * What an application needs, and the form once the visitor starts. The form is a module of its own: this page is
 * prerendered, and visitors who only read it do not load the form.
 */
export function EnrolmentPage() {
  const { t } = useTranslation()
  const secret = useLinkSecret('bozza')
  const [isOpen, setOpen] = useState(false)
  // A draft in the tab or behind a link opens at once.
  useEffect(() => {
    if (secret !== undefined || hasDraft()) setOpen(true)
  }, [secret])
  if (!isOpen) return <Introduction onBegin={() => setOpen(true)} />
  return (
    <div className="enrolment">
      <h1>{t('enrolment.title')}</h1>
      <Suspense fallback={<TextSkeleton text={t('site.loading')} count={8} />}>
        <EnrolmentForm secret={secret} />
      </Suspense>
    </div>
  )
}

/** What is needed to apply. */
function Introduction({ onBegin }: { readonly onBegin: () => void }) {
  const { t } = useTranslation()
  return (
    <article className="reading-column">
      <h1>{t('enrolment.title')}</h1>
      <p className="lead-text">{t('enrolment.lead')}</p>
      <h2>{t('enrolment.start.needTitle')}</h2>
      <p>{t('enrolment.start.needText')}</p>
      <ol>
        {documentKeys.map((key) => (
          <li key={key}>
            <strong>{t(`registerFields.${key}`)}</strong>
            <br />
            {t(`enrolment.documents.${key}`)}
          </li>
        ))}
      </ol>
      <h2>{t('enrolment.start.formTitle')}</h2>
      <p>{t('enrolment.start.form')}</p>
      <h2>{t('enrolment.start.afterTitle')}</h2>
      <p>{t('enrolment.start.after')}</p>
      <div className="form-actions">
        <Button onClick={onBegin}>{t('enrolment.start.begin')}</Button>
      </div>
      <p className="form-note">
        {t('enrolment.start.mail')}{' '}
        <a href={`mailto:${office.registerMailbox}`}>
          <bdi dir="ltr">{office.registerMailbox}</bdi>
        </a>
      </p>
    </article>
  )
}
