import { TextInput } from '#ui/field/text-input.tsx'
import type { FieldViewProps } from './field-view-props.ts'

/** A whole number: a count, or an amount in whole euros. */
export function NumberView({ id, label, hint, error, required, value, onChange }: FieldViewProps) {
  const handleChange = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 10)
    onChange(digits === '' ? undefined : Number(digits))
  }
  return (
    <TextInput
      {...{ id, label, hint, error, required }}
      isShort
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      value={typeof value === 'number' ? String(value) : ''}
      onChange={handleChange}
    />
  )
}
