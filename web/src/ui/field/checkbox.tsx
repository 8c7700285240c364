import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

export interface CheckboxProps {
  id: string
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

export function Checkbox({ id, label, checked, onChange, error, required, disabled }: CheckboxProps) {
  const isInvalid = error !== undefined
  return (
    <div className={classNames('field', isInvalid && 'field-invalid')}>
      {isInvalid && (
        <div id={`${id}-error`} className="field-error">
          <Icon name="it-warning-circle" size="xs" />
          {error}
        </div>
      )}
      <div className="checkbox">
        <input
          type="checkbox"
          id={id}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-required={required || undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>
          {label}
          {required && (
            <span className="field-mark" aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
      </div>
    </div>
  )
}
