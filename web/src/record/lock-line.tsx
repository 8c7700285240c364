import { useTranslation } from 'react-i18next'
import { formatTime } from '#lib/i18n/format.tsx'
import { Icon } from '#ui/icon.tsx'

interface Props {
  /** When the user's lock expires; undefined while they do not edit. */
  readonly lockedUntil: Date | undefined
}

/** Until when the user alone edits the record; who else does is in the notes below. */
export function LockLine({ lockedUntil }: Props) {
  const { t } = useTranslation()
  if (!lockedUntil) return null
  return (
    <p className="case-line">
      <span className="case-lock">
        <Icon name="it-locked" size="xs" /> <span>{t('editLock.mine', { time: formatTime(lockedUntil) })}</span>
      </span>
    </p>
  )
}
