import { useTranslation } from 'react-i18next'
import { CopyButton } from '#ui/copy-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'

/** That an application has arrived, under which number, and what comes next. */
export function RequestNumber({ number }: { readonly number: string }) {
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
      <p>{t('enrolment.success.next')}</p>
    </>
  )
}
