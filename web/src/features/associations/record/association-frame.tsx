import { type AssociationDetail, type AssociationHead, associationLists as statusesOfLists } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { basePath, siteHref } from '#lib/page/page-settings.ts'
import { RecordFrame, type RecordLoading } from '#record/record-frame.tsx'
import type { Elements } from '#ui/elements.tsx'
import { associationLists } from '../list/association-lists.ts'
import { AssociationNeighbours } from './association-neighbours.tsx'

/** The list whose address shows this association. */
export function useListOfPage() {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  return Object.values(associationLists).find(({ detailPath }) => detailPath === path) ?? associationLists.newRequests
}

/** Whether the association waits as a request; else it is or was enrolled. */
const isRequest = ({ status }: Pick<AssociationHead, 'status'>) =>
  statusesOfLists.newRequests.some((one) => one === status)

/** 'Dettaglio richiesta' or 'Dettaglio associazione'; until the record is there, as its list says. */
function useTitle(record: AssociationHead | undefined, isPast: boolean): string {
  const { t } = useTranslation()
  const { view } = useListOfPage()
  const isOfRequest = record ? isRequest(record) : view === 'newRequests'
  if (isPast) return t(isOfRequest ? 'register.detail.pastRequest' : 'register.detail.pastAssociation')
  return t(isOfRequest ? 'register.detail.request' : 'register.detail.association')
}

interface Props {
  readonly isPast?: boolean
  /** Undefined if the address names no association. */
  readonly loading: RecordLoading<AssociationDetail> | undefined
  readonly children?: (record: AssociationDetail) => Elements
}

/** The page of an association, current or historical. */
export function AssociationFrame({ isPast = false, loading, children }: Props) {
  const { t } = useTranslation()
  const list = useListOfPage()
  return (
    <RecordFrame
      loading={loading}
      title={useTitle(loading?.data, isPast)}
      list={{ text: t(`register.lists.${list.view}`), href: siteHref(list.path) }}
      texts={{
        loading: t('register.detail.loading'),
        notFound: t('register.detail.notFound'),
        toList: t('register.detail.toList'),
      }}
      codeOf={({ requestNumber }) => requestNumber}
      renderFacts={(record) => <AssociationFacts record={record} />}
      aside={!isPast && loading?.data && <AssociationNeighbours id={loading.data.id} />}
      name={loading?.data?.values.name}
    >
      {children}
    </RecordFrame>
  )
}

function AssociationFacts({ record: { status, dueOn, isLate } }: { readonly record: AssociationDetail }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusOfAssociation status={status} />
      {dueOn && (
        <span>
          <span className="visually-hidden">{t('register.detail.dueOn')}</span>{' '}
          <DueOn state={isLate ? 'late' : 'onTime'} on={dueOn} />
        </span>
      )}
    </>
  )
}
