import { profiles } from '@portal/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { RadioCards } from '#ui/field/radio-cards.tsx'
import { NavigateContext, NavLink } from '#ui/layout/nav-link.tsx'
import { fieldId, useReport } from './report-session.tsx'
import { StepFields } from './step-fields.tsx'
import { WizardStep } from './wizard-step.tsx'

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
  const { draft, errorOf, set } = useReport()
  useChosenInView()
  return (
    <WizardStep step="profile">
      {i18n.language !== 'it' && draft.profile === profiles.association && (
        <Alert kind="info">{t('wizard.associationKept')}</Alert>
      )}
      <RadioCards
        id={fieldId('profile')}
        label={t('fields.profile')}
        required
        error={errorOf('profile')}
        value={String(draft.profile ?? '')}
        onChange={(id) => set('profile', Number(id))}
        options={profileIds(i18n.language, draft.profile).map((id) => ({
          value: String(id),
          title: t(`report.profiles.${id}.title`),
          text: t(`report.profiles.${id}.text`),
        }))}
      />
      {i18n.language !== 'it' && draft.profile !== profiles.association && <AssociationElsewhere />}
    </WizardStep>
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

export const DetailsPage = () => (
  <WizardStep step="details">
    <StepFields step="details" />
  </WizardStep>
)
