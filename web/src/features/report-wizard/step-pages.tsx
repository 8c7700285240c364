import { isRightToLeft, paths, profiles, type ReportStep } from '@portal/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { shownFields } from '#form/report-fields.ts'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { OfficeText } from '#lib/i18n/office-text.tsx'
import { ContactBox } from '#lib/page/contact-box.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { RadioCards } from '#ui/field/radio-cards.tsx'
import { NavigateContext, NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useDraft } from './draft.tsx'
import { OfficeAssurances } from './office-assurances.tsx'
import { errorText } from './report-texts.ts'
import { fieldId, StepFields } from './step-fields.tsx'
import { openStepBefore, stepHref, valuesOf } from './steps.ts'
import { WizardFrame } from './wizard-frame.tsx'

/** Redirects a user who opens a step by its link to the first incomplete step. */
export function useReachable(step: ReportStep) {
  const go = useGo()
  const { fieldErrors } = useDraft()
  const earlier = openStepBefore(step, fieldErrors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged once, when the page opens
  useEffect(() => {
    if (earlier) go(stepHref(earlier))
  }, [])
}

export function IntroPage() {
  const { t } = useTranslation()
  const { draft, isLapsed } = useDraft()
  return (
    <>
      <LanguageList />
      <WizardFrame step="intro" preface={<AboutOffice />}>
        {(showsErrors) => (
          <>
            {isLapsed && (
              <Alert kind="info" announce="politely">
                {t('report.lapsed')}
              </Alert>
            )}
            <StepFields uses={shownFields('intro', valuesOf(draft))} showsErrors={showsErrors} />
            <p>
              <NavLink href={siteHref(paths.privacy)}>{t('report.privacyLink')}</NavLink>
            </p>
          </>
        )}
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

/**
 * Profiles from 1 to 4; the association's is offered in Italian only (specification 1 §1). A user who
 * chose it and then changed the language keeps it and the draft.
 */
const profileIds = (language: string, chosen: number | undefined) =>
  Object.values(profiles).filter(
    (id) => id !== profiles.association || language === 'it' || chosen === profiles.association,
  )

export function ProfilePage() {
  const { t, i18n } = useTranslation()
  const { draft, fieldErrors, set } = useDraft()
  useReachable('profile')
  useChosenInView()
  return (
    <WizardFrame step="profile">
      {(showsErrors) => {
        const fieldError = showsErrors ? fieldErrors.find(({ key }) => key === 'profile') : undefined
        return (
          <>
            {i18n.language !== 'it' && draft.profile === profiles.association && (
              <Alert kind="info">{t('wizard.associationKept')}</Alert>
            )}
            <RadioCards
              id={fieldId('profile')}
              label={t('fields.profile')}
              required
              error={fieldError && errorText(t, fieldError)}
              value={String(draft.profile ?? '')}
              onChange={(id) => set('profile', Number(id))}
              options={profileIds(i18n.language, draft.profile).map((id) => ({
                value: String(id),
                title: t(`report.profiles.${id}.title`),
                text: t(`report.profiles.${id}.text`),
              }))}
            />
            {i18n.language !== 'it' && draft.profile !== profiles.association && <AssociationElsewhere />}
          </>
        )
      }}
    </WizardFrame>
  )
}

/** The profile chosen beforehand is in view when the page opens: nobody goes on with one that they did not see. */
function useChosenInView() {
  const router = useRouter()
  useEffect(() => {
    const show = () =>
      document.querySelector('main :checked')?.closest('.choice-card')?.scrollIntoView({ block: 'nearest' })
    show()
    // The router sets the scroll position of a new page once it is rendered.
    return router.subscribe('onRendered', show)
  }, [router])
}

/** In the other languages: that there is a profile for associations, and the way to it. */
function AssociationElsewhere() {
  const { t } = useTranslation()
  const { choices, choose } = useLanguageChoices()
  const italian = choices.find(({ language }) => language === 'it')
  return (
    <p className="form-note">
      <span>{t('wizard.associationElsewhere')}</span>{' '}
      <NavigateContext value={choose}>
        <NavLink href={italian?.href ?? ''}>{t('wizard.associationGo')}</NavLink>
      </NavigateContext>
    </p>
  )
}

export function DetailsPage() {
  const { draft } = useDraft()
  useReachable('details')
  return (
    <WizardFrame step="details">
      {(showsErrors) => <StepFields uses={shownFields('details', valuesOf(draft))} showsErrors={showsErrors} />}
    </WizardFrame>
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
