import { FieldGroup, type FieldTexts } from './field-frame.tsx'

export type RadioRowProps = FieldTexts & {
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A choice of a few words, side by side. */
export function RadioRow({ options, value, onChange, ...texts }: RadioRowProps) {
  return (
    <FieldGroup {...texts}>
      <div className="radio-row">
        {options.map((option, index) => {
          const optionId = index === 0 ? texts.id : `${texts.id}-${option.value}`
          return (
            <div key={option.value} className="radio">
              <input
                type="radio"
                id={optionId}
                name={texts.id}
                value={option.value}
                aria-invalid={texts.error === undefined ? undefined : true}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              <label htmlFor={optionId}>{option.label}</label>
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
