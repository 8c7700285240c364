import type { PossibleDuplicate } from '@portal/contract'
import { useTranslation } from 'react-i18next'

/** The facts by which two records were compared, with the weight that each contributes. */
export function MatchFacts({ facts }: Pick<PossibleDuplicate, 'facts'>) {
  const { t } = useTranslation()
  return (
    <ul className="match-facts">
      {facts.map(({ fact, outcome, weight }) => (
        <li key={fact}>
          <span>{`${t(`registry.duplicates.facts.${fact}`)}: ${t(`registry.duplicates.outcomes.${outcome}`)}`}</span>{' '}
          <span className="figures">
            {t('registry.duplicates.factWeight', { sign: weight > 0 ? '+' : '', weight })}
          </span>
        </li>
      ))}
    </ul>
  )
}
