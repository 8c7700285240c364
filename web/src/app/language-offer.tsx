import { isRightToLeft } from '@portal/contract'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { dismissOffer } from '#lib/i18n/language-offer.ts'
import { Button } from '#ui/button.tsx'
import { NavigateContext, NavLink } from '#ui/layout/nav-link.tsx'
import texts from './language-offer.json'

/**
 * For browsers that are set to another language than the page's: an offer of it, in that language. Every offer is on the
 * page, so that the page is the same for all; the server says on the document which one is seen, before anything runs.
 */
export function LanguageOffer() {
  const { current, choices, choose } = useLanguageChoices()
  if (current !== 'it') return null
  return (
    <NavigateContext value={choose}>
      {choices.map(({ language, name, href }) =>
        language === current ? null : (
          <aside
            key={language}
            className="language-offer"
            lang={language}
            dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
            aria-label={name}
          >
            <div className="container cluster">
              <NavLink href={href} hrefLang={language}>
                {texts[language].go}
              </NavLink>
              <Button variant="quiet" onClick={dismissOffer}>
                {texts[language].stay}
              </Button>
            </div>
          </aside>
        ),
      )}
    </NavigateContext>
  )
}
