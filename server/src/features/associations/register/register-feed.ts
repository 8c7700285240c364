import { type AssociationEventKind, type Language, paths } from '@portal/contract'
import { Feed } from 'feed'
import { escapeHtml } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'
import { publicStepOf } from './register-entry.rules.ts'

/** A public step of an enrolment. */
export interface FeedStep {
  readonly id: number
  readonly kind: AssociationEventKind
  readonly at: Date
  readonly associationId: number
  readonly name: string
}

interface FeedOf {
  /** Address of the site, with its base path. */
  readonly site: string
  readonly address: string
  readonly office: string
  readonly language: Language
  readonly entry: (id: number) => string
  readonly now: Date
}

/** The newest changes of the public register as a feed (Atom, RFC 4287). */
export function registerFeed(
  steps: readonly FeedStep[],
  { site, address, office, language, entry, now }: FeedOf,
): string {
  const t = textsIn(language)
  const feed = new Feed({
    id: `${site}${paths.publicRegister}`,
    link: `${site}${paths.publicRegister}`,
    title: t('registerFeed.title', { office }),
    language,
    generator: office,
    copyright: t('registerFeed.licence'),
    author: { name: office },
    updated: steps[0]?.at ?? now,
    feedLinks: { atom: address },
  })
  for (const { id, kind, at, associationId, name } of steps) {
    const step = publicStepOf(kind)
    if (!step) continue
    feed.addItem({
      id: `${entry(associationId)}#${id}`,
      link: entry(associationId),
      // Readers show the titles of entries as HTML.
      title: escapeHtml(t(`registerFeed.steps.${step}`, { name })),
      date: at,
    })
  }
  return feed.atom1()
}
