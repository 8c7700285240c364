import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'

/** Why a sign-in ended here, by the word of the address: AgID's error codes, then what this portal refuses itself. */
const reasons = {
  nr19: 'nr19',
  nr20: 'nr20',
  nr21: 'nr21',
  nr22: 'nr22',
  nr23: 'nr23',
  nr25: 'nr25',
  nr30: 'nr30',
  // Errors of the request, which the person can do nothing about.
  nr8: 'service',
  nr9: 'service',
  nr11: 'service',
  nr12: 'service',
  nr13: 'service',
  nr14: 'service',
  nr15: 'service',
  nr16: 'service',
  nr17: 'service',
  nr18: 'service',
  expired: 'expired',
  attributes_missing: 'attributes_missing',
  provider_refused: 'provider_refused',
  invalid: 'invalid',
} as const

type Word = keyof typeof reasons

/** What is said of a word of the address; of an unknown one nothing is repeated. */
export const reasonOf = (word: unknown) =>
  typeof word === 'string' && Object.hasOwn(reasons, word) ? reasons[word as Word] : 'unknown'

export function RefusedPage() {
  const { t } = useTranslation()
  const { esito } = useSiteSearch()
  const reason = reasonOf(esito)
  return (
    <div className="reading-column">
      <h1>{t(`refused.reasons.${reason}.title`)}</h1>
      <p className="lead-text">{t(`refused.reasons.${reason}.text`)}</p>
      <p>{t('refused.call')}</p>
      <NavLink href={siteHref(paths.login)} className={buttonClass()}>
        {t('denied.toLogin')}
      </NavLink>
    </div>
  )
}
