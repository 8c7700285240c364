import { limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import type { FollowUps } from './use-follow-up.ts'

interface Props {
  readonly endsAt: number
  readonly followUp: FollowUps
}

/** Tells that the session is about to end while there is time to go on, and closes the page when there is none left. */
export function SessionEnd({ endsAt, followUp }: Props) {
  const { t } = useTranslation()
  const [isNear, setNear] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end alone sets both
  useEffect(() => {
    setNear(false)
    const look = () => {
      const left = endsAt - Date.now()
      setNear(left <= limits.session.warningSeconds * 1000)
      if (left <= 0) followUp.end()
    }
    // A tab that slept looks at the clock, not at how often it was called.
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  if (!isNear) return null
  return (
    <Modal
      backdrop="static"
      isAlert
      title={t('followUp.warning.title')}
      footer={
        <>
          <Button variant="secondary" onClick={followUp.leave}>
            {t('followUp.exit')}
          </Button>
          <Button onClick={() => followUp.refresh().catch(() => undefined)}>{t('followUp.warning.stay')}</Button>
        </>
      }
    >
      <p>{t('followUp.warning.text', { time: formatTime(new Date(endsAt)) })}</p>
    </Modal>
  )
}
