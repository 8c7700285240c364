import type { RegistryKind } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { recordQuery } from './registry.queries.ts'
import { nameOf, recordHref } from './registry-kinds.ts'

interface Props {
  readonly kind: RegistryKind
  readonly id: number
}

/** A record of the registry by its name, leading to it; by its number until the name has come, or where it does not come. */
export function RecordName({ kind, id }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(recordQuery(kind, id))
  return (
    <NavLink href={recordHref(kind, id)}>
      <bdi>{data ? nameOf(data.values) : t('registry.number', { id })}</bdi>
    </NavLink>
  )
}
