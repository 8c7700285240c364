import { isRightToLeft, type Language, languageOf } from '@portal/contract'
import contractTexts from '@portal/contract/texts/it.json'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type deskTexts from '../texts/desk/it.json'
import type webTexts from '../texts/it.json'
import type loginTexts from '../texts/login/it.json'
import type pageTexts from '../texts/pages/it.json'
import { loadPart } from './lazy-part.ts'
import { office } from './page-settings.ts'

export type Texts = typeof contractTexts & typeof webTexts & typeof deskTexts & typeof loginTexts & typeof pageTexts

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

type Loaders = Partial<Record<Language, () => Promise<{ default: object }>>>
const loaders: Loaders = { it: () => import('../texts/it.json') }
/** Apart, since the pages that a visit begins with do not need them. */
const partLoaders = {
  desk: { it: () => import('../texts/desk/it.json') },
  login: { it: () => import('../texts/login/it.json') },
  pages: { it: () => import('../texts/pages/it.json') },
} satisfies Record<string, Loaders>

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

const added = new Set<string>()

async function addTexts(part: keyof typeof partLoaders): Promise<void> {
  if (added.has(part)) return
  const loadersOfPart: Loaders = partLoaders[part]
  const load = loadersOfPart[languageOf(i18next.language)] ?? partLoaders[part].it
  const texts = await loadPart<{ default: object }>(load)
  i18next.addResourceBundle(i18next.language, 'translation', texts.default)
  added.add(part)
}

/** Adds the texts of the office's pages to those of the page's language. */
export const loadDeskTexts = () => addTexts('desk')

/** Adds the texts of the login and of the pages that refuse it. */
export const loadLoginTexts = () => addTexts('login')

/** Adds the texts of the pages that are mostly text. */
export const loadPageTexts = () => addTexts('pages')
