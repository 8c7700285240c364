import { limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#lib/format.tsx'
import { useGo } from '#lib/navigation.ts'
import { leaveAtOnce } from '#lib/quick-exit.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { useDraft } from './draft.tsx'
import { holdsText } from './draft-store.ts'
import { stepHref } from './steps.ts'
import { underWay } from './under-way.ts'

const minuteMs = 60_000
const { warningMinutes, minutes } = limits.idleDraft
const lookEveryMs = 5000

/** Asks whether somebody is still there when a draft lies open, and wipes it when nobody answers. */
export function IdleWatch() {
  const { draft, touch, lapse } = useDraft()
  const isWatching = holdsText(draft)
  const go = useGo()
  const [isAsking, setAsking] = useState(false)
  const lastSign = useLastSign(isWatching && !isAsking, touch)
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with each draft that has words in it
  useEffect(() => {
    if (!isWatching) return
    const look = () => {
      if (underWay.isSending) {
        lastSign.current = Date.now()
        touch()
      }
      const idleMs = Date.now() - lastSign.current
      if (idleMs >= minutes * minuteMs) {
        setAsking(false)
        lapse()
        go(stepHref('intro'))
      } else if (idleMs >= warningMinutes * minuteMs) setAsking(true)
    }
    const timer = setInterval(look, lookEveryMs)
    // Timers of a tab out of sight are late, those of a sleeping machine stand still.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isWatching])
  if (!(isWatching && isAsking)) return null
  const handleStay = () => {
    lastSign.current = Date.now()
    touch()
    setAsking(false)
  }
  return <StillThere at={new Date(lastSign.current + minutes * minuteMs)} onStay={handleStay} />
}

const signs = ['keydown', 'pointerdown', 'input', 'scroll'] as const

/** When somebody last typed, pointed or scrolled; told to the draft too, once a minute at most. */
function useLastSign(isOn: boolean, touch: () => void) {
  const [lastSign] = useState(() => ({ current: Date.now() }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft's own function never changes
  useEffect(() => {
    if (!isOn) return
    lastSign.current = Date.now()
    let told = 0
    const handle = () => {
      lastSign.current = Date.now()
      if (lastSign.current - told < minuteMs) return
      told = lastSign.current
      touch()
    }
    for (const sign of signs) addEventListener(sign, handle, { passive: true, capture: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, handle, { capture: true })
    }
  }, [isOn])
  return lastSign
}

function StillThere({ at, onStay }: { at: Date; onStay: () => void }) {
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
      <p>{t('wizard.idleText', { minutes: warningMinutes, time: formatTime(at) })}</p>
    </Modal>
  )
}
