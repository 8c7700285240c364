import { documentKeys } from '@portal/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import { listText } from '#lib/i18n/format.tsx'
import { loadTextsOf } from '#lib/i18n/texts.ts'
import { office } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { lookForDraft } from './enrolment-store.ts'
import { useLinkSecret } from './link-secret.ts'
import { isPublished } from './published-documents.ts'

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
  const [isLapsed, setLapsed] = useState(false)
  // A draft in the tab or behind a link opens at once.
  useEffect(() => {
    const found = lookForDraft()
    if (secret !== undefined || found === 'stored') setOpen(true)
    else setLapsed(found === 'lapsed')
  }, [secret])
  const handleLapse = () => {
    setLapsed(true)
    setOpen(false)
    scrollTo(0, 0)
  }
  if (!isOpen) return <Introduction isLapsed={isLapsed} onBegin={() => setOpen(true)} />
  return (
    <div className="enrolment">
      <h1>{t('enrolment.title')}</h1>
      <Suspense fallback={<TextSkeleton text={t('site.loading')} count={8} />}>
        {/* Once a draft was deleted, its link is necessary to read it again. */}
        <EnrolmentForm secret={isLapsed ? undefined : secret} onLapse={handleLapse} />
      </Suspense>
    </div>
  )
}

/** The documents that the public register will show. */
const publishedKeys = documentKeys.filter(isPublished)

/** What is needed to apply. */
function Introduction({ isLapsed, onBegin }: { readonly isLapsed: boolean; readonly onBegin: () => void }) {
  const { t, i18n } = useTranslation()
  return (
    <article className="reading-column">
      <h1>{t('enrolment.title')}</h1>
      {isLapsed && (
        <Alert kind="info" announce="politely">
          {t('report.lapsed')}
        </Alert>
      )}
      <p className="lead-text">{t('enrolment.lead')}</p>
      <h2>{t('enrolment.start.needTitle')}</h2>
      <p>{t('enrolment.start.needText')}</p>
      <ol>
        {documentKeys.map((key) => (
          <li key={key}>
            <strong>{t(`registerFields.${key}`)}</strong>
            <br />
            <span>{t(`enrolment.documents.${key}`)}</span>
          </li>
        ))}
      </ol>
      <h2>{t('enrolment.start.formTitle')}</h2>
      <p>{t('enrolment.start.form')}</p>
      <h2>{t('enrolment.start.afterTitle')}</h2>
      <p>{t('enrolment.start.after')}</p>
      <h2>{t('enrolment.start.publicTitle')}</h2>
      <p>{t('enrolment.start.publicText')}</p>
      {publishedKeys.length > 0 && (
        <p>
          {t('enrolment.start.publicDocuments', {
            documents: listText(
              publishedKeys.map((key) => t(`registerFields.${key}`)),
              i18n.language,
            ),
          })}
        </p>
      )}
      <div className="form-actions">
        <Button onClick={onBegin}>{t('enrolment.start.begin')}</Button>
      </div>
      <p className="form-note">
        <span>{t('enrolment.start.mail')}</span>{' '}
        <a href={`mailto:${office.registerMailbox}`}>
          <bdi dir="ltr">{office.registerMailbox}</bdi>
        </a>
      </p>
    </article>
  )
}
