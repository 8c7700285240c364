import { leftPath } from '@portal/contract'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { leaveAtOnce } from '#lib/page/quick-exit.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Where scripts are blocked its address leaves: the server ends the visit and leads to the neutral page. */
export function QuickExitLink() {
  const { t } = useTranslation()
  const handleClick = (event: MouseEvent) => {
    event.preventDefault()
    leaveAtOnce()
  }
  return (
    <a
      className={buttonClass('exit', 'sm')}
      href={siteHref(leftPath)}
      rel="noreferrer"
      title={t('site.quickExitHint')}
      onClick={handleClick}
    >
      <Icon name="it-close" />
      <span>{t('site.quickExit')}</span>
    </a>
  )
}
