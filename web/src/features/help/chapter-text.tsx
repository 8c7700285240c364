import type { Chapter } from './books.ts'

/** The text of a chapter. */
export const ChapterText = ({ html }: Pick<Chapter, 'html'>) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: web/build/manual.ts made it from our own files
  <div className="manual-text" dangerouslySetInnerHTML={{ __html: html }} />
)
