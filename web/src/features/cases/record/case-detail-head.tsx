import { type CaseDetail, type CaseValues, dayIn, dayMs, type PlainDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { today } from '#lib/i18n/format.tsx'
import { Icon } from '#ui/icon.tsx'

const daysBetween = (from: PlainDate, to: PlainDate) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Days from the receipt of a case to its end, or to today. */
const ageOf = ({ createdAt, closedAt }: CaseDetail) =>
  daysBetween(dayIn('Europe/Rome', createdAt), closedAt ? dayIn('Europe/Rome', closedAt) : today())

/** The victim of a case, or who reported it. */
export const caseName = ({ victimLastName, victimFirstName, lastName, firstName, organisationName }: CaseValues) =>
  joined(victimLastName, victimFirstName) || joined(lastName, firstName) || organisationName

export const joined = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** Status, assignee, age and deadline of a case. */
export function CaseFacts({ record }: { readonly record: CaseDetail }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusOfCase status={record.status} />
      <CaseAssignee record={record} />
      <span className="figures case-age">
        {t(record.closedAt ? 'caseDetail.age.ended' : 'caseDetail.age.open', { count: ageOf(record) })}
      </span>
      {record.dueOn && record.dueState && <DueOn state={record.dueState} on={record.dueOn} />}
    </>
  )
}

/** The assignee of the case. */
function CaseAssignee({ record: { operator } }: { readonly record: CaseDetail }) {
  const { t } = useTranslation()
  return (
    <span>
      {operator ? (
        <>
          <Icon name="it-user" size="xs" /> <span className="visually-hidden">{t('caseDetail.assignedTo')}</span>{' '}
          <bdi>{operator}</bdi>
        </>
      ) : (
        t('caseDetail.assignedToNobody')
      )}
    </span>
  )
}
