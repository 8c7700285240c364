import { type CaseEvent, type CaseEventKind, caseValuesOf, freeingKinds } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ChangesView } from '#form/read-only/changes-view.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { formatInstant, ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { useListOfPage } from '../record/case-detail-frame.tsx'
import { caseDisplay } from '../record/case-display.tsx'

interface Props {
  readonly caseId: number
  readonly event: CaseEvent
}

/** An entry of the history: who did what to a case, when, why, and what changed. */
export function CaseHistoryEntry({ caseId, event }: Props) {
  const { t } = useTranslation()
  const { id, at, kind, by, role, reason, operator } = event
  const { detailPath } = useListOfPage()
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} /> <strong>{t(`caseEventKinds.${kind}`)}</strong>
        <Passage event={event} />
      </p>
      <p className="timeline-who">
        <bdi>{by ?? t(kind === 'received' ? 'caseHistory.reporter' : 'caseHistory.portal')}</bdi>
        {role && ` · ${t(`roles.${role}`)}`}
      </p>
      {operator && (
        <p>
          {t(concerned(kind))}: <bdi>{operator}</bdi>
        </p>
      )}
      {reason && (
        <p>
          {t('caseHistory.reason')}:{' '}
          <span className="written-text" dir="auto">
            {reason}
          </span>
        </p>
      )}
      {event.changes.length > 0 && <Changes event={event} />}
      <p>
        <NavLink href={siteHref(detailPath, { id: caseId, evento: id })}>
          {t('caseHistory.look')}
          <span className="visually-hidden">: {formatInstant(at)}</span>
        </NavLink>
      </p>
    </>
  )
}

/** The text key that says which operator an entry names. */
function concerned(kind: CaseEvent['kind']) {
  if (kind === 'lockTaken') return 'caseHistory.takenFrom'
  return freeingKinds.includes(kind) ? 'caseHistory.formerOperator' : 'caseHistory.operator'
}

/** The change of status, if any. */
function Passage({ event: { from, to } }: Pick<Props, 'event'>) {
  const { t } = useTranslation()
  if (!to || from === to) return null
  return (
    <span className="passage">
      {from && (
        <>
          {t('caseHistory.from')} <StatusOfCase status={from} />
        </>
      )}{' '}
      {t('caseHistory.to')} <StatusOfCase status={to} />
    </span>
  )
}

/** The first entries of a case: they have no values before. */
const isEntry = (kind: CaseEventKind) => kind === 'entered' || kind === 'received'

/** The fields before and after, collapsed. */
function Changes({ event: { kind, changes } }: Pick<Props, 'event'>) {
  const { t } = useTranslation()
  return (
    <ChangesView
      display={caseDisplay}
      valuesOf={caseValuesOf}
      changes={changes}
      summary={t(isEntry(kind) ? 'caseHistory.filled' : 'caseHistory.fields', { count: changes.length })}
    />
  )
}
