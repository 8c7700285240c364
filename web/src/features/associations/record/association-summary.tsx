import { type AssociationDetail, formatScreenDate, type PlainDate, paths } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ShowDate, ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { associationHref } from '../list/association-lists.ts'
import { useListOfPage } from './association-frame.tsx'

/** The facts of the procedure, which stay visible in every tab. */
export function AssociationSummary({ record }: { record: AssociationDetail }) {
  const { t } = useTranslation()
  const list = useListOfPage()
  const { previousId } = record
  return (
    <aside className="case-summary stack" aria-label={t('register.summary.title')}>
      <Panel title={t('register.summary.title')}>
        <DefinitionList items={summaryFacts(t, record)} />
        {previousId !== undefined && (
          <p>
            <NavLink href={associationHref(list, previousId)}>{t('register.summary.previousLink')}</NavLink>
          </p>
        )}
      </Panel>
      <LinkedReports record={record} />
    </aside>
  )
}

const days = ['approvedOn', 'enrolledOn', 'renewedOn', 'expiresOn', 'closedOn'] as const

function summaryFacts(t: TFunction, record: AssociationDetail): Definition[] {
  const { requestNumber, enrolmentNumber, requestedAt, firstRequestedAt, decreeNumber, decreeDate, lastChange } = record
  const day = (name: (typeof days)[number]): Definition[] => {
    const date: PlainDate | undefined = record[name]
    return date ? [{ term: t(`associationFacts.${name}`), value: <ShowDate date={date} /> }] : []
  }
  const figures = (text: string) => (
    <bdi dir="ltr" className="figures">
      {text}
    </bdi>
  )
  return [
    { term: t('associationFacts.requestNumber'), value: figures(requestNumber) },
    ...(enrolmentNumber ? [{ term: t('associationFacts.enrolmentNumber'), value: figures(enrolmentNumber) }] : []),
    { term: t('associationFacts.requestedAt'), value: <ShowInstant instant={requestedAt} /> },
    ...(firstRequestedAt
      ? [{ term: t('associationFacts.firstRequestedAt'), value: <ShowInstant instant={firstRequestedAt} /> }]
      : []),
    ...days.flatMap(day),
    ...(decreeNumber && decreeDate
      ? [
          {
            term: t('associationFacts.decree'),
            value: t('associationFacts.decreeText', { number: decreeNumber, date: formatScreenDate(decreeDate) }),
          },
        ]
      : []),
    ...(lastChange
      ? [
          {
            term: t('register.summary.lastChange'),
            value: (
              <>
                <ShowInstant instant={lastChange.at} />
                {lastChange.by && (
                  <>
                    {' '}
                    <span>· </span>
                    <bdi>{lastChange.by}</bdi>
                  </>
                )}
              </>
            ),
          },
        ]
      : []),
  ]
}

/** The reports that the association sent, for users who may read cases. */
function LinkedReports({ record: { reports } }: { record: AssociationDetail }) {
  const { t } = useTranslation()
  if (!reports) return null
  return (
    <Panel title={t('register.summary.reports')}>
      {reports.length === 0 && <p>{t('register.summary.noReports')}</p>}
      <ul className="plain-list">
        {reports.map(({ id, code, createdAt }) => (
          <li key={id}>
            <NavLink href={siteHref(paths.caseDetail, { id })}>
              <bdi dir="ltr" translate="no" className="figures">
                {code}
              </bdi>
            </NavLink>{' '}
            <span>· </span>
            <ShowInstant instant={createdAt} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
