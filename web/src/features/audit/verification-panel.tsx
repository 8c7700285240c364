import { type AuditVerification, formatScreenDate, type PlainDate, parseScreenDate } from '@portal/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '#form/fields/day-field.tsx'
import { isUnreachable } from '#lib/api/call-error.ts'
import { ShowInstant, today } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { useVerification } from './audit.queries.ts'

/** Has the chain of a day verified, or all of it, and says what was found. */
export function VerificationPanel() {
  const { t } = useTranslation()
  const [text, setText] = useState(() => formatScreenDate(today()))
  const [isWrong, setWrong] = useState(false)
  const verification = useVerification()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const day = parseScreenDate(text)
    const isRefused = day === undefined && text.trim() !== ''
    setWrong(isRefused)
    if (isRefused) document.getElementById('verify-day')?.focus()
    else verification.mutate(day)
  }
  const { data, variables: day, error } = verification
  return (
    <Panel title={t('auditPage.verify.title')}>
      <p>{t('auditPage.verify.intro')}</p>
      <form className="verify-form" noValidate onSubmit={handleSubmit}>
        <DayField
          id="verify-day"
          label={t('auditPage.verify.day')}
          hint={t('auditPage.verify.dayHint')}
          error={isWrong ? t('messages.data_non_valida') : undefined}
          isPast
          value={text}
          onChange={setText}
        />
        <Button type="submit" variant="secondary">
          {t('auditPage.verify.button')}
        </Button>
      </form>
      <div role="status">
        {data && (data.isWhole ? <Whole found={data} day={day} /> : <Broken found={data} />)}
        {error && <NotVerified error={error} />}
      </div>
    </Panel>
  )
}

/** No verdict: the log may be whole or not. */
function NotVerified({ error }: { error: Error }) {
  const { t } = useTranslation()
  const isLate = isUnreachable(error)
  return (
    <Alert kind="warning" title={t('auditPage.verify.failed')}>
      {t(isLate ? 'auditPage.verify.late' : 'auditPage.verify.failedText')}
    </Alert>
  )
}

interface WholeProps {
  readonly found: AuditVerification
  readonly day: PlainDate | undefined
}

function Whole({ found: { links, seals, waiting, archived, head }, day }: WholeProps) {
  const { t } = useTranslation()
  const isEmpty = day !== undefined && links === 0
  return (
    <Alert kind={isEmpty ? 'info' : 'success'} title={t(isEmpty ? 'auditPage.verify.empty' : 'auditPage.verify.whole')}>
      <p>
        <span>{`${t('auditPage.verify.links', { count: links })} ${t('auditPage.verify.seals', { count: seals })}`}</span>{' '}
        {waiting > 0 && <span>{t('auditPage.verify.waiting', { count: waiting })}</span>}
      </p>
      {archived && (
        <p>{t('auditPage.verify.archived', { count: archived.entries, until: formatScreenDate(archived.until) })}</p>
      )}
      {head && (
        <>
          <DefinitionList
            items={[
              { term: t('auditPage.verify.position'), value: <bdi dir="ltr">{head.position}</bdi> },
              { term: t('auditPage.verify.sealedAt'), value: <ShowInstant instant={head.sealedAt} /> },
              {
                term: t('auditPage.verify.digest'),
                value: (
                  <bdi dir="ltr" className="digest">
                    {head.digest}
                  </bdi>
                ),
              },
            ]}
          />
          <p>{t('auditPage.verify.note')}</p>
        </>
      )}
    </Alert>
  )
}

function Broken({ found: { found, links } }: { found: AuditVerification }) {
  const { t } = useTranslation()
  if (!found) return null
  const places = (['position', 'entryId', 'seal'] as const).flatMap((name) => {
    const number = found[name]
    return number === undefined ? [] : [{ term: t(`auditPage.verify.places.${name}`), value: String(number) }]
  })
  const reason = t(`audit.faults.${found.kind}`)
  return (
    <Alert kind="danger" title={t('auditPage.verify.broken')}>
      <p>{`${reason}. ${t('auditPage.verify.before', { count: links })}`}</p>
      <DefinitionList items={places} />
      <p>{t('auditPage.verify.whatToDo')}</p>
    </Alert>
  )
}
