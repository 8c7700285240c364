import { TextInput } from '#ui/field/text-input.tsx'
import type { FieldViewProps } from './field-view-props.ts'

/** A VAT number or a tax code: letters become capitals, as they are on the card. */
export function CodeView({ id, label, hint, error, required, value, onChange }: FieldViewProps) {
  return (
    <TextInput
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      isShort
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text.toUpperCase())}
    />
  )
}
