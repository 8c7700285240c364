import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { office } from '#lib/page-settings.ts'

const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`}>
    <bdi dir="ltr">{address}</bdi>
  </a>
)

const Article = ({ title, children }: { title: string; children: ReactNode }) => (
  <article className="reading-column">
    <h1>{title}</h1>
    {children}
  </article>
)

export function AssistancePage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.assistance.title')}>
      <p className="lead-text">{t('pages.assistance.intro')}</p>
      <h2>{t('pages.assistance.phoneTitle')}</h2>
      <p>{t('pages.assistance.phone')}</p>
      <h2>{t('pages.assistance.mailTitle')}</h2>
      <p>
        {t('pages.assistance.mail')} <MailLink address={office.assistanceMailbox} />
      </p>
    </Article>
  )
}

export function EnrolmentPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.enrolment.title')}>
      <p className="lead-text">{t('pages.enrolment.intro')}</p>
      <p>{t('pages.enrolment.how')}</p>
      <p>
        {t('pages.enrolment.mail')}: <MailLink address={office.registerMailbox} />
      </p>
    </Article>
  )
}

export function EnrolmentSuccessPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.enrolment.successTitle')}>
      <p className="lead-text">{t('pages.enrolment.success')}</p>
    </Article>
  )
}

export function PrivacyPage() {
  const { t } = useTranslation()
  const sections = t('pages.privacy.sections', {
    returnObjects: true,
    mail: office.assistanceMailbox,
    parentBody: office.parentBody,
  })
  return (
    <Article title={t('pages.privacy.title')}>
      <p className="lead-text">{t('pages.privacy.lead')}</p>
      {sections.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </Article>
  )
}

export function AccessibilityPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.accessibility.title')}>
      <p className="lead-text">{t('pages.accessibility.lead')}</p>
      <p>{t('pages.accessibility.text')}</p>
      <p>
        {t('pages.accessibility.feedback')} <MailLink address={office.assistanceMailbox} />
      </p>
    </Article>
  )
}

export function LegalNotesPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.legalNotes.title')}>
      <p>{t('pages.legalNotes.text')}</p>
    </Article>
  )
}
