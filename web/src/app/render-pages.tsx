import { setTimeout as delay } from 'node:timers/promises'
import { type PageSettings, type PageTag, paths } from '@portal/contract'
import { createMemoryHistory } from '@tanstack/react-router'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { loadTexts } from '#lib/i18n/texts.ts'
import { setListedLanguages, siteHref } from '#lib/page/page-settings.ts'
import { App } from './app.tsx'
import { titleOf } from './page-title.ts'
import { type RenderedPage, renderOutlines } from './render-outlines.tsx'
import { createAppRouter } from './routes.tsx'

/** What it answers. */
export interface Prerendered {
  /** Pages as HTML by their path below the base path. */
  readonly pages: Readonly<Record<string, RenderedPage>>
  /** The pages that could not be written, with the reasons. */
  readonly failures: readonly string[]
}

/** The pages that say the same to everybody, with the page that each path shows. */
const pages: readonly { path: string; shows?: string; part: string }[] = [
  { path: paths.reportIntro, part: 'wizard' },
  { path: paths.home, shows: paths.reportIntro, part: 'wizard' },
  { path: paths.contactCentre, shows: paths.reportIntro, part: 'wizard' },
  { path: paths.reportProfile, part: 'wizard' },
  { path: paths.reportDetails, part: 'wizard' },
  { path: paths.reportFacts, part: 'wizard' },
  { path: paths.enrolment, part: 'enrolment' },
  { path: paths.privacy, part: 'pages' },
  { path: paths.accessibility, part: 'pages' },
  { path: paths.legalNotes, part: 'pages' },
  { path: paths.help, part: 'pages' },
  { path: paths.examples, part: 'pages' },
  { path: paths.contacts, part: 'pages' },
  { path: paths.openData, part: 'open-data' },
  { path: paths.assessments, part: 'assessments' },
]

/**
 * The pages of a language, or of its form that is easy to read, as a browser would first show them, before anybody has done anything; in Italian also the outlines of
 * the back office. One that fails is left to browsers, and named.
 */
export async function renderPages(
  tag: PageTag,
  { languageList }: Pick<PageSettings, 'languageList'>,
): Promise<Prerendered> {
  setListedLanguages(languageList)
  await loadTexts(tag)
  const rendered = new Map<string, Omit<RenderedPage, 'part'>>()
  const failures: string[] = []
  for (const shown of new Set(pages.map(({ path, shows = path }) => shows))) {
    try {
      rendered.set(shown, await renderPage(shown))
    } catch (error) {
      failures.push(`${shown} in '${tag}': ${error instanceof Error ? error.message : error}`)
    }
  }
  const written = pages.flatMap(({ path, shows = path, part }) => {
    const page = rendered.get(shows)
    return page ? [[path, { ...page, part }] as const] : []
  })
  // Only Italian is spoken there.
  const outlines = tag === 'it' ? await renderOutlines() : {}
  return { pages: { ...Object.fromEntries(written), ...outlines }, failures }
}

/** How often a page is tried: parts that load when they are first drawn are there the next time. */
const rounds = 10

async function renderPage(path: string): Promise<Omit<RenderedPage, 'part'>> {
  const history = createMemoryHistory({ initialEntries: [siteHref(path)] })
  const router = createAppRouter({ history, scrollRestoration: false })
  await router.load()
  for (let round = 0; round < rounds; round++) {
    const html = renderToString(<App router={router} />)
    // React leaves to browsers what fails or is still loading inside a boundary, and says so in this mark.
    if (!html.includes('<!--$!-->')) return { title: titleOf(router.state.matches.at(-1)?.staticData, i18next.t), html }
    await delay(20)
  }
  throw new Error('a part of it fails without a browser')
}
