import { type CaseRow, profiles } from '@portal/contract'
import { useTranslation } from 'react-i18next'

/** The names of reporter and victim in one line; nothing after pseudonymisation. */
export function CaseNames({ row }: { readonly row: CaseRow }) {
  const { t } = useTranslation()
  const reporter = row.reporter ?? (row.pseudonymisedAt ? undefined : t('cases.names.anonymous'))
  const isVictim = row.reporterTypeId === profiles.victim
  const names = [
    { term: t(isVictim ? 'cases.names.reporterIsVictim' : 'cases.names.reporter'), name: reporter },
    { term: t('cases.names.victim'), name: isVictim ? undefined : row.victim },
  ].filter(({ name }) => name !== undefined)
  if (names.length === 0) return null
  return (
    <span className="case-names">
      {names.map(({ term, name }) => (
        <span key={term}>
          <span>{term}</span> <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  )
}
