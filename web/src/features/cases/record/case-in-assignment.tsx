import type { CaseDetail, CaseKey, OperatorLoad } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldDefinitions } from '#form/read-only/field-text.tsx'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { caseReachedQuery, operatorLoadsQuery } from '../actions/case-commands.queries.ts'
import { caseDisplay } from './case-display.tsx'

/** Whether a case waits for somebody to be assigned to. */
export const isInAssignment = ({ status }: CaseDetail) => status === 'toAssign'

const decisive = ['relevanceId', 'grounds', 'fieldId', 'contexts', 'placeRegion'] as const satisfies readonly CaseKey[]

/** 'In attribuzione' (specification 2 §2): who sent the case here and why, what the choice rests on, and who has room for it. */
export function CaseInAssignment({ record }: { readonly record: CaseDetail }) {
  const { t } = useTranslation()
  const { actions, values } = record
  const mayAssign = actions.assignOne === null || actions.assignTwo === null
  const facts = fieldDefinitions(t, { display: caseDisplay, names: decisive, values, hidesEmpty: true })
  return (
    <>
      <Panel title={t('caseTabs.toAssign')}>
        <Arrival caseId={record.id} more={facts} />
      </Panel>
      {mayAssign && (
        <Panel title={t('caseDetail.toAssign.operators')}>
          <Loads />
        </Panel>
      )}
    </>
  )
}

/** Who sent the case here, when and why: the newest entry of its history that led here. */
function Arrival({ caseId, more }: { readonly caseId: number; readonly more: readonly Definition[] }) {
  const { t } = useTranslation()
  const { data: arrival, isError, isFetching, refetch } = useQuery(caseReachedQuery(caseId, 'toAssign'))
  if (arrival === undefined && isError) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (arrival === undefined) return <TextSkeleton text={t('caseHistory.loading')} count={3} />
  const items = arrival
    ? [
        { term: t('caseDetail.toAssign.since'), value: <ShowInstant instant={arrival.at} /> },
        { term: t('caseDetail.toAssign.how'), value: t(`caseEventKinds.${arrival.kind}`) },
        ...(arrival.by ? [{ term: t('caseDetail.toAssign.by'), value: <bdi>{arrival.by}</bdi> }] : []),
        ...(arrival.reason
          ? [{ term: t('caseHistory.reason'), value: <bdi>{arrival.reason}</bdi>, isWide: true }]
          : []),
      ]
    : []
  return <DefinitionList items={[...items, ...more]} />
}

/** The operators of both levels with their open cases, those with the fewest first. */
function Loads() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(operatorLoadsQuery)
  if (!data && isError) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <TextSkeleton text={t('caseActions.loadingOperators')} count={4} />
  if (data.length === 0) return <p>{t('caseActions.noOperators')}</p>
  const items = [...data].sort(byLoad).map(({ id, name, level, open, late }) => ({
    id,
    name,
    level: t(`caseActions.levels.${level === 'inWorkOne' ? 'assignOne' : 'assignTwo'}`),
    load: `${t('caseActions.load', { count: open })} · ${t('caseActions.late', { count: late })}`,
  }))
  return (
    <ul className="operator-loads">
      {items.map(({ id, name, level, load }) => (
        <li key={id}>
          <bdi>{name}</bdi> <span>{level}</span> <span className="operator-load figures">{load}</span>
        </li>
      ))}
    </ul>
  )
}

const byLoad = (one: OperatorLoad, other: OperatorLoad) => one.open - other.open || one.late - other.late
