import { useTranslation } from 'react-i18next'
import { IdleWatch } from '#form/idle-watch.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { holdsText, isConfidential } from './draft-store.ts'
import { useReport } from './report-session.tsx'
import { stepHref } from './steps.ts'

/** Deletes a draft, or hides code and PIN, when nobody is in front of them any more. */
export function ReportIdleWatch() {
  const { t } = useTranslation()
  const { draft, receipt, touch, lapse, isPending } = useReport()
  const isWriting = holdsText(draft)
  const go = useGo()
  const handleLapse = () => {
    lapse()
    // The page of code and PIN says itself that they are hidden.
    if (isWriting) go(stepHref('intro'))
  }
  return (
    <IdleWatch
      isOn={isConfidential({ draft, receipt })}
      isBusy={() => isPending}
      onSign={touch}
      onLapse={handleLapse}
      textAt={isWriting ? undefined : (time) => t('wizard.idleReceiptText', { time })}
    />
  )
}
