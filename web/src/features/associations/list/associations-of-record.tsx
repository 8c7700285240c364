import {
  type AssociationStatus,
  can,
  getAssociationByNumber,
  listAssociationsOfContact,
  type RegistryKind,
  associationLists as statusesOfLists,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type AssociationListName, associationHref, associationLists } from './association-lists.ts'

interface Found {
  readonly id: number
  readonly name: string
  readonly status: AssociationStatus
}

/** The associations of which a person is contact, or the entry of a body itself, by tax code or VAT number. */
async function findAssociations(kind: RegistryKind, code: string): Promise<readonly Found[]> {
  if (kind === 'person') return (await call(listAssociationsOfContact, { body: { taxCode: code } })).rows
  try {
    const { id, status, values } = await call(getAssociationByNumber, { params: { number: code } })
    return [{ id, status, name: values.name ?? '' }]
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return []
    throw error
  }
}

const listOf = (status: AssociationStatus) =>
  associationLists[
    (Object.keys(statusesOfLists) as AssociationListName[]).find((list) =>
      statusesOfLists[list].some((one) => one === status),
    ) ?? 'newRequests'
  ]

/** What a record of the registry has to do with the register of associations, for those who may read it. */
export function AssociationsOfRecord({ kind, code }: { readonly kind: RegistryKind; readonly code: string }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const { data: found } = useQuery({
    queryKey: ['associations', 'of', kind, code],
    queryFn: () => findAssociations(kind, code),
    enabled: can('register', selectedRole),
  })
  if (!found) return null
  return (
    <Panel title={t(`registry.page.associations.${kind}`)}>
      {found.length === 0 ? (
        <p>{t('registry.page.associations.none')}</p>
      ) : (
        <ul className="plain-list">
          {found.map(({ id, name, status }) => (
            <li key={id} className="cluster">
              <NavLink href={associationHref(listOf(status), id)}>
                <bdi>{name}</bdi>
              </NavLink>
              <StatusOfAssociation status={status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
