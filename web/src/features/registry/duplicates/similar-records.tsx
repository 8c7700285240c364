import { formatScreenDate, type PossibleDuplicate, type RegistryKind } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { recordHref } from '../registry-kinds.ts'
import { MatchFacts } from './match-facts.tsx'

interface Props {
  readonly kind: RegistryKind
  readonly rows: readonly PossibleDuplicate[]
}

/** Records that may be the one that is being inserted; sending the form once more says that it is none of them. */
export function SimilarRecords({ kind, rows }: Props) {
  const { t } = useTranslation()
  return (
    <Alert kind="warning" title={t('registry.duplicates.similarTitle', { count: rows.length })} announce="now">
      <p>{t('registry.duplicates.similarText')}</p>
      <ul className="plain-list stack">
        {rows.map(({ id, name, code, birthDate, facts }) => (
          <li key={id}>
            <NavLink href={recordHref(kind, id)} target="_blank">
              <bdi>{name}</bdi>
              <span className="visually-hidden"> {t('registry.duplicates.newWindow')}</span>
            </NavLink>{' '}
            {[code, birthDate && formatScreenDate(birthDate)].filter(Boolean).join(' · ')}
            <MatchFacts facts={facts} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}
