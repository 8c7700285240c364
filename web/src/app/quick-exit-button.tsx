import { useTranslation } from 'react-i18next'
import { leaveAtOnce } from '#lib/page/quick-exit.ts'
import { Button } from '#ui/button.tsx'

export function QuickExit() {
  const { t } = useTranslation()
  return (
    <Button variant="exit" size="sm" icon="it-close" title={t('site.quickExitHint')} onClick={leaveAtOnce}>
      {t('site.quickExit')}
    </Button>
  )
}
