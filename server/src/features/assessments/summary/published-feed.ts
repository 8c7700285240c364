import { type Language, paths } from '@portal/contract'
import { Feed } from 'feed'
import { escapeHtml } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

interface FeedEntry {
  readonly id: number
  readonly title: string
  readonly facts: string
  readonly publishedAt: Date
}

interface FeedOf {
  /** Address of the site, with its base path. */
  readonly site: string
  readonly address: string
  readonly office: string
  readonly language: Language
  readonly now: Date
}

/** How a text begins, cut at a word. */
export function beginningOf(text: string, length = 280): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length).replace(/\s\S*$/, '')}…`
}

/** The newest published assessments as a feed (Atom, RFC 4287). */
export function assessmentFeed(
  entries: readonly FeedEntry[],
  { site, address, office, language, now }: FeedOf,
): string {
  const t = textsIn(language)
  const page = `${site}${paths.assessments}`
  const feed = new Feed({
    id: page,
    link: page,
    title: t('assessmentFeed.title', { office }),
    language,
    generator: office,
    copyright: t('assessmentFeed.licence'),
    author: { name: office },
    updated: entries[0]?.publishedAt ?? now,
    feedLinks: { atom: address },
  })
  for (const { id, title, facts, publishedAt } of entries) {
    const link = `${site}${paths.assessment}?id=${id}`
    // Readers show the texts of entries as HTML.
    feed.addItem({
      id: link,
      link,
      title: escapeHtml(title),
      description: escapeHtml(beginningOf(facts)),
      date: publishedAt,
    })
  }
  return feed.atom1()
}
