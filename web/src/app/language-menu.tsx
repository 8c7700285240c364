import { type Language, languages } from '@portal/contract'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageLanguage } from '#lib/page-language.ts'
import { MenuButton } from '#ui/menu-button.tsx'
import { NavigateContext } from '#ui/nav-link.tsx'

/** Each language as its readers call it. */
const ownNames: Record<Language, string> = {
  it: 'Italiano',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
  ur: 'اردو',
}

/** The choice of language: this very page in another one. What was typed stays where it is. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const href = useRouterState({ select: ({ location }) => location.href })
  const { history } = useRouter()
  const current = pageLanguage()
  // The page stays the same: 'back' must not lead to it once more.
  return (
    <NavigateContext value={(inOther) => history.replace(inOther)}>
      <MenuButton
        label={t('site.language', { name: ownNames[current] })}
        entries={languages.map((language) => ({
          text: ownNames[language],
          lang: language,
          isCurrent: language === current,
          href: inLanguage(href, language),
        }))}
      >
        {current.toUpperCase()}
      </MenuButton>
    </NavigateContext>
  )
}

function inLanguage(href: string, language: Language): string {
  const url = new URL(href, 'http://site')
  url.searchParams.set('lang', language)
  return `${url.pathname}${url.search}`
}
