import { FieldGroup, type FieldTexts } from './field-frame.tsx'

export interface RadioCard<Value extends string> {
  value: Value
  title: string
  /** One sentence that helps to choose. */
  text?: string | undefined
}

export type RadioCardsProps<Value extends string> = FieldTexts & {
  options: readonly RadioCard<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A choice of a few, each with a sentence, as large as a finger needs. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { options, value, onChange, ...texts } = props
  return (
    <FieldGroup {...texts}>
      <div className="choice-cards">
        {options.map((option, index) => {
          const optionId = index === 0 ? texts.id : `${texts.id}-${option.value}`
          return (
            <div key={option.value} className="choice-card">
              <input
                type="radio"
                id={optionId}
                name={texts.id}
                value={option.value}
                required={texts.required}
                aria-invalid={texts.error === undefined ? undefined : true}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                aria-describedby={option.text === undefined ? undefined : `${optionId}-text`}
              />
              <label htmlFor={optionId}>
                <span className="choice-title">{option.title}</span>
                {option.text !== undefined && (
                  <span id={`${optionId}-text`} className="choice-text">
                    {option.text}
                  </span>
                )}
              </label>
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
