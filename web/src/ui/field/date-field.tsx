import type { ClipboardEvent, FocusEvent } from 'react'
import { FieldGroup, type FieldTexts } from './field-frame.tsx'

export type DateFieldProps = FieldTexts & {
  /** Raw text, 'gg/mm/aaaa'; half-typed dates keep their slashes ('5//2024'), no date is ''. The caller judges it. */
  value: string
  onChange: (value: string) => void
  /** Called when focus leaves the three boxes together. */
  onBlur?: (() => void) | undefined
  partLabels: { day: string; month: string; year: string }
  disabled?: boolean | undefined
  /** Fills in the person's own date of birth. */
  isBirthday?: boolean | undefined
}

const parts = [
  { name: 'day', length: 2 },
  { name: 'month', length: 2 },
  { name: 'year', length: 4 },
] as const

const wholeDate = /^\s*(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})\s*$/

const splitDate = (text: string): string[] => {
  const found = text.split('/')
  return parts.map((_, index) => found[index] ?? '')
}

const joinDate = (texts: readonly string[]) => (texts.every((text) => text === '') ? '' : texts.join('/'))

/** A date typed as day, month and year: what people know by heart needs no calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, partLabels, disabled, isBirthday, ...texts } = props
  const typed = splitDate(value)
  const handlePart = (index: number, text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, parts[index]?.length)
    onChange(joinDate(typed.map((old, at) => (at === index ? digits : old))))
  }
  const handlePaste = (event: ClipboardEvent) => {
    const found = wholeDate.exec(event.clipboardData.getData('text'))
    if (!found) return
    event.preventDefault()
    onChange(found.slice(1).join('/'))
  }
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
  }
  const isInvalid = texts.error !== undefined
  return (
    <FieldGroup {...texts}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices focus leaving the three boxes together */}
      <div className="date-parts" onBlur={handleBlur}>
        {parts.map(({ name, length }, index) => {
          const partId = index === 0 ? texts.id : `${texts.id}-${name}`
          return (
            <div key={name} className="date-part">
              <label htmlFor={partId}>{partLabels[name]}</label>
              <input
                type="text"
                id={partId}
                dir="ltr"
                inputMode="numeric"
                autoComplete={isBirthday ? `bday-${name}` : 'off'}
                maxLength={length}
                className="form-control figures"
                disabled={disabled}
                value={typed[index]}
                onChange={(event) => handlePart(index, event.target.value)}
                onPaste={handlePaste}
                aria-invalid={isInvalid || undefined}
                aria-required={texts.required || undefined}
              />
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
