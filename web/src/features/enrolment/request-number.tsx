import { useTranslation } from 'react-i18next'
import { CopyButton } from '#ui/copy-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly number: string
  /** Where the receipt went; empty where the page does not know it. */
  readonly addresses?: readonly string[]
}

/** That an application has arrived, under which number, and what comes next. */
export function RequestNumber({ number, addresses = [] }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Panel title={t('enrolment.success.text')}>
        <dl>
          <dt>{t('enrolment.success.number')}</dt>
          <dd className="cluster">
            <bdi className="copy-value" dir="ltr" translate="no">
              {number}
            </bdi>
            <CopyButton
              value={number}
              label={t('enrolment.success.copy')}
              copiedLabel={t('enrolment.success.copied')}
            />
          </dd>
        </dl>
      </Panel>
      <SentTo label={t('enrolment.success.sentTo')} addresses={addresses} />
      <p>{t('enrolment.success.next')}</p>
    </>
  )
}

interface SentToProps {
  readonly label: string
  readonly addresses: readonly string[]
}

/** The addresses to which a letter went, for the applicant to see a wrong one. */
export function SentTo({ label, addresses }: SentToProps) {
  if (addresses.length === 0) return null
  return (
    <>
      <p>{label}</p>
      <ul className="plain-list">
        {addresses.map((address) => (
          <li key={address}>
            <bdi dir="ltr" translate="no">
              {address}
            </bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
