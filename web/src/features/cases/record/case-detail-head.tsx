import { type CaseDetail, dayIn, type PlainDate } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { formatTime, today } from '#lib/i18n/format.tsx'
import { Icon } from '#ui/icon.tsx'

export const titleId = 'case-title'

interface Props {
  readonly title: string
  readonly record: CaseDetail | undefined
  /** Links to other pages, at the end of the line. */
  readonly children?: ReactNode
}

const dayMs = 86_400_000
const daysBetween = (from: PlainDate, to: PlainDate) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Days from the receipt of a case to its end, or to today. */
const ageOf = ({ createdAt, closedAt }: CaseDetail) =>
  daysBetween(dayIn('Europe/Rome', createdAt), closedAt ? dayIn('Europe/Rome', closedAt) : today())

/** Title, status and age of a case. */
export function CaseHead({ title, record, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="case-head">
      <h1 id={titleId} tabIndex={-1}>
        {title}
      </h1>
      {record && (
        <>
          <bdi dir="ltr" className="case-code figures">
            {record.code}
          </bdi>
          <StatusOfCase status={record.status} />
          <span className="figures">
            {t(record.closedAt ? 'caseDetail.age.ended' : 'caseDetail.age.open', { count: ageOf(record) })}
          </span>
          {record.dueOn && record.dueState && <DueOn state={record.dueState} on={record.dueOn} />}
        </>
      )}
      {children}
    </div>
  )
}

interface LineProps {
  readonly record: CaseDetail
  /** When the user's lock expires; undefined while they do not edit. */
  readonly lockedUntil: Date | undefined
}

/** The assignee of the case, and who is editing it now. */
export function CaseLine({ record, lockedUntil }: LineProps) {
  const { t } = useTranslation()
  const { operator, isConflict, lockedBy, lockedSince } = record
  return (
    <p className="case-line">
      <span>
        {operator ? (
          <>
            {t('caseDetail.assignedTo')} <bdi>{operator}</bdi>
          </>
        ) : (
          t('caseDetail.assignedToNobody')
        )}
      </span>
      {isConflict && (
        <span className="case-lock">
          <Icon name="it-locked" size="xs" /> {t('editLock.other')} <bdi>{lockedBy}</bdi>
          {lockedSince && ` ${t('editLock.since')} ${formatTime(lockedSince)}`}
        </span>
      )}
      {!isConflict && lockedUntil && (
        <span className="case-lock">
          <Icon name="it-locked" size="xs" /> {t('editLock.mine', { time: formatTime(lockedUntil) })}
        </span>
      )}
    </p>
  )
}
