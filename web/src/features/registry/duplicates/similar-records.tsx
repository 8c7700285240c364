import { formatScreenDate, type PossibleDuplicate, type RegistryKind } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { recordHref } from '../registry-kinds.ts'
import { MatchFacts } from './match-facts.tsx'
import { similarRecordsId } from './use-similar-records.ts'

interface Props {
  readonly kind: RegistryKind
  readonly rows: readonly PossibleDuplicate[]
  /** What sending the form once more does. */
  readonly text: string
}

/** Records that may be the one that is being saved; nothing where there are none. */
export function SimilarRecords({ kind, rows, text }: Props) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <div id={similarRecordsId} tabIndex={-1}>
      <Alert kind="warning" title={t('registry.duplicates.similarTitle', { count: rows.length })} announce="now">
        <p>{text}</p>
        <ul className="plain-list stack">
          {rows.map(({ id, name, code, birthDate, facts }) => (
            <li key={id}>
              <NavLink href={recordHref(kind, id)} target="_blank">
                <bdi>{name}</bdi>
                <span className="visually-hidden">{` ${t('registry.duplicates.newWindow')}`}</span>
              </NavLink>{' '}
              <span>{[code, birthDate && formatScreenDate(birthDate)].filter(Boolean).join(' · ')}</span>
              <MatchFacts facts={facts} />
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
