import spriteUrl from 'bootstrap-italia/dist/svg/sprites.svg?no-inline'
import { classNames } from './class-names.ts'
import type { IconName } from './icon-name.ts'

const sizeClass = { xs: 'icon-xs', sm: 'icon-sm', md: undefined, lg: 'icon-lg', xl: 'icon-xl' } as const

/** These point along the line of text, so they turn round where text runs from right to left. */
const directional: ReadonlySet<IconName> = new Set([
  'it-arrow-right',
  'it-chevron-left',
  'it-chevron-right',
  'it-external-link',
  'it-logout',
  'it-restore',
])

export interface IconProps {
  name: IconName
  size?: keyof typeof sizeClass | undefined
  /** Only where the icon stands alone; beside a word it is decoration. */
  title?: string | undefined
  className?: string | undefined
}

export function Icon({ name, size = 'sm', title, className }: IconProps) {
  const classes = classNames('icon', sizeClass[size], directional.has(name) && 'icon-flip', className)
  const shape = <use href={`${spriteUrl}#${name}`} />
  if (title === undefined) {
    return (
      <svg className={classes} aria-hidden="true" focusable="false">
        {shape}
      </svg>
    )
  }
  return (
    <svg className={classes} role="img" aria-label={title}>
      <title>{title}</title>
      {shape}
    </svg>
  )
}
