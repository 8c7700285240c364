import type { Ref } from 'react'
import { classNames } from '../class-names.ts'
import type { Elements } from '../elements.tsx'

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
  ref?: Ref<HTMLDivElement>
  children: string | Elements
}

const announceRole = { politely: 'status', now: 'alert' } as const

export function Alert({ kind, title, announce, ref, children }: AlertProps) {
  return (
    <div ref={ref} className={classNames('alert', alertClass[kind])} role={announce && announceRole[announce]}>
      {title && <p className="alert-heading fw-semibold">{title}</p>}
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}
