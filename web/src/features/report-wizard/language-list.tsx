import { isRightToLeft } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { NavigateContext, NavLink } from '#ui/layout/nav-link.tsx'

/** The names of the languages, each in its own language, for users who cannot read the page. */
export function LanguageList() {
  const { t } = useTranslation()
  const { choices, choose } = useLanguageChoices()
  return (
    <NavigateContext value={choose}>
      <nav className="language-list" aria-label={t('site.languages')}>
        <ul>
          {choices.map(({ language, name, href, isCurrent }) => (
            <li key={language}>
              <NavLink
                href={href}
                hrefLang={language}
                lang={language}
                dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
                aria-current={isCurrent || undefined}
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </NavigateContext>
  )
}
