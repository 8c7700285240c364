import { limits } from '@portal/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idleMs, signEveryMs } from '#lib/drafts/expiry.ts'
import { formatTime } from '#lib/i18n/format.tsx'
import { leaveAtOnce } from '#lib/page/quick-exit.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'

const { warningMinutes } = limits.idleDraft
const warningMs = warningMinutes * 60_000
const lookEveryMs = 5000

interface Props {
  /** Whether the page shows something that nobody else may find in an open tab. */
  readonly isOn: boolean
  /** While it is true, for example while a form is being sent, nothing is deleted. */
  readonly isBusy: () => boolean
  /** Reports a sign of somebody's presence. */
  readonly onSign: () => void
  /** Nobody answered: deletes what the page shows. */
  readonly onLapse: () => void
  /** What is asked, and when what the page shows will be deleted; by default the question about a draft. */
  readonly textAt?: ((time: string) => string) | undefined
}

/** Asks whether somebody is still there while a page shows a draft, and reports when nobody answers. */
export function IdleWatch({ isOn, isBusy, onSign, onLapse, textAt }: Props) {
  const [isAsking, setAsking] = useState(false)
  const latest = useRef({ isBusy, onSign, onLapse })
  latest.current = { isBusy, onSign, onLapse }
  const report = () => latest.current.onSign()
  const lastSign = useLastSign(isOn && !isAsking, report)
  useEffect(() => {
    if (!isOn) return
    const look = () => {
      if (latest.current.isBusy()) {
        lastSign.current = Date.now()
        latest.current.onSign()
      }
      const quietMs = Date.now() - lastSign.current
      if (quietMs >= idleMs) {
        setAsking(false)
        latest.current.onLapse()
      } else if (quietMs >= warningMs) setAsking(true)
    }
    const timer = setInterval(look, lookEveryMs)
    // Timers of a tab out of sight are late, those of a sleeping machine stand still.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isOn, lastSign])
  if (!(isOn && isAsking)) return null
  const handleStay = () => {
    lastSign.current = Date.now()
    report()
    setAsking(false)
  }
  return <StillThere at={formatTime(new Date(lastSign.current + idleMs))} textAt={textAt} onStay={handleStay} />
}

const signs = ['keydown', 'pointerdown', 'input', 'scroll'] as const

/** Time of the last input; also reported, at most once a minute. */
function useLastSign(isOn: boolean, report: () => void) {
  const [lastSign] = useState(() => ({ current: Date.now() }))
  const latest = useRef(report)
  latest.current = report
  useEffect(() => {
    if (!isOn) return
    lastSign.current = Date.now()
    let reportedAt = 0
    const handle = () => {
      lastSign.current = Date.now()
      if (lastSign.current - reportedAt < signEveryMs) return
      reportedAt = lastSign.current
      latest.current()
    }
    for (const sign of signs) addEventListener(sign, handle, { passive: true, capture: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, handle, { capture: true })
    }
  }, [isOn, lastSign])
  return lastSign
}

interface StillThereProps extends Pick<Props, 'textAt'> {
  readonly at: string
  readonly onStay: () => void
}

function StillThere({ at, textAt, onStay }: StillThereProps) {
  const { t } = useTranslation()
  return (
    <Modal
      title={t('wizard.idleTitle')}
      isAlert
      onClose={onStay}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={leaveAtOnce}>
            {t('wizard.idleLeave')}
          </Button>
          <Button onClick={onStay}>{t('wizard.idleStay')}</Button>
        </>
      }
    >
      <p>{textAt?.(at) ?? t('wizard.idleText', { minutes: warningMinutes, time: at })}</p>
    </Modal>
  )
}
