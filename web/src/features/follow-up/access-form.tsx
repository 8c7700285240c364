import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { missingText } from '#lib/i18n/missing-text.ts'
import { office } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextInput } from '#ui/field/text-input.tsx'

interface Props {
  readonly onOpen: (code: string, pin: string) => Promise<void>
}

const fields = ['code', 'pin'] as const

/** Code and pin, however they were copied. */
export function AccessForm({ onOpen }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ code: '', pin: '' })
  const [attempt, setAttempt] = useState(0)
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const missing = fields.filter((name) => typed[name].trim() === '')
  const shown = attempt > 0 ? missing : []
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    setFailure(undefined)
    if (missing.length > 0 || isOpening) return
    setOpening(true)
    try {
      await onOpen(typed.code, typed.pin)
    } catch (error) {
      setFailure(error)
      setOpening(false)
    }
  }
  const inputOf = (name: (typeof fields)[number], hint: string) => (
    <TextInput
      id={`field-${name}`}
      label={t(`followUp.${name}`)}
      hint={hint}
      error={shown.includes(name) ? missingText(t, t(`followUp.todo.${name}`)) : undefined}
      required
      dir="ltr"
      isShort
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
    />
  )
  return (
    <form noValidate onSubmit={handleSubmit}>
      <ErrorSummary
        title={t('report.errorTitle')}
        attempt={attempt}
        errors={shown.map((name) => ({
          fieldId: `field-${name}`,
          text: missingText(t, t(`followUp.todo.${name}`)),
        }))}
      />
      {failure !== undefined && <Refused t={t} failure={failure} />}
      {inputOf('code', t('followUp.codeHint', { example: `${office.productTag}-2026-000123` }))}
      {inputOf('pin', t('followUp.pinHint'))}
      <div className="form-actions">
        <Button type="submit" pending={isOpening} pendingText={t('followUp.entering')}>
          {t('followUp.enter')}
        </Button>
      </div>
      <p className="follow-up-lost">{t('followUp.lostPin')}</p>
    </form>
  )
}

/** Why nothing was opened: a wrong pin and an unknown code are told alike. */
function Refused({ t, failure }: { t: TFunction; failure: unknown }) {
  const status = failure instanceof CallError ? failure.status : 0
  if (status === 429 && failure instanceof CallError)
    return (
      <Alert kind="warning" title={t('followUp.locked')} announce="now">
        <p>{failure.message}</p>
        <p>{t('followUp.lockedText')}</p>
      </Alert>
    )
  return (
    <Alert kind="danger" announce="now">
      {t(status === 403 ? 'followUp.wrong' : 'followUp.failed')}
    </Alert>
  )
}
