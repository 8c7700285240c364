import { classNames } from '../class-names.ts'
import type { Elements } from '../elements.tsx'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-name.ts'

const alertClass = {
  info: 'alert-primary',
  success: 'alert-success',
  warning: 'alert-warning',
  danger: 'alert-danger',
} as const

export interface AlertProps {
  kind: keyof typeof alertClass
  title?: string | undefined
  /** Set when the alert appears after the page has loaded, so that it is read out. */
  announce?: 'politely' | 'now' | undefined
  children: string | Elements
}

const announceRole = { politely: 'status', now: 'alert' } as const

export function Alert({ kind, title, announce, children }: AlertProps) {
  return (
    <div className={classNames('alert', alertClass[kind])} role={announce && announceRole[announce]}>
      {title && <p className="alert-heading fw-semibold">{title}</p>}
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}

const calloutLook: Record<'note' | 'important' | 'warning', { classes: string; icon: IconName }> = {
  note: { classes: 'callout callout-highlight note', icon: 'it-info-circle' },
  important: { classes: 'callout callout-highlight important', icon: 'it-check-circle' },
  warning: { classes: 'callout callout-highlight warning', icon: 'it-warning-circle' },
}

export interface CalloutProps {
  kind?: keyof typeof calloutLook
  title: string
  children: string | Elements
}

/** Something to know while reading on; unlike an alert it is part of the text. */
export function Callout({ kind = 'note', title, children }: CalloutProps) {
  const { classes, icon } = calloutLook[kind]
  return (
    <div className={classes}>
      <div className="callout-title">
        <Icon name={icon} />
        <span>{title}</span>
      </div>
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}
