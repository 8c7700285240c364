import type { DueState, PlainDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ShowDate } from '#lib/i18n/format.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-name.ts'

const looks = {
  onTime: { classes: 'due-on-time', icon: 'it-clock' },
  soon: { classes: 'due-soon', icon: 'it-warning' },
  late: { classes: 'due-late', icon: 'it-warning-circle' },
} as const satisfies Record<DueState, { classes: string; icon: IconName }>

/** State of a deadline as text, icon and colour, and its day; a short one has the text for screen readers alone. */
export function DueOn({ state, on, isShort }: { state: DueState; on: PlainDate; isShort?: boolean }) {
  const { t } = useTranslation()
  const { classes, icon } = looks[state]
  return (
    <span className={classNames('due', classes)}>
      <Icon name={icon} size="xs" />
      <span>
        <span className={isShort ? 'visually-hidden' : undefined}>{t(`cases.due.${state}`)}</span>{' '}
        <ShowDate date={on} />
      </span>
    </span>
  )
}
