import { useTranslation } from 'react-i18next'
import { isTestInstallation } from '#lib/page/page-settings.ts'

/** Says above every page of a test installation that it is one. */
export function TestNote() {
  const { t } = useTranslation()
  return isTestInstallation ? (
    <p role="note" className="test-note">
      {t('testNote')}
    </p>
  ) : null
}
