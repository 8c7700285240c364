import { type Language, paths } from '@portal/contract'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { siteHref } from '#lib/page-settings.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { loadTexts } from '#lib/texts.ts'
import { App } from './app.tsx'
import { bringLists } from './bring-lists.ts'
import type { PrerenderedPage } from './prerender.ts'
import { createAppRouter } from './routes.tsx'

/** The pages that say the same to everybody, with the page that each path shows. */
const pages: readonly { path: string; shows?: string; part: string }[] = [
  { path: paths.reportIntro, part: 'wizard' },
  { path: paths.home, shows: paths.reportIntro, part: 'wizard' },
  { path: paths.contactCentre, shows: paths.reportIntro, part: 'wizard' },
  { path: paths.reportProfile, part: 'wizard' },
  { path: paths.reportDetails, part: 'wizard' },
  { path: paths.reportFacts, part: 'wizard' },
  { path: paths.enrolment, part: 'pages' },
  { path: paths.privacy, part: 'pages' },
  { path: paths.accessibility, part: 'pages' },
  { path: paths.legalNotes, part: 'pages' },
]

/** The pages of a language as a browser would first show them, before anybody has done anything. */
export async function renderPages(language: Language): Promise<Record<string, PrerenderedPage>> {
  await loadTexts(language)
  const rendered = new Map<string, string>()
  for (const { path, shows = path } of pages) {
    if (!rendered.has(shows)) rendered.set(shows, await renderPage(shows))
  }
  return Object.fromEntries(
    pages.map(({ path, shows = path, part }) => [path, { html: rendered.get(shows) ?? '', part }]),
  )
}

async function renderPage(path: string): Promise<string> {
  const queryClient = createQueryClient(
    () => undefined,
    () => '',
  )
  bringLists(queryClient)
  const history = createMemoryHistory({ initialEntries: [siteHref(path)] })
  const router = createAppRouter(queryClient, { history, scrollRestoration: false })
  await router.load()
  const html = renderToString(<App router={router} queryClient={queryClient} />)
  // React leaves to browsers what fails inside a boundary, and says so in this mark.
  if (html.includes('<!--$!-->')) throw new Error(`${path} cannot be written beforehand`)
  return html
}
