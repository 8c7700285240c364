import { ownNames } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { NavigateContext } from '#ui/layout/nav-link.tsx'
import { MenuButton } from '#ui/menu-button.tsx'

/** The choice of language, on every page. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const { current, choices, choose } = useLanguageChoices()
  return (
    <NavigateContext value={choose}>
      <MenuButton
        label={t('site.language', { name: ownNames[current] })}
        entries={choices.map(({ language, name, href, isCurrent }) => ({
          text: name,
          lang: language,
          href,
          isCurrent,
        }))}
      >
        {current.toUpperCase()}
      </MenuButton>
    </NavigateContext>
  )
}
