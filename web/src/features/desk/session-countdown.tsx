import { useTranslation } from 'react-i18next'
import { useSecondsLeft } from '#lib/session/session-clock.ts'
import { Icon } from '#ui/icon.tsx'

/** 28:14 */
export const asCountdown = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** How long the session has still got. A timer is not read out by itself: that would be once a second. */
export function SessionCountdown() {
  const { t } = useTranslation()
  const seconds = useSecondsLeft()
  if (seconds === undefined) return null
  return (
    <span className="desk-countdown figures" title={t('session.countdown')}>
      <Icon name="it-clock" />
      <span role="timer" aria-label={t('session.countdown')} dir="ltr">
        {asCountdown(seconds)}
      </span>
    </span>
  )
}
