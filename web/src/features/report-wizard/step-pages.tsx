import { paths, profiles, type ReportStep } from '@portal/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { shownFields } from '#form/report-answers.tsx'
import { useGo } from '#lib/navigation.ts'
import { siteHref } from '#lib/page-settings.ts'
import { NavLink } from '#ui/nav-link.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { useDraft } from './draft.tsx'
import { issueText } from './report-texts.ts'
import { fieldId, StepFields } from './step-fields.tsx'
import { openStepBefore, stepHref, valuesOf } from './steps.ts'
import { WizardFrame } from './wizard-frame.tsx'

/** Sends whoever comes by a link to the first step that is not done yet. */
export function useReachable(step: ReportStep) {
  const go = useGo()
  const { issues } = useDraft()
  const earlier = openStepBefore(step, issues)
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged once, when the page opens
  useEffect(() => {
    if (earlier) go(stepHref(earlier))
  }, [])
}

export function IntroPage() {
  const { t } = useTranslation()
  const { draft } = useDraft()
  return (
    <WizardFrame step="intro">
      {(showsErrors) => (
        <>
          <StepFields uses={shownFields('intro', valuesOf(draft))} showsErrors={showsErrors} />
          <p>
            <NavLink href={siteHref(paths.privacy)}>{t('report.privacyLink')}</NavLink>
          </p>
        </>
      )}
    </WizardFrame>
  )
}

/** Profiles from 1 to 4; the association's exists in Italian only (specification 1 §1). */
const profileIds = (language: string) =>
  Object.values(profiles).filter((id) => id !== profiles.association || language === 'it')

export function ProfilePage() {
  const { t, i18n } = useTranslation()
  const { draft, issues, set } = useDraft()
  useReachable('profile')
  return (
    <WizardFrame step="profile">
      {(showsErrors) => {
        const issue = showsErrors ? issues.find(({ key }) => key === 'profile') : undefined
        return (
          <RadioCards
            id={fieldId('profile')}
            label={t('fields.profile')}
            required
            error={issue && issueText(t, issue)}
            value={String(draft.profile ?? '')}
            onChange={(id) => set('profile', Number(id))}
            options={profileIds(i18n.language).map((id) => ({
              value: String(id),
              title: t(`report.profiles.${id}.title`),
              text: t(`report.profiles.${id}.text`),
            }))}
          />
        )
      }}
    </WizardFrame>
  )
}

function FieldsPage({ step }: { step: 'details' | 'facts' }) {
  const { draft } = useDraft()
  useReachable(step)
  return (
    <WizardFrame step={step}>
      {(showsErrors) => <StepFields uses={shownFields(step, valuesOf(draft))} showsErrors={showsErrors} />}
    </WizardFrame>
  )
}

export const DetailsPage = () => <FieldsPage step="details" />
export const FactsPage = () => <FieldsPage step="facts" />
