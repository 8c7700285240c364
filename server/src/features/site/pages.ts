import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isRightToLeft,
  type Language,
  languageOf,
  languages,
  type Office,
  officeText,
  ownNames,
  type PageSettings,
  type PageTag,
  pageTags,
  plainPaths,
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
  /** Called when prerendering fails; browsers render these pages alone until it has succeeded. */
  readonly onFailure: (error: unknown) => void
  readonly times?: typeof defaultTimes
}

export interface Pages {
  /**
   * The page of a path by its page tag: without prerendered content where the path has none, or the tag is not rendered yet.
   * `offered` is the language that the page offers to switch to.
   */
  pageOf(path: string, tag: PageTag, offered?: Language): PageAnswer
  /** Reads the settings again and renders every page by them; until then the earlier pages are served. */
  renderAgain(): void
  stop(): Promise<void>
}

/** Milliseconds: how long the rendering of a language may take, its first pause after a failure, and the longest wait of a start. */
const defaultTimes = { render: 60_000, pause: 5_000, start: 30_000 }
const longestPauseMs = 600_000

/**
 * Fills the page template for each page tag and prerenders the pages, one tag at a time. Resolves when every tag was
 * tried once, so that no visitor waits for it. A failed rendering is repeated after a pause, which doubles each time.
 */
export async function createPages({
  siteFolder,
  settingsIn,
  onFailure,
  times = defaultTimes,
}: Options): Promise<Pages> {
  const template = readFileSync(join(siteFolder, 'index.html'), 'utf8')
  const preloads = readPreloads(siteFolder)
  const pages = new Map<string, (offered: Language | undefined) => PageAnswer>()
  const key = (path: string, tag: PageTag) => `${tag} ${path}`
  const put = (path: string, tag: PageTag, settings: PageSettings, prerendered?: PrerenderedPage) =>
    pages.set(
      key(path, tag),
      answersOf(complete(template, settings, tag, headOf(preloads, tag, prerendered), prerendered)),
    )

  const prerendering = createPrerendering(siteFolder, times.render)
  let rounds: ReturnType<typeof repeatUntilDone> | undefined
  let newest = 0

  async function renderAll() {
    newest += 1
    const own = newest
    rounds?.stop()
    await prerendering.stop()
    const settings = await Promise.all(pageTags.map(async (tag) => [tag, await settingsIn(languageOf(tag))] as const))
    // Settings that changed in between are rendered by a call of their own.
    if (own !== newest) return
    for (const [tag, values] of settings) put(anyPath, tag, values)
    rounds = repeatUntilDone(settings, {
      attempt: async ([tag, values]) => {
        const prerendered = await prerendering.pagesOf(tag, values)
        if (own !== newest) return
        for (const [path, page] of Object.entries(prerendered?.pages ?? {})) put(path, tag, values, page)
        const failures = prerendered?.failures ?? []
        if (failures.length > 0) throw new Error(failures.join('\n'))
      },
      onFailure,
      atEnd: prerendering.stop,
      firstPauseMs: times.pause,
    })
    await rounds.first
  }

  await withinMs(times.start, renderAll())
  return {
    renderAgain: () => void renderAll().catch(onFailure),
    pageOf(path, tag, offered) {
      const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
      const page = pages.get(key(bare, tag)) ?? pages.get(key(anyPath, tag))
      if (!page) throw new Error(`No page in '${tag}'`)
      return page(offered)
    },
    async stop() {
      newest += 1
      rounds?.stop()
      await prerendering.stop()
    },
  }
}

interface Rounds<T> {
  readonly attempt: (item: T) => Promise<void>
  readonly onFailure: (error: unknown) => void
  /** Called after each round. */
  readonly atEnd: () => Promise<void>
  readonly firstPauseMs: number
}

/** Attempts each item, one at a time; those that failed again after a pause, until none fails. */
function repeatUntilDone<T>(all: readonly T[], { attempt, onFailure, atEnd, firstPauseMs }: Rounds<T>) {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  /** Whether the attempt succeeded; a stopped one counts as such. */
  const succeeds = async (item: T) => {
    try {
      if (!isStopped) await attempt(item)
      return true
    } catch (error) {
      if (!isStopped) onFailure(error)
      return isStopped
    }
  }
  const round = async (items: readonly T[], pauseMs: number) => {
    const failed: T[] = []
    for (const item of items) if (!(await succeeds(item))) failed.push(item)
    if (isStopped) return
    await atEnd()
    if (failed.length > 0 && !isStopped)
      timer = setTimeout(round, pauseMs, failed, Math.min(pauseMs * 2, longestPauseMs)).unref()
  }
  return {
    /** The first round. */
    first: round(all, firstPauseMs),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Waits for work, but no longer than a number of milliseconds. */
async function withinMs(most: number, work: Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, most)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
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

/** Files to name in a page's head: scripts to preload by part of the site and language, its style sheets, fonts by language. */
interface Preloads {
  readonly scripts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly styles: Readonly<Record<string, readonly string[]>>
  readonly fonts: Readonly<Record<string, readonly string[]>>
}

function readPreloads(siteFolder: string): Preloads {
  const file = join(siteFolder, 'preloads.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { scripts: {}, styles: {}, fonts: {} }
}

interface HeadLinks {
  readonly preloads: string
  readonly styles: string
}

function headOf({ scripts, styles, fonts }: Preloads, tag: PageTag, page: PrerenderedPage | undefined): HeadLinks {
  const fontLinks = (fonts[tag] ?? []).map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`,
  )
  const files = (page && scripts[page.part]?.[tag]) ?? []
  const scriptLinks = files.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`)
  const sheets = (page && styles[page.part]) ?? []
  return {
    preloads: [...fontLinks, ...scriptLinks].join(''),
    styles: sheets.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`).join(''),
  }
}

function complete(
  template: string,
  settings: PageSettings,
  tag: PageTag,
  head: HeadLinks,
  page: PrerenderedPage | undefined,
): string {
  const { office } = settings
  const language = languageOf(tag)
  const marks: Record<string, string> = {
    __SLUG__: office.slug,
    __LANG__: language,
    __DIR__: isRightToLeft(language) ? 'rtl' : 'ltr',
    // A neutral title until the script sets one, so that bystanders cannot read what the page is about.
    __TITLE__: escapeHtml(page?.title ?? textsIn(language)('noScript.pageTitle')),
    __DESCRIPTION__: escapeHtml(descriptionOf(office, language)),
    __OFFICE__: inScript(settings),
    __NOSCRIPT__: noScript(office, tag),
    __PRELOADS__: head.preloads,
    __PAGE__: page?.html ?? '',
    // Behind the style sheet of every page, which they refine.
    '</head>': `${head.styles}</head>`,
  }
  return template.replaceAll(
    /__(SLUG|LANG|DIR|TITLE|DESCRIPTION|OFFICE|NOSCRIPT|PRELOADS|PAGE)__|<\/head>/g,
    (mark) => marks[mark] ?? mark,
  )
}

function descriptionOf(office: Office, language: Language) {
  const [name, tagline] = (['name', 'tagline'] as const).map((each) => officeText(office, each, language).text)
  return `${name}. ${tagline}. ${office.phone}`
}

/**
 * Content for browsers without JavaScript, and for browsers whose scripts are blocked or fail: the style sheet shows it after
 * four seconds, `web/src/app/late.js` earlier or later. It has the link to the form without script, telephone, hours, mail
 * address, and other languages.
 */
export function noScript(office: Office, tag: PageTag): string {
  const t = textsIn(tag)
  const late = waysOf(office, tag, t('withoutScript.lateTitle'), t('withoutScript.lateWhy'))
  const without = waysOf(office, tag, t('noScript.title'), t('noScript.why'))
  return `<noscript><section class="container">${without}</section></noscript><section class="container late-waiting" id="late" role="alert">${late}</section>`
}

function waysOf({ slug, phone, assistanceMailbox }: Office, tag: PageTag, title: string, why: string): string {
  const t = textsIn(tag)
  const mailbox = `<a href="mailto:${escapeHtml(assistanceMailbox)}"><bdi dir="ltr">${escapeHtml(assistanceMailbox)}</bdi></a>`
  const plain = `<a class="btn btn-primary" href="/${slug}${plainPaths.start}?lang=${tag}">${escapeHtml(t('withoutScript.plain'))}</a>`
  const follow = `<a href="/${slug}${plainPaths.followUp}?lang=${tag}">${escapeHtml(t('withoutScript.follow'))}</a>`
  const others = languages.filter((other) => other !== languageOf(tag)).map(linkTo)
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<p>${escapeHtml(why)}</p>`,
    `<p>${plain}</p><p>${escapeHtml(t('withoutScript.plainText'))}</p>`,
    `<p>${follow}</p>`,
    `<p>${escapeHtml(t('noScript.call'))} ${phoneLink(phone)}. ${escapeHtml(t('noScript.hours'))}</p>`,
    `<p>${escapeHtml(t('noScript.write'))} ${mailbox}.</p>`,
    `<p>${others.join(' · ')}</p>`,
  ].join('')
}

/** A link to the same page in another language. */
const linkTo = (language: Language) =>
  `<a href="?lang=${language}" hreflang="${language}" lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">${ownNames[language]}</a>`
