import { limits, renewSession } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { formatTime } from '#lib/i18n/format.tsx'
import { sessionClock, useSecondsLeft, useSession } from '#lib/session/session-clock.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { asCountdown } from './session-countdown.tsx'

interface Props {
  readonly onLeave: () => void
}

/** Offers to go on while there is time (specification §9: 300 s), and ends the page when there is none left. */
export function SessionWarning({ onLeave }: Props) {
  const seconds = useSecondsLeft()
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) sessionClock.end('expired')
  }, [isOver])
  if (!seconds || seconds > limits.session.warningSeconds) return null
  return <Warning seconds={seconds} onLeave={onLeave} />
}

function Warning({ seconds, onLeave }: Props & { seconds: number }) {
  const { t } = useTranslation()
  const endsAt = useSession().reading?.endsAt ?? 0
  const renew = useMutation({
    meta: { isHandled: true },
    mutationFn: () => call(renewSession, {}),
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) return
      // biome-ignore lint/suspicious/noConsole: a failed renewal is only logged (specification §8)
      console.warn('Errore chiamata rinnovo sessione')
    },
  })
  return (
    <Modal
      backdrop="static"
      isAlert
      title={t('session.warning.title')}
      footer={
        <>
          <Button variant="secondary" onClick={onLeave}>
            {t('desk.signOut')}
          </Button>
          <Button pending={renew.isPending} pendingText={t('session.warning.renewing')} onClick={() => renew.mutate()}>
            {t('session.warning.renew')}
          </Button>
        </>
      }
    >
      <p>{t('session.warning.text', { time: formatTime(new Date(endsAt)) })}</p>
      <p className="session-left figures" role="timer" aria-label={t('session.countdown')} dir="ltr">
        {asCountdown(seconds)}
      </p>
    </Modal>
  )
}
