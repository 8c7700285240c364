import { isRightToLeft, type Language, languageOf, officeText, type PageTag } from '@portal/contract'
import type followUpTexts from '@portal/contract/texts/follow-up/it.json'
import type contractTexts from '@portal/contract/texts/it.json'
import type officeTexts from '@portal/contract/texts/office/it.json'
import type registerTexts from '@portal/contract/texts/register/it.json'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type publicAssessmentTexts from '../../texts/assessments/it.json'
import type assistanceTexts from '../../texts/assistance/it.json'
import type deskTexts from '../../texts/desk/it.json'
import type enrolmentTexts from '../../texts/enrolment/it.json'
import type lineTexts from '../../texts/lines/it.json'
import type loginTexts from '../../texts/login/it.json'
import type openDataTexts from '../../texts/open-data/it.json'
import type pageTexts from '../../texts/pages/it.json'
import type publicRegisterTexts from '../../texts/register/it.json'
import type siteTexts from '../../texts/site/it.json'
import type tourTexts from '../../texts/tour/it.json'
import type uploadTexts from '../../texts/upload/it.json'
import type wizardTexts from '../../texts/wizard/it.json'
import { loadPart } from '../api/lazy-part.ts'
import { office } from '../page/page-settings.ts'
import { withdrawOffer } from './language-offer.ts'
import { pageLanguage, pageTag, tellPageLanguage } from './page-language.ts'

export type Texts = typeof contractTexts &
  typeof officeTexts &
  typeof registerTexts &
  typeof siteTexts &
  typeof deskTexts &
  typeof enrolmentTexts &
  typeof loginTexts &
  typeof openDataTexts &
  typeof pageTexts &
  typeof assistanceTexts &
  typeof followUpTexts &
  typeof lineTexts &
  typeof publicAssessmentTexts &
  typeof publicRegisterTexts &
  typeof tourTexts &
  typeof uploadTexts &
  typeof wizardTexts

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

type Loader = () => Promise<{ default: object }>

/** Texts that the server has too, by language; what they lack was filled with English when they were built. */
const shared: Record<Language, Loader> = {
  it: () => import('@portal/contract/texts/it.json'),
  en: () => import('@portal/contract/texts/en.json'),
  fr: () => import('@portal/contract/texts/fr.json'),
  es: () => import('@portal/contract/texts/es.json'),
  ar: () => import('@portal/contract/texts/ar.json'),
  ur: () => import('@portal/contract/texts/ur.json'),
}

/** Those of them that are easy to read where the usual ones are not. */
const sharedEasy: Partial<Record<PageTag, Loader>> = {
  'it-simple': () => import('@portal/contract/texts/it-simple.json'),
  'en-simple': () => import('@portal/contract/texts/en-simple.json'),
}

/** Texts of the screens: a folder for each part of the site that is loaded by itself, a file for each language. */
const files = import.meta.glob<{ default: object }>('../../texts/*/*.json')
const fileOf = (part: string, tag: PageTag) => files[`../../texts/${part}/${tag}.json`]

/** Texts of the register that the server has too, by language. */
const register: Record<Language, Loader> = {
  it: () => import('@portal/contract/texts/register/it.json'),
  en: () => import('@portal/contract/texts/register/en.json'),
  fr: () => import('@portal/contract/texts/register/fr.json'),
  es: () => import('@portal/contract/texts/register/es.json'),
  ar: () => import('@portal/contract/texts/register/ar.json'),
  ur: () => import('@portal/contract/texts/register/ur.json'),
}

/** Texts of an opened report, which the server's pages without scripts show too. */
const followUp: Record<Language, Loader> = {
  it: () => import('@portal/contract/texts/follow-up/it.json'),
  en: () => import('@portal/contract/texts/follow-up/en.json'),
  fr: () => import('@portal/contract/texts/follow-up/fr.json'),
  es: () => import('@portal/contract/texts/follow-up/es.json'),
  ar: () => import('@portal/contract/texts/follow-up/ar.json'),
  ur: () => import('@portal/contract/texts/follow-up/ur.json'),
}

const followUpEasy: Partial<Record<PageTag, Loader>> = {
  'it-simple': () => import('@portal/contract/texts/follow-up/it-simple.json'),
  'en-simple': () => import('@portal/contract/texts/follow-up/en-simple.json'),
}

const registerEasy: Partial<Record<PageTag, Loader>> = {
  'it-simple': () => import('@portal/contract/texts/register/it-simple.json'),
  'en-simple': () => import('@portal/contract/texts/register/en-simple.json'),
}

const ofTheOffice: Loader = () => import('@portal/contract/texts/office/it.json')
/** What a part of the site needs beside the texts of its own. */
const alongside: Partial<Record<Part, (language: Language) => readonly (Loader | undefined)[]>> = {
  desk: () => [ofTheOffice, register.it, fileOf('lines', 'it')],
  'follow-up': (language) => [followUp[language]],
  enrolment: (language) => [register[language], fileOf('lines', language)],
  // People of the demonstration sign in by their roles.
  login: () => [ofTheOffice],
}

/** Parts of the site with texts of their own, apart since the pages that a visit begins with do not need them. */
export type Part =
  | 'site'
  | 'wizard'
  | 'upload'
  | 'login'
  | 'pages'
  | 'assistance'
  | 'follow-up'
  | 'enrolment'
  | 'register'
  | 'open-data'
  | 'assessments'
  | 'desk'
  | 'tour'

/** What has been asked for so far: another language needs all of it. */
const inUse = new Set<Part>(['site'])

function loadersOf(part: Part, language: Language): Loader[] {
  // The office reads Italian.
  const own = fileOf(part, language) ?? fileOf(part, 'it')
  const others = alongside[part]?.(language) ?? []
  return [own, ...others, part === 'site' ? shared[language] : undefined].filter((loader) => loader !== undefined)
}

/** The easy texts of a part: only those whose usual text is not easy to read. */
const easyLoadersOf = (part: Part, tag: PageTag): Loader[] =>
  [
    fileOf(part, tag),
    part === 'site' ? sharedEasy[tag] : undefined,
    part === 'follow-up' ? followUpEasy[tag] : undefined,
    part === 'enrolment' ? registerEasy[tag] : undefined,
  ].filter((loader) => loader !== undefined)

/** What the texts of each part and language are written in: the easy ones lie over the usual ones, which cover them again. */
const written = new Map<string, PageTag>()

async function addTexts(part: Part, tag: PageTag): Promise<void> {
  const language = languageOf(tag)
  const place = `${language} ${part}`
  if (written.get(place) === tag) return
  const easy = tag === language ? [] : easyLoadersOf(part, tag)
  const loaders = [...loadersOf(part, language), ...easy]
  const texts = await Promise.all(loaders.map((load) => loadPart<{ default: object }>(load)))
  for (const { default: added } of texts) i18next.addResourceBundle(language, 'translation', added, true, true)
  written.set(place, tag)
}

/** Begins to speak; Italian is what the site speaks unless its address says otherwise. */
export async function loadTexts(tag: PageTag = 'it'): Promise<void> {
  written.clear()
  await i18next.use(initReactI18next).init({
    lng: 'it',
    fallbackLng: false,
    resources: {},
    interpolation: {
      escapeValue: false,
      defaultVariables: {
        get office() {
          return officeText(office, 'name', pageLanguage()).text
        },
        tag: office.productTag,
        // On one line: from right to left, half a number on the next line reads as another one.
        phone: office.phone?.replaceAll(' ', '\u00a0'),
        mail: office.assistanceMailbox,
        get department() {
          return officeText(office, 'department', pageLanguage()).text
        },
      },
    },
  })
  // The same figures in every script: they are copied, dialled, compared.
  i18next.services.formatter?.add('number', (value, lng) => new Intl.NumberFormat(`${lng}-u-nu-latn`).format(value))
  await speak(tag)
}

/** Changes to another language or form of it: the texts of every part in use are there before a word changes. */
export async function speak(tag: PageTag): Promise<void> {
  const [language, former] = [languageOf(tag), pageTag()]
  await Promise.all([...inUse].map((part) => addTexts(part, tag)))
  // Before the texts change: components that render again then ask which language their links keep.
  tellPageLanguage(tag)
  if (i18next.language !== language || tag !== former) await i18next.changeLanguage(language)
  // Where pages are written beforehand there is no document: the server writes both.
  if (typeof document === 'undefined') return
  if (language !== 'it') withdrawOffer()
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
}

/** Adds the texts of a part of the site to those of the page's language. */
export async function loadTextsOf(part: Part): Promise<void> {
  inUse.add(part)
  await addTexts(part, pageTag())
}
