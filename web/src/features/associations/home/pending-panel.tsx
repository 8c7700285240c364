import type { PendingCount, PendingKind } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useRegisterCounts } from '#lib/backoffice/badges.ts'
import { listHref } from '#list/list-address.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type AssociationList, associationLists } from '../list/association-lists.ts'

/** The filter that shows what waits in a list. */
const filterOf = {
  approval: { isCheckComplete: true },
  proposal: { hasProposal: true },
  removal: { isRemovalRequested: true },
  renewal: { isRenewalWaiting: true },
} as const satisfies Record<PendingKind, AssociationList['filters'] | object>

interface Props {
  /** What the user acts on or watches. */
  readonly kinds: readonly PendingKind[]
}

/** What waits for a decision or for an association: how much in each list, and how much of it is late. */
export function PendingPanel({ kinds }: Props) {
  const { t } = useTranslation()
  const counts = useRegisterCounts()
  const rows = counts?.pending.filter(({ kind }) => kinds.includes(kind))
  return (
    <Panel
      title={t('register.pending.title')}
      actions={rows && <span className="home-count figures">{rows.reduce((sum, { count }) => sum + count, 0)}</span>}
    >
      {!rows && <TextSkeleton text={t('register.loadingList')} count={2} />}
      {rows?.length === 0 && <p className="home-none">{t('register.pending.none')}</p>}
      <ul className="plain-list">
        {rows?.map((row) => (
          <li key={`${row.kind} ${row.list}`}>
            <PendingLine row={row} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PendingLine({ row: { kind, list, count, late } }: { readonly row: PendingCount }) {
  const { t } = useTranslation()
  return (
    <>
      <NavLink href={listHref(associationLists[list], { filters: filterOf[kind] })}>
        {t(`register.pending.kinds.${kind}`, { list: t(`register.lists.${list}`) })}
      </NavLink>
      <span>: </span>
      <strong className="figures">{t('desk.number', { number: count })}</strong>
      {late > 0 && <span className="pending-late">{` (${t(`register.pending.late.${kind}`, { number: late })})`}</span>}
    </>
  )
}
