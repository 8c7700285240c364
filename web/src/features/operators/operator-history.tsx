import type { OperatorChange } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { fieldText, valueText } from './history-texts.ts'

/** Who changed the account, when, and which fields from what to what; newest first. */
export function OperatorHistory({ history }: { history: readonly OperatorChange[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('operators.history.title')}>
      {history.length === 0 ? (
        <p>{t('operators.history.none')}</p>
      ) : (
        <ol className="timeline">
          {history.map((change) => (
            <li key={change.id}>
              <Change change={change} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** There was no account before. */
const isFirst = (action: OperatorChange['action']) => action === 'inserted' || action === 'uploaded'

function Change({ change: { action, at, by, fields } }: { change: OperatorChange }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} /> <strong>{t(`operators.history.actions.${action}`)}</strong>
      </p>
      <p className="timeline-who">{by ?? t('operators.history.portal')}</p>
      {fields.length > 0 && (
        <details>
          <summary>{t('operators.history.fields', { count: fields.length })}</summary>
          <ul className="plain-list">
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                {fieldText(t, field)}:{' '}
                {t(isFirst(action) ? 'operators.history.added' : 'operators.history.change', {
                  before: valueText(t, field, before),
                  after: valueText(t, field, after),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
