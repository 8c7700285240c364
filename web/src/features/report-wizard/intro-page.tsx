import { isRightToLeft, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { OfficeText } from '#lib/i18n/office-text.tsx'
import { ContactBox } from '#lib/page/contact-box.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { NavigateContext, NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { OfficeAssurances } from './office-assurances.tsx'
import { useReport } from './report-session.tsx'
import { StepFields } from './step-fields.tsx'
import { WizardFrame } from './wizard-frame.tsx'

export function IntroPage() {
  const { t } = useTranslation()
  const { isLapsed } = useReport()
  return (
    <>
      <LanguageList />
      <WizardFrame step="intro" preface={<AboutOffice />}>
        {isLapsed && (
          <Alert kind="info" announce="politely">
            {t('report.lapsed')}
          </Alert>
        )}
        <StepFields step="intro" />
        <p>
          <NavLink href={siteHref(paths.privacy)}>{t('report.privacyLink')}</NavLink>
        </p>
      </WizardFrame>
      <div className="reading-column">
        <ContactBox />
      </div>
    </>
  )
}

/** Who asks: the office's own words, which are a setting. */
function AboutOffice() {
  const { t } = useTranslation()
  return (
    <Panel title={t('report.aboutTitle')}>
      <p>
        <OfficeText of="about" />
      </p>
      <OfficeAssurances />
      <p>
        <NavLink href={siteHref(paths.examples)}>{t('report.examplesLink')}</NavLink>
      </p>
    </Panel>
  )
}

/** The names of the languages, each in its own language, for users who cannot read the page. */
function LanguageList() {
  const { t } = useTranslation()
  const { choices, choose } = useLanguageChoices()
  return (
    <NavigateContext value={choose}>
      <nav className="language-list" aria-label={t('site.languages')}>
        <ul>
          {choices.map(({ language, name, href, isCurrent }) => (
            <li key={language}>
              <NavLink
                href={href}
                hrefLang={language}
                lang={language}
                dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
                aria-current={isCurrent || undefined}
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </NavigateContext>
  )
}
