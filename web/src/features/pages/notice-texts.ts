import { type Language, languageOf, officeText, type PageTag } from '@portal/contract'
import { loadPart } from '#lib/api/lazy-part.ts'
import { pageTag } from '#lib/i18n/page-language.ts'
import { keep, office } from '#lib/page/page-settings.ts'
import type noticeTexts from '../../texts/notice/it.json'

type Notice = (typeof noticeTexts)['notice']

/**
 * The languages of the notice on personal data, by the codes that the specification gives them (§1): each with the language
 * of its text and its name in it.
 */
// biome-ignore format: a table
export const noticeLanguages = {
  ita: { lang: 'it',  name: 'Italiano' },
  eng: { lang: 'en',  name: 'English' },
  esp: { lang: 'es',  name: 'Español' },
  cin: { lang: 'zh',  name: '中文' },
  fil: { lang: 'fil', name: 'Filipino' },
  fra: { lang: 'fr',  name: 'Français' },
  ara: { lang: 'ar',  name: 'العربية' },
  rus: { lang: 'ru',  name: 'Русский' },
} as const
export type NoticeCode = keyof typeof noticeLanguages
export type NoticeLanguage = (typeof noticeLanguages)[NoticeCode]['lang'] | Language
/** What the notice is written in: a language, or a form of it that is easy to read. */
export type NoticeTag = NoticeLanguage | PageTag

export const isEasyNotice = (tag: NoticeTag) => tag.endsWith('-simple')
export const noticeLanguage = (tag: NoticeTag): NoticeLanguage =>
  isEasyNotice(tag) ? languageOf(tag) : (tag as NoticeLanguage) // Only easy tags are no language.

/** The form that an address asks for, in capitals or small letters; that of the page where it asks for none that there is. */
export function noticeTagOf(wanted: unknown, page: PageTag): NoticeTag {
  const code = typeof wanted === 'string' ? (wanted.toLowerCase() as NoticeCode) : undefined
  return code && Object.hasOwn(noticeLanguages, code) ? noticeLanguages[code].lang : page
}

const files = import.meta.glob<{ default: { notice: Notice } }>('../../texts/notice/*.json')

/** 'in 10 years', '10 лет': a span as the language counts it, in figures that everybody reads. */
function spanIn(lang: NoticeLanguage, value: number, unit: 'year' | 'day' | 'hour'): string {
  const format = new Intl.NumberFormat(`${lang}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(value)
}

const ready = new Map<NoticeTag, Notice>()

/** The notice in a language or its easy form; available once `prepareNotice` has loaded it. */
export const noticeIn = (tag: NoticeTag): Notice | undefined => ready.get(tag)

/** Brings the notice that an address asks for, before its page is drawn. */
export async function prepareNotice(wanted?: unknown): Promise<void> {
  const tag = noticeTagOf(wanted, pageTag())
  if (!ready.has(tag)) ready.set(tag, await loadNotice(tag))
}

/** With the office and what it keeps filled in. */
async function loadNotice(tag: NoticeTag): Promise<Notice> {
  const load = files[`../../texts/notice/${tag}.json`]
  if (!load) throw new Error(`No notice in ${tag}.`)
  const lang = noticeLanguage(tag)
  const { notice } = (await loadPart(load)).default
  const values: Readonly<Record<string, string>> = {
    office: officeText(office, 'name', lang).text,
    department: officeText(office, 'department', lang).text,
    parentBody: officeText(office, 'parentBody', lang).text,
    mail: office.assistanceMailbox,
    dpo: office.privacyMailbox,
    cases: spanIn(lang, keep.casesYears, 'year'),
    mails: spanIn(lang, keep.mailsDays, 'day'),
    files: spanIn(lang, keep.filesHours, 'hour'),
  }
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark)
  return {
    title: notice.title,
    lead: filled(notice.lead),
    sections: notice.sections.map(({ title, text }) => ({ title, text: text.map(filled) })),
  }
}
