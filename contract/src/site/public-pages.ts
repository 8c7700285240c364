import { type PathName, paths, type SitePath } from './paths.ts'

/** Pages that people read, whoever they are: visits of these alone may be counted. */
export const readingPages = [
  'help',
  'contacts',
  'assistance',
  'enrolment',
  'privacy',
  'privacyNotice',
  'accessibility',
  'legalNotes',
] as const satisfies readonly PathName[]

/** What search engines are told of: those, and the door of the report. Its steps and what follows a report are nobody's business. */
export const listedPages: readonly SitePath[] = [paths.reportIntro, ...readingPages.map((name) => paths[name])]

/** Whether a page, by its path below the base path, is one of those that people read. */
export const isReadingPage = (path: string): boolean => {
  const bare = path.replace(/\/+$/, '')
  return readingPages.some((name) => paths[name] === bare)
}
