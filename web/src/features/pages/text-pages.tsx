import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { DepartmentText, OfficeText } from '#lib/i18n/office-text.tsx'
import { ContactBox } from '#lib/page/contact-box.tsx'
import { office, phoneHref, siteHref } from '#lib/page/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { ExternalLink } from '#ui/layout/external-link.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Article, MailLink, Sections } from './article.tsx'

export function HelpPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.help.title')}>
      <p className="lead-text">{t('pages.help.lead')}</p>
      <ContactBox />
      <p>
        <NavLink href={siteHref(paths.examples)}>{t('report.examplesLink')}</NavLink>
      </p>
      <Sections sections={t('pages.help.sections', { returnObjects: true })} />
      <p>
        <NavLink href={siteHref(paths.reportIntro)} className={buttonClass()}>
          {t('report.title')}
        </NavLink>
      </p>
      <p>
        <NavLink href={siteHref(paths.assistance)}>{t('pages.assistance.title')}</NavLink>
      </p>
    </Article>
  )
}

/** What is discrimination, in examples from everyday life, for people who wonder whether to report. */
export function ExamplesPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.examples.title')}>
      <p className="lead-text">{t('pages.examples.lead')}</p>
      {t('pages.examples.areas', { returnObjects: true }).map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {text.map((example) => (
              <li key={example}>{example}</li>
            ))}
          </ul>
        </section>
      ))}
      <h2>{t('pages.examples.doubtTitle')}</h2>
      <p>{t('pages.examples.doubt')}</p>
      <p>
        <NavLink href={siteHref(paths.reportIntro)} className={buttonClass()}>
          {t('report.title')}
        </NavLink>
      </p>
      <ContactBox />
    </Article>
  )
}

export function ContactsPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.contactPage.title')}>
      <p className="lead-text">{t('pages.contactPage.lead')}</p>
      <ContactBox />
      <h2>{t('pages.contactPage.formTitle')}</h2>
      <p>
        <NavLink href={siteHref(paths.assistance)}>{t('pages.contactPage.form')}</NavLink>
      </p>
      <h2>{t('pages.assistance.mailTitle')}</h2>
      <p>
        <span>{t('pages.assistance.mail')}</span> <MailLink address={office.assistanceMailbox} />
      </p>
      <h2>{t('pages.contactPage.registerTitle')}</h2>
      <p>
        <MailLink address={office.registerMailbox} />
      </p>
      <h2>{t('pages.contactPage.officeTitle')}</h2>
      <p>
        <OfficeText of="name" />
        <br />
        <DepartmentText />
      </p>
      <p>{t('pages.contactPage.ipa', { code: office.ipaCode })}</p>
    </Article>
  )
}

export function AccessibilityPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.accessibility.title')}>
      <p className="lead-text">{t('pages.accessibility.lead')}</p>
      <h2>{t('pages.accessibility.conformityTitle')}</h2>
      <p>{t('pages.accessibility.text')}</p>
      <h2>{t('pages.accessibility.declarationTitle')}</h2>
      <p>{t('pages.accessibility.declaration')}</p>
      <p>
        <ExternalLink href={office.accessibilityUrl} hint={t('site.external')}>
          {t('pages.accessibility.declarationLink')}
        </ExternalLink>
      </p>
      <h2>{t('pages.accessibility.feedbackTitle')}</h2>
      <p>
        <span>{t('pages.accessibility.feedback')}</span> <MailLink address={office.assistanceMailbox} />
      </p>
      <p>
        <a href={phoneHref}>
          <bdi dir="ltr">{office.phone}</bdi>
        </a>
      </p>
      <p>{t('pages.accessibility.deadline')}</p>
    </Article>
  )
}

export function LegalNotesPage() {
  const { t } = useTranslation()
  return (
    <Article title={t('pages.legalNotes.title')}>
      <p>{t('pages.legalNotes.text')}</p>
      <h2>{t('pages.legalNotes.useTitle')}</h2>
      <p>{t('pages.legalNotes.use')}</p>
      <h2>{t('pages.legalNotes.linksTitle')}</h2>
      <p>{t('pages.legalNotes.links')}</p>
      <h2>{t('pages.legalNotes.securityTitle')}</h2>
      <p>
        <span>{t('pages.legalNotes.security')}</span> <MailLink address={office.securityMailbox} />
      </p>
    </Article>
  )
}
