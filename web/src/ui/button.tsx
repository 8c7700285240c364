import { type ComponentProps, type MouseEvent, useId } from 'react'
import { classNames } from './class-names.ts'
import { asElements, type Elements } from './elements.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-name.ts'

const variantClass = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-outline-primary',
  danger: 'btn btn-danger',
  quiet: 'btn btn-link',
  exit: 'btn btn-exit',
} as const

export type ButtonVariant = keyof typeof variantClass

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: 'md' | 'sm' = 'md'): string {
  return classNames(variantClass[variant], size === 'sm' && 'btn-sm')
}

/** A button is ready, or waits and says for what, or is off and says why. */
type ButtonState =
  | { pending?: false | undefined; pendingText?: string; disabledReason?: string | undefined }
  | { pending: boolean; pendingText: string; disabledReason?: string | undefined }

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'children'> &
  ButtonState & { variant?: ButtonVariant; size?: 'md' | 'sm'; icon?: IconName; children?: string | Elements }

export function Button(props: ButtonProps) {
  const {
    variant = 'primary',
    size = 'md',
    type = 'button',
    icon,
    pending = false,
    pendingText,
    disabledReason,
    className,
    onClick,
    children,
    ...rest
  } = props
  const reasonId = useId()
  const isOff = pending || disabledReason !== undefined
  // A disabled button stays in the tab order, so that its reason can be read.
  // What is sent by a click is not sent twice by a double click, whose second may come before anything waits.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff || (type === 'submit' && event.detail > 1)) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(variant, size), className)}
      onClick={handleClick}
      aria-disabled={isOff || undefined}
      aria-busy={pending || undefined}
      aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : reasonId}
    >
      {pending ? <span className="btn-spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {asElements(pending ? pendingText : children)}
    </button>
  )
  // One that may go off stands where its reason will: it stays the same element, and keeps the focus.
  if (!('disabledReason' in props)) return button
  return (
    <span className="btn-with-reason">
      {button}
      {disabledReason !== undefined && (
        <span id={reasonId} role="tooltip" className="btn-reason">
          {disabledReason}
        </span>
      )}
    </span>
  )
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconName
  label: string
}

/** A button of one icon; the label is its name for everybody who does not see it. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classNames('btn btn-icon-only', className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
