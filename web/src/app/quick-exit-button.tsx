import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { leaveAtOnce } from './quick-exit.ts'

export function QuickExit() {
  const { t } = useTranslation()
  return (
    <Button variant="exit" size="sm" icon="it-close" title={t('site.quickExitHint')} onClick={leaveAtOnce}>
      {t('site.quickExit')}
    </Button>
  )
}
