import { type PathName, paths, type SitePath } from './paths.ts'

/** Public pages to read; only visits of these may be counted. */
export const readingPages = [
  'help',
  'examples',
  'contacts',
  'assistance',
  'enrolment',
  'openData',
  'assessments',
  'privacy',
  'privacyNotice',
  'accessibility',
  'legalNotes',
] as const satisfies readonly PathName[]

/** Pages for search engines: the pages to read and the start of the report. The steps of a report are not listed. */
export const listedPages: readonly SitePath[] = [paths.reportIntro, ...readingPages.map((name) => paths[name])]

/** Whether the page at a path below the base path is a page to read. */
export const isReadingPage = (path: string): boolean => {
  const bare = path.replace(/\/+$/, '')
  return readingPages.some((name) => paths[name] === bare)
}
