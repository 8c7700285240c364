import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isRightToLeft,
  type Language,
  languages,
  type Office,
  officeText,
  ownNames,
  type PageSettings,
  plainReportPath,
} from '@portal/contract'
import { escapeHtml, phoneLink } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'
import { type PageAnswer, pageAnswer } from './page-answers.ts'
import { createPrerendering, type PrerenderedPage } from './prerender.ts'

/** JSON, escaped for a script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

interface Options {
  readonly siteFolder: string
  /** Settings embedded in the pages of a language. */
  readonly settingsIn: (language: Language) => Promise<PageSettings>
  /** Called when prerendering fails; browsers then render these pages alone. */
  readonly onFailure: (error: unknown) => void
}

export interface Pages {
  /**
   * The page of a path in a language. The first request of a language waits until its pages are prerendered.
   * `offered` is the language that the page offers to switch to.
   */
  pageOf(path: string, language: Language, offered?: Language): Promise<PageAnswer>
  stop(): Promise<void>
}

/** Fills the page template for each language at start, and prerenders a language on its first request. */
export async function createPages({ siteFolder, settingsIn, onFailure }: Options): Promise<Pages> {
  const template = readFileSync(join(siteFolder, 'index.html'), 'utf8')
  const preloads = readPreloads(siteFolder)
  const pages = new Map<string, (offered: Language | undefined) => PageAnswer>()
  const key = (path: string, language: Language) => `${language} ${path}`
  const put = (path: string, language: Language, settings: PageSettings, prerendered?: PrerenderedPage) =>
    pages.set(
      key(path, language),
      answersOf(complete(template, settings, language, headOf(preloads, language, prerendered), prerendered)),
    )

  const settings = new Map(await Promise.all(languages.map(async (each) => [each, await settingsIn(each)] as const)))
  for (const [language, own] of settings) put(anyPath, language, own)
  const prerendering = createPrerendering(siteFolder)
  let isStopped = false
  const writeIn = async (language: Language, own: PageSettings) => {
    const prerendered = isStopped ? undefined : await prerendering.pagesOf(language, own)
    for (const [path, page] of Object.entries(prerendered?.pages ?? {})) put(path, language, own, page)
    for (const failure of prerendered?.failures ?? []) onFailure(new Error(failure))
  }
  const prerendered = new Map<Language, Promise<void>>()
  let last = Promise.resolve()
  /** Prerenders a language once. Languages run one at a time, in order of request. */
  const writeOnce = (language: Language, own: PageSettings) => {
    last = last
      .then(() => writeIn(language, own))
      .catch((error: unknown) => {
        if (!isStopped) onFailure(error)
      })
    prerendered.set(language, last)
    return last
  }
  return {
    async pageOf(path, language, offered) {
      const own = settings.get(language)
      if (own) await (prerendered.get(language) ?? writeOnce(language, own))
      const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
      const page = pages.get(key(bare, language)) ?? pages.get(key(anyPath, language))
      if (!page) throw new Error(`No page in '${language}'`)
      return page(offered)
    },
    async stop() {
      isStopped = true
      await prerendering.stop()
    },
  }
}

/** Caches a page's answer per offered language. The page contains every offer; `data-offer` says which one is visible. */
function answersOf(html: string): (offered: Language | undefined) => PageAnswer {
  const answers = new Map<Language | undefined, PageAnswer>()
  return (offered) => {
    const answer =
      answers.get(offered) ?? pageAnswer(offered ? html.replace('<html ', `<html data-offer="${offered}" `) : html)
    answers.set(offered, answer)
    return answer
  }
}

/** Key of the page without prerendered content, which serves every other path. */
const anyPath = '*'

/** Files to preload: scripts by part of the site and language, fonts by language. */
interface Preloads {
  readonly scripts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly fonts: Readonly<Record<string, readonly string[]>>
}

function readPreloads(siteFolder: string): Preloads {
  const file = join(siteFolder, 'preloads.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { scripts: {}, fonts: {} }
}

function headOf({ scripts, fonts }: Preloads, language: Language, page: PrerenderedPage | undefined): string {
  const fontLinks = (fonts[language] ?? []).map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`,
  )
  const files = (page && scripts[page.part]?.[language]) ?? []
  return [
    ...fontLinks,
    ...files.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`),
  ].join('')
}

function complete(
  template: string,
  settings: PageSettings,
  language: Language,
  head: string,
  page: PrerenderedPage | undefined,
): string {
  const { office } = settings
  const marks: Record<string, string> = {
    __SLUG__: office.slug,
    __LANG__: language,
    __DIR__: isRightToLeft(language) ? 'rtl' : 'ltr',
    // A neutral title until the script sets one, so that bystanders cannot read what the page is about.
    __TITLE__: escapeHtml(page?.title ?? textsIn(language)('noScript.pageTitle')),
    __DESCRIPTION__: escapeHtml(descriptionOf(office, language)),
    __OFFICE__: inScript(settings),
    __NOSCRIPT__: noScript(office, language),
    __PRELOADS__: head,
    __PAGE__: page?.html ?? '',
  }
  return template.replaceAll(
    /__(SLUG|LANG|DIR|TITLE|DESCRIPTION|OFFICE|NOSCRIPT|PRELOADS|PAGE)__/g,
    (mark) => marks[mark] ?? mark,
  )
}

function descriptionOf(office: Office, language: Language) {
  const [name, tagline] = (['name', 'tagline'] as const).map((each) => officeText(office, each, language).text)
  return `${name}. ${tagline}. ${office.phone}`
}

/**
 * Content for browsers without JavaScript, and, hidden, for browsers whose scripts fail (`web/src/app/late.js` shows it): the
 * link to the form without script, telephone, hours, mail address, and other languages.
 */
export function noScript(office: Office, language: Language): string {
  const t = textsIn(language)
  const late = waysOf(office, language, t('withoutScript.lateTitle'), t('withoutScript.lateWhy'))
  const without = waysOf(office, language, t('noScript.title'), t('noScript.why'))
  return `<noscript><section class="container">${without}</section></noscript><section class="container" id="late" role="alert" hidden>${late}</section>`
}

function waysOf({ slug, phone, assistanceMailbox }: Office, language: Language, title: string, why: string): string {
  const t = textsIn(language)
  const mailbox = `<a href="mailto:${escapeHtml(assistanceMailbox)}"><bdi dir="ltr">${escapeHtml(assistanceMailbox)}</bdi></a>`
  const plain = `<a class="btn btn-primary" href="/${slug}${plainReportPath}?lang=${language}">${escapeHtml(t('withoutScript.plain'))}</a>`
  const others = languages.filter((other) => other !== language).map(linkTo)
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<p>${escapeHtml(why)}</p>`,
    `<p>${plain}</p><p>${escapeHtml(t('withoutScript.plainText'))}</p>`,
    `<p>${escapeHtml(t('noScript.call'))} ${phoneLink(phone)}. ${escapeHtml(t('noScript.hours'))}</p>`,
    `<p>${escapeHtml(t('noScript.write'))} ${mailbox}.</p>`,
    `<p>${others.join(' · ')}</p>`,
  ].join('')
}

/** A link to the same page in another language. */
const linkTo = (language: Language) =>
  `<a href="?lang=${language}" hreflang="${language}" lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">${ownNames[language]}</a>`
