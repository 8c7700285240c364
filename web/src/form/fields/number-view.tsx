import { typedNumber } from '@portal/contract'
import { TextInput } from '#ui/field/text-input.tsx'
import type { FieldViewProps } from './field-view-props.ts'

/** A count, or an amount in euros: what is typed stays as it is, and `readNumber` reads it or refuses it. */
export function NumberView({ id, field, label, hint, error, required, value, onChange }: FieldViewProps) {
  return (
    <TextInput
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      isShort
      dir="ltr"
      inputMode={field.kind === 'amount' ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typeof value === 'number' ? typedNumber(value) : String(value ?? '')}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  )
}
