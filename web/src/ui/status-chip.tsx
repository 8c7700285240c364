import { Icon } from './icon.tsx'
import type { IconName } from './icon-name.ts'

const looks = {
  open: { classes: 'status-chip status-open', icon: undefined },
  assigning: { classes: 'status-chip status-assigning', icon: 'it-arrow-right' },
  working: { classes: 'status-chip status-working', icon: 'it-pencil' },
  external: { classes: 'status-chip status-external', icon: 'it-pa' },
  closed: { classes: 'status-chip status-closed', icon: 'it-check' },
  reopened: { classes: 'status-chip status-reopened', icon: 'it-restore' },
  cancelled: { classes: 'status-chip status-cancelled', icon: 'it-close' },
  expired: { classes: 'status-chip status-expired', icon: 'it-clock' },
  failed: { classes: 'status-chip status-failed', icon: 'it-error' },
} as const satisfies Record<string, { classes: string; icon: IconName | undefined }>

export type StatusKind = keyof typeof looks

/** A status as word, icon and colour; the same wherever a status is named. */
export function StatusChip({ kind, label }: { kind: StatusKind; label: string }) {
  const { classes, icon } = looks[kind]
  return (
    <span className={classes}>
      {icon ? <Icon name={icon} size="xs" /> : <span className="status-dot" aria-hidden="true" />}
      <span>{label}</span>
    </span>
  )
}
