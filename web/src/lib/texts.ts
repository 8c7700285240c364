import { isRightToLeft, type Language, languageOf } from '@portal/contract'
import contractTexts from '@portal/contract/texts/it.json'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type deskTexts from '../texts/desk/it.json'
import type webTexts from '../texts/it.json'
import { loadPart } from './lazy-part.ts'
import { office } from './page-settings.ts'

export type Texts = typeof contractTexts & typeof webTexts & typeof deskTexts

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

type Loaders = Partial<Record<Language, () => Promise<{ default: object }>>>
const loaders: Loaders = { it: () => import('../texts/it.json') }
/** Apart, since the public pages do not need them. */
const deskLoaders: Loaders = { it: () => import('../texts/desk/it.json') }

/** Loads the texts of the page's language and sets the document's language and direction. */
export async function loadTexts(): Promise<void> {
  const wanted = languageOf(new URLSearchParams(location.search).get('lang') ?? undefined)
  const language = loaders[wanted] ? wanted : 'it'
  const texts = await loaders[language]?.()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'it',
    resources: { [language]: { translation: { ...contractTexts, ...texts?.default } } },
    interpolation: {
      escapeValue: false,
      defaultVariables: {
        office: office.name,
        tag: office.productTag,
        phone: office.phone,
        department: office.department,
      },
    },
  })
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
}

/** Adds the texts of the office's pages to those of the page's language. */
export async function loadDeskTexts(): Promise<void> {
  if (i18next.exists('desk.menu')) return
  const load = deskLoaders[languageOf(i18next.language)] ?? deskLoaders.it
  const texts = load && (await loadPart(load))
  i18next.addResourceBundle(i18next.language, 'translation', texts?.default)
}
