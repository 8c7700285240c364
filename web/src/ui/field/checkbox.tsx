import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldMarks, FieldNotes } from './field-frame.tsx'

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
      <FieldNotes id={id} error={error} />
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
          <FieldMarks label={label} required={required} />
        </label>
      </div>
    </div>
  )
}
