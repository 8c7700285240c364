import { type ClipboardEvent, type FocusEvent, useState } from 'react'
import { FieldGroup, type FieldTexts } from './field-frame.tsx'

export type DateFieldProps = FieldTexts & {
  /** Raw text, 'gg/mm/aaaa'; half-typed dates keep their slashes ('5//2024'), no date is ''. The caller judges it. */
  value: string
  onChange: (value: string) => void
  /** Called when focus leaves the three boxes together. */
  onBlur?: (() => void) | undefined
  partLabels: { day: string; month: string; year: string }
  read: DateReader
  /** Said of a pasted text that is no date: nothing of it is filled in. */
  unreadable: string
  disabled?: boolean | undefined
  /** Fills in the person's own date of birth. */
  isBirthday?: boolean | undefined
}

/** How typed and pasted texts are read. */
export interface DateReader {
  /** The same text with 0 to 9 for the digits of every script. */
  readonly digits: (text: string) => string
  /** A pasted date as raw text, 'gg/mm/aaaa'; undefined for what is none. */
  readonly whole: (text: string) => string | undefined
}

const parts = ['day', 'month', 'year'] as const

const splitDate = (text: string): string[] => {
  const found = text.split('/')
  return parts.map((_, index) => found[index] ?? '')
}

/** Room for what is wrong as well: nothing that is typed is cut. */
const longestPart = 10
const separators = /[\s/.-]/g

const joinDate = (texts: readonly string[]) => (texts.every((text) => text === '') ? '' : texts.join('/'))

/** A date typed as day, month and year: what people know by heart needs no calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, partLabels, read, unreadable, disabled, isBirthday, ...given } = props
  const [isPasteRefused, setPasteRefused] = useState(false)
  const texts = { ...given, error: isPasteRefused ? unreadable : given.error }
  const typed = splitDate(value)
  const change = (text: string) => {
    setPasteRefused(false)
    onChange(text)
  }
  const handlePart = (index: number, text: string) => {
    const part = read.digits(text).replace(separators, '')
    change(joinDate(typed.map((old, at) => (at === index ? part : old))))
  }
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (/^\d{1,4}$/.test(read.digits(text).trim())) return
    event.preventDefault()
    const whole = read.whole(text)
    if (whole === undefined) setPasteRefused(true)
    else change(whole)
  }
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
  }
  const isInvalid = texts.error !== undefined
  return (
    <FieldGroup {...texts}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices focus leaving the three boxes together */}
      <div className="date-parts" onBlur={handleBlur}>
        {parts.map((name, index) => {
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
                maxLength={longestPart}
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
