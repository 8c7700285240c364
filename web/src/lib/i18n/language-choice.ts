import { easyTagOf, type Language, languages, ownNames, type PageTag } from '@portal/contract'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { pageLanguage, pageTag } from './page-language.ts'

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
  /** This very page in the other form of its language, usual or easy to read; undefined where there is one alone. */
  readonly otherForm: { readonly href: string; readonly isEasy: boolean } | undefined
  /** Turns the page into another language in its place: 'back' must not lead to it again. What was typed stays. */
  readonly choose: (href: string) => void
}

/** The languages that the page on show can be read in. */
export function useLanguageChoices(): LanguageChoices {
  const href = useRouterState({ select: ({ location }) => location.publicHref })
  const { history } = useRouter()
  const current = pageLanguage()
  const easy = easyTagOf(current)
  const isEasy = pageTag() !== easy
  return {
    current,
    choices: languages.map((language) => ({
      language,
      name: ownNames[language],
      href: inLanguage(href, language),
      isCurrent: language === current,
    })),
    otherForm: easy && { href: inLanguage(href, isEasy ? easy : current), isEasy },
    choose: (inOther) => history.replace(inOther, history.location.state),
  }
}

function inLanguage(href: string, tag: PageTag): string {
  const url = new URL(href, 'http://site')
  url.searchParams.set('lang', tag)
  return `${url.pathname}${url.search}`
}
