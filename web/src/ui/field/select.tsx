import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

export interface SelectOption {
  value: string
  label: string
}

export type SelectProps = FieldTexts &
  Pick<ComponentProps<'select'>, 'name' | 'onBlur' | 'disabled' | 'autoComplete'> & {
    value: string
    onChange: (value: string) => void
    options: readonly SelectOption[]
    /** The choice of nothing: '--- Non impostato ---'. Without it the first option is the choice. */
    emptyLabel?: string | undefined
  }

/** A native list, which also serves hundreds of options: it is searched by typing, in every browser and on every telephone. */
export function Select(props: SelectProps) {
  const { id, label, hint, error, required, note, onChange, options, emptyLabel, ...native } = props
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required} note={note}>
      {(wiring) => (
        <div className="select-wrapper">
          <select {...native} {...wiring} onChange={(event) => onChange(event.target.value)}>
            {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  )
}
