import { useTranslation } from 'react-i18next'
import type { EditedRecord } from '#form/edit/edit-notes.tsx'
import { formatTime } from '#lib/i18n/format.tsx'
import { Icon } from '#ui/icon.tsx'

interface Props {
  readonly record: Pick<EditedRecord, 'isConflict' | 'lockedBy' | 'lockedSince'>
  /** When the user's lock expires; undefined while they do not edit. */
  readonly lockedUntil: Date | undefined
}

/** Who edits the record now. */
export function LockLine({ record: { isConflict, lockedBy, lockedSince }, lockedUntil }: Props) {
  const { t } = useTranslation()
  const isLocked = isConflict || lockedUntil !== undefined
  if (!isLocked) return null
  return (
    <p className="case-line">
      <span className="case-lock">
        <Icon name="it-locked" size="xs" />{' '}
        {isConflict ? (
          <>
            <span>{t('editLock.other')}</span> <bdi>{lockedBy}</bdi>
            {lockedSince && <span>{` ${t('editLock.since')} ${formatTime(lockedSince)}`}</span>}
          </>
        ) : (
          lockedUntil && <span>{t('editLock.mine', { time: formatTime(lockedUntil) })}</span>
        )}
      </span>
    </p>
  )
}
