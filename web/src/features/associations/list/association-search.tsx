import { type AssociationRow, can, findAssociations, associationLists as statusesOfLists } from '@portal/contract'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { SearchBox } from '#lib/backoffice/search-box.tsx'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Modal } from '#ui/feedback/modal.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type AssociationListName, associationHref, associationLists } from './association-lists.ts'

const listNames = Object.keys(statusesOfLists) as AssociationListName[]

/** The page of an association, in the list that has its status. */
function hrefOf({ id, status }: AssociationRow): string {
  const name = listNames.find((list) => statusesOfLists[list].some((one) => one === status)) ?? 'newRequests'
  return associationHref(associationLists[name], id)
}

interface Found {
  readonly text: string
  readonly rows: readonly AssociationRow[]
  readonly hasMore: boolean
}

/** Finds an association from any page of the register and in all three lists; who works on cases searches those. */
export function AssociationSearch() {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const go = useGo()
  const [found, setFound] = useState<Found>()
  if (!can('register', selectedRole) || can('cases', selectedRole)) return null
  const search = async (text: string) => {
    const { rows, hasMore } = await call(findAssociations, { body: { text } })
    const [only, ...more] = rows
    if (!only) return t('associationSearch.none', { text: text.trim() })
    if (more.length === 0) go(hrefOf(only))
    else setFound({ text: text.trim(), rows, hasMore })
    return undefined
  }
  const texts = {
    label: t('associationSearch.label'),
    placeholder: t('associationSearch.placeholder'),
    submit: t('quickSearch.submit'),
  }
  return (
    <>
      <SearchBox texts={texts} onSearch={search} />
      {/* Outside the bar, whose links are white. */}
      {found && createPortal(<Results {...found} onClose={() => setFound(undefined)} />, document.body)}
    </>
  )
}

function Results({ text, rows, hasMore, onClose }: Found & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal title={t('associationSearch.title', { text })} isWide onClose={onClose} closeText={t('site.close')}>
      <ul className="plain-list stack">
        {rows.map((row) => (
          <li key={row.id} className="cluster">
            <NavLink href={hrefOf(row)} onClick={onClose}>
              <bdi>{row.name}</bdi>
            </NavLink>
            <bdi dir="ltr" className="figures">
              {row.number}
            </bdi>
            <StatusOfAssociation status={row.status} />
          </li>
        ))}
      </ul>
      {hasMore && <p>{t('associationSearch.more')}</p>}
    </Modal>
  )
}
