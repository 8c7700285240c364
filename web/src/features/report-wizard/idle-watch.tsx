import { limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#lib/i18n/format.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { leaveAtOnce } from '#lib/page/quick-exit.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { useDraft } from './draft.tsx'
import { holdsText, isConfidential, sendingState, signEveryMs } from './draft-store.ts'
import { stepHref } from './steps.ts'

const minuteMs = 60_000
const { warningMinutes, minutes } = limits.idleDraft
const lookEveryMs = 5000

/** Asks whether somebody is still there when a draft, or code and pin, lie open, and wipes them when nobody answers. */
export function IdleWatch() {
  const { draft, receipt, touch, lapse } = useDraft()
  const isWatching = isConfidential({ draft, receipt })
  const isWriting = holdsText(draft)
  const go = useGo()
  const [isAsking, setAsking] = useState(false)
  const lastSign = useLastSign(isWatching && !isAsking, touch)
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts with each draft that has content
  useEffect(() => {
    if (!isWatching) return
    const end = () => {
      setAsking(false)
      lapse()
      // Where code and pin were is said what became of them.
      if (isWriting) go(stepHref('intro'))
    }
    const look = () => {
      if (sendingState.isSending) {
        lastSign.current = Date.now()
        touch()
      }
      const idleMs = Date.now() - lastSign.current
      if (idleMs >= minutes * minuteMs) end()
      else if (idleMs >= warningMinutes * minuteMs) setAsking(true)
    }
    const timer = setInterval(look, lookEveryMs)
    // Timers of a tab out of sight are late, those of a sleeping machine stand still.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isWatching, isWriting])
  if (!(isWatching && isAsking)) return null
  const handleStay = () => {
    lastSign.current = Date.now()
    touch()
    setAsking(false)
  }
  const at = formatTime(new Date(lastSign.current + minutes * minuteMs))
  return <StillThere isWriting={isWriting} at={at} onStay={handleStay} />
}

const signs = ['keydown', 'pointerdown', 'input', 'scroll'] as const

/** Time of the last input; also stored in the draft, at most once a minute. */
function useLastSign(isOn: boolean, touch: () => void) {
  const [lastSign] = useState(() => ({ current: Date.now() }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft's own function never changes
  useEffect(() => {
    if (!isOn) return
    lastSign.current = Date.now()
    let reportedAt = 0
    const handle = () => {
      lastSign.current = Date.now()
      if (lastSign.current - reportedAt < signEveryMs) return
      reportedAt = lastSign.current
      touch()
    }
    for (const sign of signs) addEventListener(sign, handle, { passive: true, capture: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, handle, { capture: true })
    }
  }, [isOn])
  return lastSign
}

interface StillThereProps {
  readonly isWriting: boolean
  /** When what lies open goes. */
  readonly at: string
  readonly onStay: () => void
}

function StillThere({ isWriting, at, onStay }: StillThereProps) {
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
      <p>
        {isWriting
          ? t('wizard.idleText', { minutes: warningMinutes, time: at })
          : t('wizard.idleReceiptText', { time: at })}
      </p>
    </Modal>
  )
}
