import { type CaseValues, mayBeCalled, type Report, reporterPhones } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { phoneHrefOf } from '#lib/page/page-settings.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly values: CaseValues
}

/** Whether and how the office may call the reporter: above the other facts in every tab, so that nobody calls by mistake. */
export function CallNote({ values }: Props) {
  const { t } = useTranslation()
  const phones = reporterPhones(values as Report)
  if (phones.length === 0) return null
  if (!mayBeCalled(values as Report))
    return (
      <Alert kind="danger" title={t('caseDetail.calls.never')}>
        {t('caseDetail.calls.neverText')}
      </Alert>
    )
  return (
    <Panel title={t('caseDetail.calls.title')}>
      <ul className="plain-list">
        {phones.map((phone) => (
          <li key={phone}>
            <a href={phoneHrefOf(phone)} dir="ltr">
              {phone}
            </a>
          </li>
        ))}
      </ul>
      {values.callHours && (
        <p>
          <strong>{t('fields.callHours')}</strong>
          <br />
          <span dir="auto">{values.callHours}</span>
        </p>
      )}
      {values.onlyToReporter && (
        <Alert kind="warning" title={t('caseDetail.calls.only')}>
          {t('caseDetail.calls.onlyText')}
        </Alert>
      )}
    </Panel>
  )
}
