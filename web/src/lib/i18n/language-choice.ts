import { type Language, languages, ownNames } from '@portal/contract'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { pageLanguage } from './page-language.ts'

export interface LanguageChoice {
  readonly language: Language
  readonly name: string
  /** This very page in that language. */
  readonly href: string
  readonly isCurrent: boolean
}

interface LanguageChoices {
  readonly current: Language
  readonly choices: readonly LanguageChoice[]
  /** Turns the page into another language in its place: 'back' must not lead to it again. What was typed stays. */
  readonly choose: (href: string) => void
}

/** The languages that the page on show can be read in. */
export function useLanguageChoices(): LanguageChoices {
  const href = useRouterState({ select: ({ location }) => location.publicHref })
  const { history } = useRouter()
  const current = pageLanguage()
  return {
    current,
    choices: languages.map((language) => ({
      language,
      name: ownNames[language],
      href: inLanguage(href, language),
      isCurrent: language === current,
    })),
    choose: (inOther) => history.replace(inOther, history.location.state),
  }
}

function inLanguage(href: string, language: Language): string {
  const url = new URL(href, 'http://site')
  url.searchParams.set('lang', language)
  return `${url.pathname}${url.search}`
}
