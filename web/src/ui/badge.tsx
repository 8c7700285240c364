import { classNames } from './class-names.ts'

const badgeClass = { neutral: 'badge-neutral', accent: 'badge-accent', danger: 'badge-danger' } as const

export interface BadgeProps {
  kind?: keyof typeof badgeClass
  children: string | number
  /** What the figure counts, for screen readers. */
  hiddenText?: string | undefined
}

export function Badge({ kind = 'neutral', children, hiddenText }: BadgeProps) {
  return (
    <span className={classNames('badge', badgeClass[kind])}>
      <span>{children}</span>
      {hiddenText && <span className="visually-hidden">{` ${hiddenText}`}</span>}
    </span>
  )
}
