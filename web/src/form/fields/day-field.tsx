import { formatScreenDate, type PlainDate, parseScreenDate, readShortDate } from '@portal/contract'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { today } from '#lib/i18n/format.tsx'
import { FieldFrame, type FieldTexts } from '#ui/field/field-frame.tsx'
import { daySteps } from './day-steps.ts'

export interface DayFieldProps extends FieldTexts {
  /** What is typed; a day that was understood comes as DD/MM/YYYY. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The field allows no day after today. */
  readonly isPast?: boolean | undefined
  /** Fills in the person's own date of birth. */
  readonly autoComplete?: string | undefined
}

const fullDay = (day: PlainDate, language: string) =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day))

const isSaveKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 's' && (ctrlKey || metaKey)

/**
 * A date in one field, typed in the short forms that `readShortDate` reads. While it is typed, the day that it means stands beside it;
 * Enter, leaving and saving put it in full.
 */
export function DayField({ value, onChange, isPast, autoComplete = 'off', ...texts }: DayFieldProps) {
  const { i18n, t } = useTranslation()
  const [isActive, setActive] = useState(false)
  const now = today()
  const latest = isPast ? now : undefined
  const day = readShortDate(value, { today: now, latest })
  /** Puts the day in full; true if that changed the text. */
  const complete = () => {
    const full = day && formatScreenDate(day)
    const isShort = full !== undefined && full !== value
    if (isShort) onChange(full)
    return isShort
  }
  const move = (step: (day: PlainDate) => PlainDate) => {
    const next = day ? step(day) : now
    if (!latest || next <= latest) onChange(formatScreenDate(next))
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = daySteps[event.key]
    if (step) move(step)
    // A day is read before it is sent: the first Enter puts it in full, the second submits.
    if (step || (event.key === 'Enter' && complete())) event.preventDefault()
    else if (isSaveKey(event)) complete()
  }
  const isMeant = isActive && day !== undefined && value.trim() !== ''
  return (
    <FieldFrame {...texts}>
      {(wiring) => (
        <div className="day-field">
          <input
            {...wiring}
            type="text"
            dir="ltr"
            inputMode="numeric"
            autoComplete={autoComplete}
            maxLength={40}
            className="form-control figures"
            placeholder={parseScreenDate(value) ? undefined : t('dayField.shape')}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onFocus={() => setActive(true)}
            onBlur={() => {
              setActive(false)
              complete()
            }}
            onKeyDown={handleKey}
          />
          <span className="day-meant" role="status">
            {isMeant && fullDay(day, i18n.language)}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
