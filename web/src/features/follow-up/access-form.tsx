import { readPin, readReportCode } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormSession } from '#form/use-form-session.ts'
import { useSending } from '#form/use-sending.ts'
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

const readers = { code: readReportCode, pin: readPin } as const
const wrongForm = { code: 'messages.codice_non_valido', pin: 'messages.pin_non_valido' } as const

/** The fields in their order, with their names on the wire. */
const fields = { code: 'codice', pin: 'pin' } as const
type Name = keyof typeof fields
type Typed = Record<Name, string>

/** Code and pin, however they were copied. */
export function AccessForm({ onOpen }: Props) {
  const { t } = useTranslation()
  const opening = useSending(({ code, pin }: Typed) => onOpen(code, pin))
  const session = useFormSession<Typed, Name>({
    id: 'field',
    start: { code: '', pin: '' },
    fields,
    labelOf: (name) => t(`followUp.${name}`),
    check: (typed) => {
      const errorOf = (name: Name) => {
        if ('value' in readers[name](typed[name])) return undefined
        const isMissing = typed[name].trim() === ''
        const text = isMissing ? missingText(t, t(`followUp.todo.${name}`)) : t(wrongForm[name])
        return { text, summary: text }
      }
      return { code: errorOf('code'), pin: errorOf('pin') }
    },
    sending: opening,
    send: opening.mutate,
  })
  const input = (name: Name) => ({
    ...session.field(name),
    required: true,
    dir: 'ltr' as const,
    translate: 'no' as const,
    isShort: true,
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <form {...session.form}>
      <ErrorSummary {...session.summary} />
      {session.callError && <Refused t={t} failure={session.callError} />}
      <TextInput {...input('code')} hint={t('followUp.codeHint', { example: `${office.productTag}-2026-000123` })} />
      <TextInput {...input('pin')} hint={t('followUp.pinHint')} />
      <div className="form-actions">
        <Button type="submit" pending={session.isPending} pendingText={t('followUp.entering')}>
          {t('followUp.enter')}
        </Button>
      </div>
      <p className="follow-up-lost">{t('followUp.lostPin')}</p>
    </form>
  )
}

/** Why the report was not opened: a wrong pin and an unknown code get the same message. */
function Refused({ t, failure }: { t: TFunction; failure: Error }) {
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
